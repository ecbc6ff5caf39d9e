import type { Figure } from "../../../../src/analysis/disclosure/toldFigures.ts";

/** Rows of the ranges given as pairs of numbers; the first number of a pair is included, the second is not. */
export function rows(...bounds: readonly number[]): Uint32Array {
  const found: number[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    for (let row = bounds[at] ?? 0; row < (bounds[at + 1] ?? 0); row++) {
      found.push(row);
    }
  }
  return Uint32Array.from(found);
}

export function count(from: number, to: number): Figure {
  return { rows: rows(from, to) };
}

export function but(all: Uint32Array, without: readonly number[]): Figure {
  return { rows: all.filter((it) => !without.includes(it)) };
}

export function sum(of: Uint32Array, valueOf: (row: number) => number): Figure {
  return { rows: of, values: Float64Array.from(of, valueOf) };
}
