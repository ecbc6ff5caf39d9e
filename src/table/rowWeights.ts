import { isPlainNumber, plainNumber } from "../model/plainNumber.ts";
import type { Weighting } from "../model/summary.ts";
import type { ColumnData } from "./columnData.ts";

/**
 * Returns the weight of each row: 0 if the value is missing, not a number, or not above 0.
 * @returns `undefined` if no value is a number
 */
export function rowWeights(
  column: Pick<ColumnData, "rows" | "segments">,
): Float64Array | undefined {
  const weights = new Float64Array(column.rows);
  let hasNumbers = false;
  for (const { first, codes, cells } of column.segments()) {
    const values = cells().map((it) => it?.[0] ?? "");
    const byCode = Float64Array.from(values, (it) => Math.max(0, plainNumber(it) || 0));
    hasNumbers ||= values.some(isPlainNumber);
    for (let row = 0; row < codes.length; row++) {
      weights[first + row] = byCode[codes[row] ?? 0] ?? 0;
    }
  }
  return hasNumbers ? weights : undefined;
}

/** Returns the sum of the weights of the passing rows, and how many of them have weight 0. */
export function weightingOf(weights: Float64Array, passing: Uint8Array | undefined): Weighting {
  let [sum, excluded] = [0, 0];
  for (let row = 0; row < weights.length; row++) {
    if (passing === undefined || passing[row] === 1) {
      const weight = weights[row] ?? 0;
      sum += weight;
      excluded += weight > 0 ? 0 : 1;
    }
  }
  return { sum, excluded };
}
