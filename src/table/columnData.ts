import { itemCount } from "../copy/copyState.ts";
import { Blank } from "./columnForms/blank.ts";
import type { Form, Segment } from "./columnForms/form.ts";
import { Times } from "./columnForms/times.ts";
import type { PageStore } from "./pageStore.ts";
import { decodeVector } from "./vector.ts";

/**
 * A column of all rows, in the smallest form that holds it: nothing if all cells are null, times as numbers, one code per
 * row if few cells are distinct, one code per value if cells are lists of few distinct values, otherwise page by page.
 */
export class ColumnData {
  #pages = 0;
  #rows = 0;
  #form: Form = new Blank();
  readonly #vectors: (from: number) => Iterable<Uint8Array | undefined>;

  constructor(vectors: (from: number) => Iterable<Uint8Array | undefined>) {
    this.#vectors = vectors;
  }

  /** Approximate bytes held in memory. */
  get bytes(): number {
    return this.#form.bytes;
  }

  get pages(): number {
    return this.#pages;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Seconds by row, as `secondsOf` returns them, NaN if the cell is null; `undefined` unless all other cells are times. */
  get seconds(): Float64Array | undefined {
    return this.#form instanceof Times ? this.#form.seconds(this.#rows) : undefined;
  }

  /** Whether any cell has several values. */
  get isMultiple(): boolean {
    if (this.seconds) {
      return false;
    }
    for (const segment of this.segments()) {
      if (hasSeveral(segment)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the pages that are new, up to but without `end`. */
  extend(pages: PageStore["pages"], end = pages.length): void {
    while (this.#pages < end && !this.#take(pages, end)) {
      this.#form = this.#form.next();
      this.#pages = 0;
    }
  }

  #take(pages: PageStore["pages"], end: number): boolean {
    this.#form.reserve(itemCount(pages));
    for (const bytes of this.#vectors(this.#pages)) {
      const page = pages[this.#pages];
      if (!page || this.#pages === end) {
        break;
      }
      if (!this.#form.add(page.first, page.rows, bytes && decodeVector(bytes))) {
        return false;
      }
      this.#pages++;
      this.#rows = page.first + page.rows;
    }
    return true;
  }

  /**
   * Returns the segments with row `from` and the rows after it. Rows that are in no segment are null.
   * @param from the first row of a page; then no segment has rows before it
   */
  segments(from = 0): Iterable<Segment> {
    return this.#form.segments(from);
  }
}

function hasSeveral({ vector, lists, cells }: Segment): boolean {
  return lists
    ? lists.starts.some((it, row) => row > 0 && it > (lists.starts[row - 1] ?? 0) + 1)
    : vector
      ? vector.counts.some((it) => it > 1)
      : cells().some((it) => it !== null && it.length > 1);
}
