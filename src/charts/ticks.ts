/**
 * Round numbers from the first at or above `from` to the last at or below `to`, at equal distances: 1, 2 or 5 times a power
 * of ten.
 * @param most at least 1; there may be one more
 * @param smallest no two are nearer to each other
 */
export function ticks(from: number, to: number, most: number, smallest = 0): number[] {
  const step = Math.max(smallest, roundUp((to - from) / most));
  return multiples(step, from, to);
}

const steps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
];

/** The same for seconds: round as people divide minutes and hours. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / most;
  const day = 86_400;
  return multiples(steps.find((it) => it >= least) ?? roundUp(least / day) * day, from, to);
}

/** The smallest of 1, 2 or 5 times a power of ten that is not less. */
function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  // A number a rounding error above a step is that step.
  return power * ([1, 2, 5].find((it) => it * power >= value * (1 - 1e-9)) ?? 10);
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    // Of 3 * 0.1 the digits behind 0.3 are an error.
    Number(((first + index) * step).toPrecision(12)),
  );
}
