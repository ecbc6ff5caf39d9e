import type { ChiSquareTest } from "../model/summary.ts";

/**
 * Returns Pearson's test of a table, which must not have rows or columns without a count.
 * @param rows of the same length, at least two
 */
export function chiSquareTest(rows: readonly (readonly number[])[]): ChiSquareTest {
  const columnTotals = (rows[0] ?? []).map((_, at) => sum(rows.map((row) => row[at] ?? 0)));
  const rowTotals = rows.map(sum);
  const n = sum(rowTotals);
  let [chiSquare, smallCells] = [0, 0];
  for (const [place, row] of rows.entries()) {
    for (const [at, count] of row.entries()) {
      const expected = ((rowTotals[place] ?? 0) / n) * (columnTotals[at] ?? 0);
      chiSquare += ((count - expected) / expected) * (count - expected);
      smallCells += expected < 5 ? 1 : 0;
    }
  }
  const degreesOfFreedom = (rows.length - 1) * (columnTotals.length - 1);
  return {
    chiSquare,
    degreesOfFreedom,
    p: chiSquareTail(chiSquare, degreesOfFreedom),
    n,
    cells: rows.length * columnTotals.length,
    smallCells,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0);
}

/**
 * Returns the probability of a chi-square this high or higher: Q(k / 2, x / 2) of the regularised gamma function, which for
 * whole k is a finite sum of positive terms (Abramowitz and Stegun 26.4.4, 26.4.5), so no digits cancel each other.
 */
export function chiSquareTail(chiSquare: number, degreesOfFreedom: number): number {
  const x = chiSquare / 2;
  if (x <= 0) {
    return 1;
  }
  const isOdd = degreesOfFreedom % 2 === 1;
  // The logarithm of x^a e^-x / gamma(a + 1), the difference between Q(a + 1, x) and Q(a, x).
  let term = isOdd ? (Math.log(x) + Math.log(4 / Math.PI)) / 2 - x : -x;
  let tail = isOdd ? halfTail(x) : 0;
  for (let a = isOdd ? 0.5 : 0; a + 0.5 < degreesOfFreedom / 2; a++) {
    tail += Math.exp(term);
    term += Math.log(x / (a + 1));
  }
  return Math.min(1, tail);
}

/** Returns Q(1/2, x), the complementary error function of the square root of x. */
function halfTail(x: number): number {
  const scale = Math.exp(-x) * Math.sqrt(x / Math.PI);
  if (x < 2) {
    let [term, series] = [2, 2];
    for (let n = 1; term > series * Number.EPSILON; n++) {
      term *= x / (n + 0.5);
      series += term;
    }
    return 1 - scale * series;
  }
  // A continued fraction, computed from its end: 100 terms are enough if x is 2 or more.
  let fraction = 0;
  for (let n = 100; n > 0; n--) {
    fraction = (n * (n - 0.5)) / (x + 2 * n + 0.5 - fraction);
  }
  return scale / (x + 0.5 - fraction);
}
