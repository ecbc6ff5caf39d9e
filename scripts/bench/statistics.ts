import { monitorEventLoopDelay } from "node:perf_hooks";

/** Measures this process's event loop lag. @returns a function that ends it and returns the 99th percentile, in ms */
export function watchLag(): () => number {
  const resolution = 1;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  return () => {
    delays.disable();
    return Math.max(0, delays.percentile(99) / 1e6 - resolution);
  };
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);
