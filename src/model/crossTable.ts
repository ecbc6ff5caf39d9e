import type { QuestionSummary, Split } from "./summary.ts";

/** What the cells of a cross table say: counts, or percent of the part, of the row's value, or of all who answered both. */
export const crossMeasures = ["count", "column", "row", "total"] as const;
export type CrossMeasure = (typeof crossMeasures)[number];

/** Percentages, 50 being one half; absent where there is nothing to be a part of. */
export interface CrossCell {
  readonly count: number;
  /** Of those who answered both questions and gave the row's value. */
  readonly rowPercent?: number | undefined;
  /** Of the base of the column's part; in totals of those who answered both questions. */
  readonly columnPercent?: number | undefined;
  /** Of those who answered both questions. */
  readonly totalPercent?: number | undefined;
}

export interface CrossTable {
  /** By value of the summary, by part of the split. */
  readonly cells: readonly (readonly CrossCell[])[];
  /** By value: of all parts together. Where a response can be in several parts, it is less than the sum of its cells. */
  readonly rowTotals: readonly CrossCell[];
  /** By part: of all values together. Where a response can have several values, it is less than the sum of its cells. */
  readonly columnTotals: readonly CrossCell[];
  readonly total: CrossCell;
}

/**
 * The figures of a summary and what it is split by: values in rows, parts in columns.
 * @param partBases by part what its column's percentages are of; those who answered both questions, unless told, as
 *   CROSSTABS in SPSS and PSPP has it
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
