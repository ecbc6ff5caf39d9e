import type { Statistics } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countCell, numberCell, numberHead, textCell, textHead } from "./cells.ts";
import { countDecimals, numberDecimals } from "../model/numberText.ts";
import { partNotes, splitBaseNotes, splitCaption } from "./notes.ts";
import { markedText, questionTitle, type SummarisedQuestion } from "./question.ts";
import { hasStatistics } from "./statisticsNotes.ts";
import type { FigureRow, FigureTable } from "./table.ts";

interface StatisticName {
  readonly name: string;
  readonly of: (it: Statistics) => number | undefined;
}

function statisticNames(words: Words): StatisticName[] {
  return [
    { name: words.t("Mean"), of: (it) => it.mean },
    { name: words.t("Standard deviation"), of: (it) => it.sd },
    { name: words.t("Minimum"), of: (it) => it.min },
    { name: words.t("Lower quartile"), of: (it) => it.q1 },
    { name: words.t("Median"), of: (it) => it.median },
    { name: words.t("Upper quartile"), of: (it) => it.q3 },
    { name: words.t("Maximum"), of: (it) => it.max },
  ];
}

/** Returns a table with one row per statistic and one column per summary. */
export function statisticsTable(
  question: SummarisedQuestion,
  words: Words,
): FigureTable | undefined {
  const { column, summary, compared } = question;
  if (!hasStatistics(question) || !(summary.statistics ?? compared?.summary.statistics)) {
    return undefined;
  }
  const columns = compared
    ? [
        { name: compared.names[0], of: summary.statistics },
        { name: compared.names[1], of: compared.summary.statistics },
      ]
    : [{ name: words.t("Value"), of: summary.statistics }];
  const row = (name: string, cells: FigureRow["cells"]): FigureRow => ({
    cells: [textCell(name), ...cells],
  });
  const names = statisticNames(words);
  const counts = columns.map((it) => it.of?.n);
  const nDecimals = countDecimals(counts);
  const decimals = numberDecimals(
    columns.flatMap(({ of: its }) => (its ? names.map((it) => it.of(its)) : [])),
  );
  return {
    caption: words.t("{0}: statistics", questionTitle(column)),
    head: [textHead(words.t("Statistic")), ...columns.map((it) => numberHead(it.name))],
    rows: [
      row(
        words.t("Count"),
        counts.map((it) => countCell(it, words, nDecimals)),
      ),
      ...names.map(({ name, of }) =>
        row(
          name,
          columns.map((it) => numberCell(it.of && of(it.of), words, decimals)),
        ),
      ),
    ],
    notes: [],
  };
}

/** Returns a table with one row per part of the split and one column per statistic. */
export function partStatisticsTable(
  question: SummarisedQuestion,
  words: Words,
): FigureTable | undefined {
  const { summary } = question;
  const { split } = summary;
  if (!hasStatistics(question) || !split?.parts.some((it) => it.statistics)) {
    return undefined;
  }
  const all = [...split.parts.map((it) => it.statistics), summary.statistics];
  const nDecimals = countDecimals(all.map((it) => it?.n));
  // Decimals are the same within a column, because the parts' means are compared with each other.
  const names = statisticNames(words).map((it) => ({
    ...it,
    decimals: numberDecimals(all.map((its) => its && it.of(its))),
  }));
  const row = (name: string, of: Statistics | undefined): FigureRow => ({
    cells: [
      textCell(name),
      countCell(of?.n, words, nDecimals),
      ...names.map((it) => numberCell(of && it.of(of), words, it.decimals)),
    ],
  });
  return {
    caption: words.t("{0}: statistics", splitCaption(question, words)),
    head: [
      textHead(words.t("Part")),
      numberHead(words.t("Count")),
      ...names.map((it) => numberHead(it.name)),
    ],
    rows: [
      ...split.parts.map((part) => row(markedText(part, words), part.statistics)),
      { ...row(words.t("Total"), summary.statistics), isFoot: true },
    ],
    notes: [...splitBaseNotes(question, words), ...partNotes(question, words)],
  };
}
