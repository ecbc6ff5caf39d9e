import { crossTable as crossFigures, type CrossMeasure } from "../model/crossTable.ts";
import { countCell, numberHead, percentCell, textCell, textHead, unweightedRows } from "./cells.ts";
import { countDecimals } from "./numbers.ts";
import { baseNotes, partNotes, splitCaption, testNotes } from "./notes.ts";
import { baseOf, markedText, percentHead, unweightedOf, type Question } from "./question.ts";
import { hasOnlyNames } from "./statisticsNotes.ts";
import type { FigureCell, FigureRow, FigureTable } from "./table.ts";
import type { Words } from "./words.ts";

/**
 * The question's values as rows, the split's parts as columns. Percentages of a column are of the part's base, so they are
 * those of the pictures.
 */
export function crossTable(
  question: Question,
  measure: CrossMeasure,
  words: Words,
): FigureTable | undefined {
  const { summary } = question;
  const { split } = summary;
  const hasCells = summary.values.length > 0 && !hasOnlyNames(question);
  if (!split || split.parts.length === 0 || !hasCells) {
    return undefined;
  }
  const { parts, both, bothUnweighted } = split;
  const bases = parts.map((it) => baseOf(it.bases, question.base));
  const base = baseOf(summary.bases, question.base).base;
  const figures = crossFigures(
    summary,
    split,
    bases.map((it) => it.count),
  );

  const footCounts: Readonly<Record<CrossMeasure, readonly number[]>> = {
    count: [...parts.map((it) => it.bases.answered), both],
    // Who has no part belongs to no base of a part: only of those who answered both is there a total.
    column: [...bases.map((it) => it.count), ...(base === "answered" ? [both] : [])],
    row: [],
    total: [],
  };
  const decimals = countDecimals([
    ...footCounts[measure],
    ...(measure === "count" ? figures.cells.flat().map((it) => it.count) : []),
    ...(measure === "count" || measure === "row" ? figures.rowTotals.map((it) => it.count) : []),
  ]);

  const cells = (value: number): FigureCell[] => {
    const [row = [], total] = [figures.cells[value], figures.rowTotals[value]];
    const all = total ? [...row, total] : row;
    switch (measure) {
      case "count":
        return all.map((it) => countCell(it.count, words, decimals));
      case "column":
        return (base === "answered" ? all : row).map((it) => percentCell(it.columnPercent, words));
      case "row":
        return [
          ...row.map((it) => percentCell(it.rowPercent, words)),
          countCell(total?.count ?? 0, words, decimals),
        ];
      case "total":
        return all.map((it) => percentCell(it.totalPercent, words));
    }
  };

  const foot = (): FigureRow[] => {
    const counts = footCounts[measure];
    const name = measure === "count" ? words.t("Answered") : words.t("Base");
    const wanted = measure === "column" ? question.base : "answered";
    return [
      ...(counts.length > 0
        ? [
            {
              cells: [textCell(name), ...counts.map((it) => countCell(it, words, decimals))],
              isFoot: true,
            },
          ]
        : []),
      ...unweightedRows(
        [
          ...parts.map((it) => unweightedOf(it.bases, wanted)),
          ...(measure === "column" && base !== "answered" ? [] : [bothUnweighted]),
        ],
        words,
      ),
    ];
  };

  const lastHead = (): string[] => {
    switch (measure) {
      case "count":
      case "total":
        return [words.t("Total")];
      case "column":
        return base === "answered" ? [words.t("Total")] : [];
      case "row":
        return [words.t("Base")];
    }
  };

  return {
    caption: words.t(
      "{0}: {1}",
      splitCaption(question, words),
      measureText(question, measure, words),
    ),
    head: [
      textHead(words.t("Answer")),
      ...parts.map((it) => numberHead(markedText(it, words))),
      ...lastHead().map(numberHead),
    ],
    rows: [
      ...summary.values.map((it, value) => ({
        cells: [textCell(markedText(it, words)), ...cells(value)],
      })),
      ...foot(),
    ],
    notes: [
      ...baseNotes({ ...question, compared: undefined }, words),
      ...partNotes(question, words),
      ...testNotes(question, words),
    ],
  };
}

/** What the cells of a cross table are called. */
function measureText({ summary, base }: Question, measure: CrossMeasure, words: Words): string {
  switch (measure) {
    case "count":
      return words.t("Count");
    case "column":
      return percentHead(baseOf(summary.bases, base).base, words);
    case "row":
      return words.t("Percent of the row");
    case "total":
      return words.t("Percent of all who answered both");
  }
}
