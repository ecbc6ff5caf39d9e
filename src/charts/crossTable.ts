import {
  crossTable as crossFigures,
  type CrossMeasure,
  type CrossTable as CrossFigures,
} from "../model/crossTable.ts";
import type { Split, SummaryBase } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countCell, numberHead, percentCell, textCell, textHead, unweightedRows } from "./cells.ts";
import { countDecimals } from "../model/numberText.ts";
import { baseNotes, crossBaseNotes, partNotes, splitCaption, testNotes } from "./notes.ts";
import {
  answeredText,
  baseOf,
  markedText,
  percentHead,
  unweightedOf,
  valueHead,
  type SummarisedQuestion,
} from "./question.ts";
import { hasOnlyIdentifiers } from "./statisticsNotes.ts";
import type { FigureCell, FigureRow, FigureTable } from "./table.ts";

/** The data of a cross table. */
interface CrossSource {
  readonly question: SummarisedQuestion;
  readonly split: Split;
  readonly figures: CrossFigures;
  readonly base: SummaryBase;
  readonly measure: CrossMeasure;
  /** Counts in the foot, on which the columns' figures are based. */
  readonly footCounts: readonly number[];
  readonly decimals: number;
  readonly words: Words;
}

/**
 * Returns a table with the question's values as rows and the split's parts as columns. Column percentages are of the part's
 * base, so they equal those of the pictures.
 */
export function crossTable(
  question: SummarisedQuestion,
  measure: CrossMeasure,
  words: Words,
): FigureTable | undefined {
  const { summary } = question;
  const { split } = summary;
  const hasCells = summary.values.length > 0 && !hasOnlyIdentifiers(question);
  if (!split || split.parts.length === 0 || !hasCells) {
    return undefined;
  }
  const source = crossSource(question, split, measure, words);
  return {
    caption: words.t(
      "{0} ({1})",
      splitCaption(question, words),
      measureText(question, measure, words),
    ),
    head: [
      textHead(valueHead(question.column, words)),
      ...split.parts.map((it) => numberHead(markedText(it, words))),
      ...lastHead(source).map(numberHead),
    ],
    rows: [
      ...summary.values.map((it, value) => ({
        cells: [textCell(markedText(it, words)), ...valueCells(source, value)],
      })),
      ...crossFoot(source),
    ],
    notes: [
      ...baseNotes({ ...question, compared: undefined }, words),
      // Column percentages of other bases are of each part's own.
      ...(measure === "column" && source.base !== "answered"
        ? []
        : crossBaseNotes(question, words)),
      ...partNotes(question, words),
      ...testNotes(question, words),
    ],
  };
}

function crossSource(
  question: SummarisedQuestion,
  split: Split,
  measure: CrossMeasure,
  words: Words,
): CrossSource {
  const { summary } = question;
  const { parts, both } = split;
  const counts = parts.map((it) => baseOf(it.bases, question.base).count);
  const { base } = baseOf(summary.bases, question.base);
  const figures = crossFigures(summary, split, counts);
  const footCounts: Readonly<Record<CrossMeasure, readonly number[]>> = {
    count: [...parts.map((it) => it.bases.answered), both],
    // Responses without a part are in no part's base, so there is only a total of those that answered both.
    column: [...counts, ...(base === "answered" ? [both] : [])],
    row: [],
    total: [],
  };
  const decimals = countDecimals([
    ...footCounts[measure],
    ...(measure === "count" ? figures.cells.flat().map((it) => it.count) : []),
    ...(measure === "count" || measure === "row" ? figures.rowTotals.map((it) => it.count) : []),
  ]);
  return {
    question,
    split,
    figures,
    base,
    measure,
    footCounts: footCounts[measure],
    decimals,
    words,
  };
}

function valueCells(source: CrossSource, value: number): FigureCell[] {
  const { figures, base, measure, decimals, words } = source;
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
}

function crossFoot(source: CrossSource): FigureRow[] {
  const { question, split, base, measure, footCounts, decimals, words } = source;
  const name = measure === "count" ? answeredText(question.column, words) : words.t("Base");
  const cells = [textCell(name), ...footCounts.map((it) => countCell(it, words, decimals))];
  const wanted = measure === "column" ? question.base : "answered";
  const unweighted = [
    ...split.parts.map((it) => unweightedOf(it.bases, wanted)),
    ...(measure === "column" && base !== "answered" ? [] : [split.bothUnweighted]),
  ];
  return [
    ...(footCounts.length > 0 ? [{ cells, isFoot: true }] : []),
    ...unweightedRows(unweighted, words),
  ];
}

/** Returns the head of the column after those of the parts, if there is one. */
function lastHead({ base, measure, words }: CrossSource): string[] {
  switch (measure) {
    case "count":
    case "total":
      return [words.t("Total")];
    case "column":
      return base === "answered" ? [words.t("Total")] : [];
    case "row":
      return [words.t("Base")];
  }
}

/** Returns what the cells of a cross table measure. */
function measureText(
  { column, summary, base }: SummarisedQuestion,
  measure: CrossMeasure,
  words: Words,
): string {
  switch (measure) {
    case "count":
      return words.t("Count");
    case "column":
      return percentHead(baseOf(summary.bases, base).base, words, column.kind);
    case "row":
      return words.t("% of row");
    case "total":
      return words.t("% of all who answered both");
  }
}
