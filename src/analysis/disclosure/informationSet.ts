import { inverse, reduced } from "./field.ts";
import type { ToldFigures } from "./toldFigures.ts";
import { lengthened } from "../grow.ts";

/** Rows that are examined together. */
const blockLength = 512;
/** Maximum number of rows of sums that are kept, of 4 bytes each. */
const maxKeptRows = 500_000;

/** Undoes the last change. */
export type Undo = () => void;

/**
 * An information set: rows, called pivots, at which the values of a sum of figures determine the whole sum. There are as
 * many as the figures have dimensions. Each pivot has the one sum that is 1 at this pivot and 0 at all others.
 *
 * Here and in what uses it, a _sum_ is a linear combination of figures, and its rows are those at which it is not 0.
 */
export class InformationSet {
  readonly #told: ToldFigures;
  /** Minimum number of rows that each sum must have. */
  readonly #least: number;
  /** Returns whether a row counts towards `#least`. */
  readonly #counts: (row: number) => boolean;
  readonly #pivots: number[] = [];
  /** By pivot: the factors of its sum, indexed by figure + 1. */
  readonly #sums: Float64Array[] = [];
  /** By pivot: further rows of its sum, enough to show that it does not have too few. */
  readonly #witnesses: (readonly number[])[] = [];
  /** By pivot: all rows of its sum, if they were needed since the sum changed. Most sums stay the same for many figures. */
  #rowsByPivot: (Uint32Array | undefined)[] = [];
  #keptRows = 0;
  readonly #block = new Float64Array(blockLength);
  #length = 64;

  constructor(told: ToldFigures, least: number, counts: (row: number) => boolean) {
    this.#told = told;
    this.#least = least;
    this.#counts = counts;
  }

