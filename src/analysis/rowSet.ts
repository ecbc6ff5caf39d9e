import type { CountedRows } from "./columnCells.ts";

/** The rows to count, ascending. */
export interface RowSet {
  readonly rows: Uint32Array;
  /** By row of the column. Default: 1 each. */
  readonly weights?: Float64Array | undefined;
  /** Sum of their weights, or number of rows if there are no weights. */
  readonly sum: number;
}

/** Made once for all columns. Leaves out rows without a weight above 0. */
export function rowSet({ passing, weights, rows }: CountedRows): RowSet {
  const list = new Uint32Array(rows);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    if ((passing?.[row] ?? 1) !== 0 && (weights?.[row] ?? 1) > 0) {
      list[length++] = row;
    }
  }
  return setOf(list.subarray(0, length), weights);
}

export function setOf(rows: Uint32Array, weights: Float64Array | undefined): RowSet {
  return { rows, weights, sum: weights ? sumOf(rows, weights) : rows.length };
}

function sumOf(rows: Uint32Array, weights: Float64Array): number {
  const { length } = rows;
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const row = rows[at] ?? 0;
    sum += weights[row] ?? 0;
  }
  return sum;
}
