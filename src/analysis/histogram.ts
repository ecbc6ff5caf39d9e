import { binBorder } from "../model/summary.ts";

export interface Bins {
  readonly from: number;
  readonly width: number;
  readonly count: number;
  /** The bin of each number, in the order of the numbers. */
  readonly places: Uint8Array;
}

/** Approximate maximum number of bins. */
const maxBins = 30;
/** Minimum width of a bin as a share of the largest number: closer numbers differ in too few digits and share a bin. */
const minPart = 2 ** -40;
/** Minimum width of a bin: smaller ones would have too few digits themselves. */
const minWidth = 1e-300;

/**
 * Divides numbers into bins of a round width: 1, 2, 2.5 or 5 times a power of 10. Whole numbers get a whole width.
 * @param numbers ascending, at least one
 */
export function binsOf(numbers: Float64Array): Bins {
  const [least = 0, most = 0] = [numbers[0], numbers.at(-1)];
  const areWhole = numbers.every(Number.isInteger);
  const finest = Math.max(Math.abs(least), Math.abs(most)) * minPart;
  const range = areWhole ? most - least + 1 : most - least || Math.abs(least) / 10;
  const width = roundWidth(Math.max(range / maxBins, finest, areWhole ? 1 : minWidth), areWhole);
  // The border may have been rounded up.
  let from = binBorder({ from: 0, width }, Math.floor(least / width));
  if (from > least) {
    from = binBorder({ from, width }, -1);
  }
  const widths = (most - from) / width;
  // The last bin includes its upper border. For whole numbers it would then have one number more than the others.
  let count = Math.max(1, areWhole ? Math.floor(widths) + 1 : Math.ceil(widths));
  if (binBorder({ from, width }, count) < most) {
    count++;
  }
  const places = new Uint8Array(numbers.length);
  let bin = 0;
  let border = binBorder({ from, width }, 1);
  for (let at = 0; at < numbers.length; at++) {
    while (bin < count - 1 && (numbers[at] ?? 0) >= border) {
      bin++;
      border = binBorder({ from, width }, bin + 1);
    }
    places[at] = bin;
  }
  return { from, width, count, places };
}

/** Returns the smallest round width that is at least `width`. */
function roundWidth(width: number, isWhole: boolean): number {
  const exponent = Math.floor(Math.log10(width));
  const candidates = [exponent - 1, exponent, exponent + 1].flatMap((power) =>
    // Parsing the text avoids the error of a multiplication.
    ["1", "2", "2.5", "5"].map((digits) => Number(`${digits}e${power}`)),
  );
  return candidates.find((it) => it >= width && (!isWhole || Number.isInteger(it))) ?? width;
}

/**
 * Returns the sum of the weights in each bin.
 * @param slots of the numbers, in their order
 * @param bySlot sums of weights
 */
export function binCounts(
  { count, places }: Bins,
  slots: Uint32Array,
  bySlot: Float64Array,
): number[] {
  const counts = Array<number>(count).fill(0);
  for (let at = 0; at < slots.length; at++) {
    const bin = places[at] ?? 0;
    counts[bin] = (counts[bin] ?? 0) + (bySlot[slots[at] ?? 0] ?? 0);
  }
  return counts;
}