  /** Returns the newest figure minus the sum of the others that equals it at all pivots. */
  rest(): Float64Array {
    const newest = this.#told.figures.length - 1;
    this.#reserve(newest + 2);
    const factors = new Float64Array(this.#length);
    for (const [at, pivot] of this.#pivots.entries()) {
      const value = this.#told.valueOf(newest, pivot);
      if (value !== 0) {
        addTimes(factors, this.#sums[at], reduced(-value));
      }
    }
    factors[newest + 1] = 1;
    return factors;
  }

  /** Returns the first row of the sum that passes, from `start` on and around; -1 if there is none. */
  firstOf(factors: Float64Array, start: number, passes: (row: number) => boolean): number {
    return this.#rowsOf(factors, start, 1, passes)[0] ?? -1;
  }

  /** Returns all rows of the sum that pass. */
  allOf(factors: Float64Array, passes: (row: number) => boolean): readonly number[] {
    return this.#rowsOf(factors, 0, Infinity, passes);
  }

  /** Returns the factors of the pivot's sum. */
  sumOf(pivot: number): Float64Array {
    return this.#sums[this.#pivots.indexOf(pivot)] ?? new Float64Array(0);
  }

  /** Returns all rows of the pivot's sum. */
  rowsOfPivot(pivot: number): Uint32Array {
    const at = this.#pivots.indexOf(pivot);
    return (
      this.#rowsByPivot[at] ??
      this.#keepRows(
        at,
        this.allOf(this.sumOf(pivot), () => true),
      )
    );
  }

  /**
   * Adds the row as a pivot of a sum that is 0 at the other pivots.
   * @returns a function that undoes this, or the rows of a sum that would have too few: then nothing has changed
   */
  add(rest: Float64Array, row: number): Undo | readonly number[] {
    return this.#place(this.#pivots.length, row, rest);
  }

  /** Replaces a pivot by a row of its sum. @returns as `add` */
  exchange(pivot: number, row: number): Undo | readonly number[] {
    return this.#place(this.#pivots.indexOf(pivot), row, this.sumOf(pivot));
  }

  #place(at: number, row: number, factors: Float64Array): Undo | readonly number[] {
    const [pivot, before, witnesses] = [this.#pivots[at], this.#sums[at], this.#witnesses[at]];
    const sum = times(factors, inverse(this.#told.sumAt(factors, row)));
    const others = this.#sums.map((it, other) => (other === at ? 0 : this.#told.sumAt(it, row)));
    const changes: (readonly [other: number, witnesses: readonly number[]])[] = [];
    const undo = (): void => {
      for (const [other, known] of changes) {
        this.#changeSum(other, sum, others[other] ?? 0);
        this.#witnesses[other] = known;
      }
      this.#forgetRows(at);
      if (pivot === undefined || !before || !witnesses) {
        this.#pivots.pop();
        this.#sums.pop();
        this.#witnesses.pop();
      } else {
        this.#pivots[at] = pivot;
        this.#sums[at] = before;
        this.#witnesses[at] = witnesses;
      }
    };
    this.#pivots[at] = row;
    this.#sums[at] = sum;
    this.#witnesses[at] = [];
    this.#forgetRows(at);
    const narrow = this.#narrow(at) ?? this.#clear(sum, others, changes);
    if (narrow) {
      undo();
    }
    return narrow ?? undo;
  }

  /** Makes the other sums 0 at the new pivot. @returns the rows of a sum that has too few after that */
  #clear(
    sum: Float64Array,
    factors: readonly number[],
    changes: (readonly [other: number, witnesses: readonly number[]])[],
  ): readonly number[] | undefined {
    for (const [other, factor] of factors.entries()) {
      if (factor !== 0) {
        changes.push([other, this.#witnesses[other] ?? []]);
        this.#changeSum(other, sum, reduced(-factor));
        const narrow = this.#narrow(other);
        if (narrow) {
          return narrow;
        }
      }
    }
    return undefined;
  }

  /** Adds a multiple of another sum to the sum at this place. */
  #changeSum(at: number, other: Float64Array, factor: number): void {
    addTimes(this.#sums[at], other, factor);
    this.#forgetRows(at);
  }

  #forgetRows(at: number): void {
    this.#keptRows -= this.#rowsByPivot[at]?.length ?? 0;
    this.#rowsByPivot[at] = undefined;
  }

  #keepRows(at: number, found: readonly number[]): Uint32Array {
    const rows = Uint32Array.from(found);
    if (this.#keptRows + rows.length > maxKeptRows) {
      this.#rowsByPivot = [];
      this.#keptRows = 0;
    }
    this.#rowsByPivot[at] = rows;
    this.#keptRows += rows.length;
    return rows;
  }

  /** Finds witnesses of a sum. @returns the rows of the sum if they are too few */
  #narrow(at: number): readonly number[] | undefined {
    const sum = this.#sums[at] ?? new Float64Array(0);
    const pivot = this.#pivots[at] ?? 0;
    const wanted = this.#least - 1;
    const known = (this.#witnesses[at] ?? []).filter(
      (it) => it !== pivot && this.#told.sumAt(sum, it) !== 0,
    );
    if (known.length < wanted) {
      const others = (row: number): boolean =>
        row !== pivot && !known.includes(row) && this.#counts(row);
      known.push(...this.#rowsOf(sum, pivot, wanted - known.length, others));
    }
    this.#witnesses[at] = known;
    return known.length < wanted ? [pivot, ...known] : undefined;
  }

  /** Returns up to `most` rows of the sum that pass. */
  #rowsOf(
    factors: Float64Array,
    start: number,
    most: number,
    passes: (row: number) => boolean,
  ): number[] {
    const found: number[] = [];
    const { rows } = this.#told;
    const blocks = Math.ceil(rows / blockLength);
    const first = Math.floor(start / blockLength);
    for (let block = 0; block < blocks && found.length < most; block++) {
      const from = ((first + block) % blocks) * blockLength;
      this.#told.sumsFrom(from, factors, this.#block);
      const count = Math.min(blockLength, rows - from);
      for (let step = 0; step < count && found.length < most; step++) {
        const at = (step + start) % count;
        if (reduced(this.#block[at] ?? 0) !== 0 && passes(from + at)) {
          found.push(from + at);
        }
      }
    }
    return found;
  }

  #reserve(length: number): void {
    if (length <= this.#length) {
      return;
    }
    this.#length = Math.max(length, 2 * this.#length);
    for (const [at, sum] of this.#sums.entries()) {
      this.#sums[at] = lengthened(sum, this.#length);
    }
  }
}

function addTimes(sum: Float64Array | undefined, other: Float64Array | undefined, factor: number) {
  if (!sum || !other) {
    return;
  }
  for (let at = 0; at < sum.length; at++) {
    const value = other[at] ?? 0;
    if (value !== 0) {
      sum[at] = reduced((sum[at] ?? 0) + reduced(factor * value));
    }
  }
}

function times(sum: Float64Array, factor: number): Float64Array {
  return sum.map((it) => reduced(it * factor));
}
