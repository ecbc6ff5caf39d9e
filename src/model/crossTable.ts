import type { QuestionSummary, Split } from "./summary.ts";

/**
 * Figures in a cross table's cells: counts, or percentages of the split's part, of the row's value, or of all who answered
 * both.
 */
export const crossMeasures = ["count", "column", "row", "total"] as const;
export type CrossMeasure = (typeof crossMeasures)[number];

/** Percentages are from 0 to 100; undefined if their base is empty. */
export interface CrossCell {
  readonly count: number;
  /** Base: those who answered both questions and gave the row's value. */
  readonly rowPercent?: number | undefined;
  /** Base: that of the column's part; in row totals, those who answered both questions. */
  readonly columnPercent?: number | undefined;
  /** Base: those who answered both questions. */
  readonly totalPercent?: number | undefined;
}

export interface CrossTable {
  /** By value of the summary, then by part of the split. */
  readonly cells: readonly (readonly CrossCell[])[];
  /** By value: all parts together. If a response can be in several parts, this is less than the sum of the cells. */
  readonly rowTotals: readonly CrossCell[];
  /** By part: all values together. If a response can have several values, this is less than the sum of the cells. */
  readonly columnTotals: readonly CrossCell[];
  readonly total: CrossCell;
}

/**
 * Returns the figures of a summary and its split, with values in rows and parts in columns.
 * @param partBases by part, the base of its column percentages. Default: those who answered both questions, as CROSSTABS in
 *   SPSS and PSPP has it
 */
export function crossTable(
  { values }: Pick<QuestionSummary, "values">,
  { parts, both, valueTotals }: Pick<Split, "parts" | "both" | "valueTotals">,
  partBases: readonly number[] = parts.map((it) => it.bases.answered),
): CrossTable {
  const rowTotal = (row: number): number => valueTotals[row] ?? 0;
  const cell = (count: number, row: number, column: number): CrossCell => ({
    count,
    rowPercent: percent(count, row),
    columnPercent: percent(count, column),
    totalPercent: percent(count, both),
  });
  return {
    cells: values.map((_, row) =>
      parts.map(({ counts }, part) => cell(counts[row] ?? 0, rowTotal(row), partBases[part] ?? 0)),
    ),
    rowTotals: values.map((_, row) => cell(rowTotal(row), rowTotal(row), both)),
    columnTotals: parts.map(({ bases }) => cell(bases.answered, both, bases.answered)),
    total: cell(both, both, both),
  };
}

function percent(count: number, whole: number): number | undefined {
  return whole > 0 ? (100 * count) / whole : undefined;
}
