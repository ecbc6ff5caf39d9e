import type { ColumnData } from "./columnData.ts";
import type { PageStore } from "./pageStore.ts";
import { digitsOfNumbers, sortByDigits } from "./radixSort.ts";
import { grow } from "../analysis/grow.ts";

/**
 * The order of rows when no sort is chosen: newest first; within the same second later readings first, then in the order of
 * storage. A response without a time follows the one before it in its page.
 */
export class DefaultOrder {
  #pages = 0;
  #rows = 0;
  /** Time by row: seconds if all times have the documented form, otherwise strings. Both sort the same way. */
  #times: Float64Array | string[] = new Float64Array(0);
  /** Last time of the pages so far; rows of a page without any time take it. */
  #lastTime: number | string | undefined;
  #order = new Uint32Array(0);
  #facts: PageStore["pages"] = [];

  /** Ids of all rows in order. Valid until the next `extend`. */
  get rows(): Uint32Array {
    return this.#order.subarray(0, this.#rows);
  }

  /** Adds the pages that are new. */
  extend(pages: PageStore["pages"], finishedAt: ColumnData): void {
    const { seconds } = finishedAt;
    if ((seconds === undefined) !== Array.isArray(this.#times)) {
      // Seconds and strings cannot be compared, so begin again.
      this.#pages = 0;
      this.#rows = 0;
      this.#lastTime = undefined;
      this.#times = seconds ? new Float64Array(0) : [];
    }
    this.#facts = pages;
    const last = pages.at(-1);
    if (!last || this.#pages === pages.length) {
      return;
    }
    const from = this.#rows;
    const to = last.first + last.rows;
    this.#takeTimes(from, to, seconds ?? textsOf(finishedAt, from, to));
    const added = this.#sorted(pages.slice(this.#pages), from, to);
    this.#pages = pages.length;
    this.#rows = to;
    this.#merge(added, from);
  }

  #takeTimes(
    from: number,
    to: number,
    times: Float64Array | readonly (string | undefined)[],
  ): void {
    if (!Array.isArray(this.#times)) {
      this.#times = grow(this.#times, to);
    }
    const start = Array.isArray(this.#times) ? from : 0;
    for (const { first, rows } of this.#facts.slice(this.#pages)) {
      let time = firstTime(times, first - start, rows) ?? this.#lastTime;
      for (let row = first; row < first + rows; row++) {
        const own = times[row - start];
        time = isTime(own) ? own : time;
        if (Array.isArray(this.#times)) {
          this.#times[row] = String(time ?? "\uffff");
        } else {
          this.#times[row] = typeof time === "number" ? time : laterThanAll;
        }
      }
      this.#lastTime = time;
    }
  }

  /** Returns the new rows in their order. */
  #sorted(pages: PageStore["pages"], from: number, to: number): Uint32Array {
    const ids = new Uint32Array(to - from);
    let at = 0;
    for (const { first, rows } of pages.toSorted((a, b) => b.reading - a.reading)) {
      for (let row = 0; row < rows; row++) {
        ids[at++] = first + row;
      }
    }
    const times = this.#times;
    if (ids.every((id, place) => place === 0 || !isNewer(times, id, ids[place - 1] ?? 0))) {
      return ids;
    }
    if (Array.isArray(times)) {
      return ids.sort((a, b) => (isNewer(times, a, b) ? -1 : isNewer(times, b, a) ? 1 : 0));
    }
    sortByDigits(ids, digitsOfNumbers(times.subarray(from, to), true), from);
    return ids;
  }

  /** Merges from the end, so that rows before all new rows are not moved. */
  #merge(added: Uint32Array, rows: number): void {
    const order = (this.#order = grow(this.#order, this.#rows));
    let old = rows - 1;
    for (let fresh = added.length - 1, place = this.#rows - 1; fresh >= 0; place--) {
      const [a, b] = [added[fresh] ?? 0, order[old] ?? 0];
      if (old >= 0 && this.#comesBefore(a, b)) {
        order[place] = b;
        old--;
      } else {
        order[place] = a;
        fresh--;
      }
    }
  }

  /** Returns true if the row `later`, stored after `earlier`, comes before it in the order. */
  #comesBefore(later: number, earlier: number): boolean {
    return (
      isNewer(this.#times, later, earlier) ||
      (!isNewer(this.#times, earlier, later) && this.#reading(later) > this.#reading(earlier))
    );
  }

  #reading(row: number): number {
    let [low, high] = [0, this.#facts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#facts[middle]?.first ?? 0) <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return this.#facts[low]?.reading ?? 0;
  }
}

/** Seconds after the year 9999, so that rows without a time before the first known one stay first. */
const laterThanAll = 300_000_000_000;

function isNewer(times: Float64Array | readonly string[], a: number, b: number): boolean {
  return (times[a] ?? 0) > (times[b] ?? 0);
}

function isTime(time: number | string | undefined): time is number | string {
  return typeof time === "number" ? !Number.isNaN(time) : time !== undefined && time !== "";
}

function firstTime(
  times: ArrayLike<number | string | undefined>,
  first: number,
  rows: number,
): number | string | undefined {
  for (let row = first; row < first + rows; row++) {
    const time = times[row];
    if (isTime(time)) {
      return time;
    }
  }
  return undefined;
}

function textsOf(column: ColumnData, from: number, to: number): (string | undefined)[] {
  const texts = new Array<string | undefined>(to - from).fill(undefined);
  for (const { first, codes, cells } of column.segments(from)) {
    const all = cells();
    codes.forEach((code, row) => {
      texts[first - from + row] = all[code]?.[0];
    });
  }
  return texts;
}
