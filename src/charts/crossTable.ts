import { crossTable as crossFigures, type CrossMeasure } from "../model/crossTable.ts";
import { countCell, numberHead, percentCell, textCell, textHead } from "./cells.ts";
import { baseNotes, partNotes, splitCaption, testNotes } from "./notes.ts";
import { baseOf, markedText, percentHead, type Question } from "./question.ts";
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
  const { parts, both } = split;
  const bases = parts.map((it) => baseOf(it.bases, question.base));
  const base = baseOf(summary.bases, question.base).base;
  const figures = crossFigures(
    summary,
    split,
    bases.map((it) => it.count),
  );

  const cells = (value: number): FigureCell[] => {
    const [row = [], total] = [figures.cells[value], figures.rowTotals[value]];
    const all = total ? [...row, total] : row;
    switch (measure) {
      case "count":
        return all.map((it) => countCell(it.count, words));
      case "column":
        // Who has no part belongs to no base of a part: only of those who answered both is there a total.
        return (base === "answered" ? all : row).map((it) => percentCell(it.columnPercent, words));
      case "row":
        return [
          ...row.map((it) => percentCell(it.rowPercent, words)),
          countCell(total?.count ?? 0, words),
        ];
      case "total":
        return all.map((it) => percentCell(it.totalPercent, words));
    }
  };

  const foot = (): FigureRow[] => {
    const row = (name: string, counts: readonly number[]): FigureRow => ({
      cells: [textCell(name), ...counts.map((it) => countCell(it, words))],
      isFoot: true,
    });
    switch (measure) {
      case "count":
        return [row(words.t("Answered"), [...parts.map((it) => it.bases.answered), both])];
      case "column":
        return [
          row(words.t("Base"), [
            ...bases.map((it) => it.count),
            ...(base === "answered" ? [both] : []),
          ]),
        ];
      case "row":
      case "total":
        return [];
    }
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
