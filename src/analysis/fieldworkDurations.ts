import type { DurationFigures, DurationHistogram } from "../model/fieldwork.ts";

/** Distinct durations in seconds, ascending, and their cumulated counts. */
export interface SortedDurations {
  readonly seconds: readonly number[];
  /** Number of responses that took this long or less. */
  readonly upTo: readonly number[];
}

/** @param counts by seconds */
export function sortedDurations(counts: ReadonlyMap<number, number>): SortedDurations {
  const seconds = [...counts.keys()].sort((a, b) => a - b);
  let sum = 0;
  return { seconds, upTo: seconds.map((it) => (sum += counts.get(it) ?? 0)) };
}

function durationCount({ upTo }: SortedDurations): number {
  return upTo.at(-1) ?? 0;
}

/** Returns a quantile, linear between the two ranks nearest to (n - 1) p; `undefined` if there are no durations. */
export function quantile(durations: SortedDurations, p: number): number | undefined {
  const h = (durationCount(durations) - 1) * p;
  const lower = atRank(durations, Math.floor(h));
  const upper = atRank(durations, Math.ceil(h));
  return lower === undefined || upper === undefined
    ? undefined
    : lower + (h - Math.floor(h)) * (upper - lower);
}

/** Returns the duration of this rank, from 0. */
function atRank({ seconds, upTo }: SortedDurations, rank: number): number | undefined {
  return seconds[upTo.findIndex((it) => it > rank)];
}

/**
 * @param below seconds; responses that took less are possible speeders
 * @returns `undefined` if there are no durations
 */
export function durationFigures(
  durations: SortedDurations,
  { unknown, negative }: Pick<DurationFigures, "unknown" | "negative">,
  below: number,
): DurationFigures | undefined {
  const [min, max] = [durations.seconds[0], durations.seconds.at(-1)];
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantile(durations, p));
  if (
    min === undefined ||
    max === undefined ||
    q1 === undefined ||
    median === undefined ||
    q3 === undefined
  ) {
    return undefined;
  }
  const n = durationCount(durations);
  const faster = durations.seconds.findLastIndex((it) => it < below);
  const speeders = durations.upTo[faster] ?? 0;
  return { n, unknown, negative, min, q1, median, q3, max, speeders, below };
}

/**
 * Share of the durations that the bins show. The longest are of people who were interrupted, and would squeeze all others.
 */
const shownShare = 0.97;
const maxBins = 30;
/** Widths of bins in seconds, in steps that people are used to. */
const widths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200];
const day = 86_400;

export function durationHistogram(durations: SortedDurations): DurationHistogram | undefined {
  const least = durations.seconds[0];
  const most = quantile(durations, shownShare);
  if (least === undefined || most === undefined) {
    return undefined;
  }
  const width = niceWidth(least, most);
  const from = Math.floor(least / width) * width;
  const counts = Array.from({ length: binsOf(least, most, width) }, () => 0);
  let beyond = 0;
  let before = 0;
  durations.seconds.forEach((seconds, index) => {
    const count = (durations.upTo[index] ?? 0) - before;
    before += count;
    const bin = Math.floor((seconds - from) / width);
    if (bin < counts.length) {
      counts[bin] = (counts[bin] ?? 0) + count;
    } else {
      beyond += count;
    }
  });
  return { from, width, counts, beyond };
}

function niceWidth(least: number, most: number): number {
  const found = widths.find((it) => binsOf(least, most, it) <= maxBins);
  let width = found ?? day;
  while (binsOf(least, most, width) > maxBins) {
    width *= 2;
  }
  return width;
}

function binsOf(least: number, most: number, width: number): number {
  return Math.floor(most / width) - Math.floor(least / width) + 1;
}
