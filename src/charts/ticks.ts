/**
 * Returns equally spaced round numbers within `from` and `to`, inclusive. Their distance is 1, 2 or 5 times a power of ten.
 * @param most approximate maximum number of ticks, at least 1; there may be one more
 * @param smallest minimum distance between two ticks
 */
export function ticks(from: number, to: number, most: number, smallest = 0): number[] {
  const step = Math.max(smallest, roundUp((to - from) / most));
  return multiples(step, from, to);
}

const steps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
];

/** Returns ticks for seconds, with distances that divide minutes and hours evenly. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / most;
  const day = 86_400;
  return multiples(steps.find((it) => it >= least) ?? roundUp(least / day) * day, from, to);
}

/** Returns the smallest number not less than `value` that is 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  // Tolerate a rounding error above a step.
  return power * ([1, 2, 5].find((it) => it * power >= value * (1 - 1e-9)) ?? 10);
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    // Remove rounding errors, such as that of 3 * 0.1.
    Number(((first + index) * step).toPrecision(15)),
  );
}
