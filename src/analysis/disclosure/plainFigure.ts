import type { Figure } from "./toldFigures.ts";

/**
 * Returns the figure without rows whose value is 0 and without a common factor; as a count if all rows have the same value.
 */
export function plainFigure({ rows, values }: Figure): Figure {
  if (!values) {
    return { rows };
  }
  const factor = values.reduce(commonFactor, 0);
  const kept = rows.filter((_, at) => (values[at] ?? 0) !== 0);
  const parts = values.filter((it) => it !== 0).map((it) => it / factor);
  return parts.every((it) => it === parts[0]) ? { rows: kept } : { rows: kept, values: parts };
}

function commonFactor(one: number, other: number): number {
  let [last, rest] = [Math.abs(one), Math.abs(other)];
  while (rest !== 0) {
    [last, rest] = [rest, last % rest];
  }
  return last;
}
