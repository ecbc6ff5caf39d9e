import type { Statistics } from "../model/summary.ts";
import type { Numbers } from "./columnIndex.ts";

/**
 * Returns statistics of weighted numbers. Quartiles are taken at (n - 1) p of the cumulated weights, as PSPP does; with
 * weights of 1 that is type 7 of R.
 * @param counts by slot, sums of weights
 * @returns `undefined` if no number has a weight
 */
export function statisticsOf(numbers: Numbers, counts: Float64Array): Statistics | undefined {
  const { values, slots } = numbers;
  const n = new Sum();
  const total = new Sum();
  let [first, last] = [-1, -1];
  for (let at = 0; at < values.length; at++) {
    const weight = counts[slots[at] ?? 0] ?? 0;
    if (weight > 0) {
      n.add(weight);
      total.add(weight * (values[at] ?? 0));
      first = first < 0 ? at : first;
      last = at;
    }
  }
  if (first < 0) {
    return undefined;
  }
  const [min, max] = [values[first] ?? 0, values[last] ?? 0];
  const mean = Math.min(max, Math.max(min, total.value / n.value));
  const squares = new Sum();
  const quantiles = new Quantiles(n.value, max);
  for (let at = first; at <= last; at++) {
    const value = values[at] ?? 0;
    let weight = counts[slots[at] ?? 0] ?? 0;
    // Codes such as "1" and "1.0" are one number.
    while (values[at + 1] === value) {
      weight += counts[slots[++at] ?? 0] ?? 0;
    }
    if (weight > 0) {
      squares.add(weight * (value - mean) ** 2);
      quantiles.add(value, weight);
    }
  }
  const [q1, median, q3] = quantiles.end();
  const sd = n.value > 1 ? Math.sqrt(squares.value / (n.value - 1)) : undefined;
  return { n: n.value, mean, sd, min, max, q1, median, q3 };
}

/** Adds numbers with little rounding error (Neumaier). */
class Sum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    const sum = this.#sum + value;
    this.#rest +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  get value(): number {
    return this.#sum + this.#rest;
  }
}

const quarters = [0.25, 0.5, 0.75] as const;

/** Finds the quartiles of distinct numbers, which are added in ascending order. */
class Quantiles {
  readonly #found: number[] = [];
  readonly #ranks: readonly number[];
  readonly #max: number;
  #cumulated = 0;
  /** Quartiles that lie between a number and the next: `place` in `found`, and the `share` of the way to the next. */
  #open: { place: number; from: number; share: number }[] = [];

  constructor(n: number, max: number) {
    // With a total weight below 1, the rank would be below 0.
    this.#ranks = quarters.map((p) => Math.max(0, (n - 1) * p));
    this.#max = max;
  }

  add(value: number, weight: number): void {
    this.#close(value);
    this.#cumulated += weight;
    for (let place = this.#found.length; place < quarters.length; place++) {
      const rank = this.#ranks[place] ?? 0;
      if (this.#cumulated <= rank) {
        return;
      }
      this.#found.push(value);
      if (rank + 1 >= this.#cumulated) {
        this.#open.push({ place, from: value, share: rank - Math.trunc(rank) });
      }
    }
  }

  end(): [number, number, number] {
    const [q1 = this.#max, median = this.#max, q3 = this.#max] = this.#found;
    return [q1, median, q3];
  }

  #close(next: number): void {
    for (const { place, from, share } of this.#open) {
      this.#found[place] = from + (next - from) * share;
    }
    this.#open = [];
  }
}
