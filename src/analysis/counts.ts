import type { BaseCounts, Bases } from "../model/summary.ts";
import { firstItem, type ColumnIndex } from "./columnIndex.ts";
import type { RowSet } from "./rowSet.ts";
import type { Codes } from "./columnCells.ts";
import { unansweredSlot, firstSlot, notMentionedSlot } from "./slots.ts";

export interface Counts {
  readonly bases: Bases;
  /** By slot, sums of weights. */
  readonly bySlot: Float64Array;
}

/** Counts the rows of a set by slot. */
export class Counter {
  readonly #index: ColumnIndex;
  readonly #bySlot: Float64Array;
  /** Sums by cell, if rows share cells. */
  readonly #byCell: Float64Array | undefined;

  constructor(index: ColumnIndex) {
    const { cells, starts, items } = index;
    this.#index = index;
    this.#bySlot = new Float64Array(index.slots);
    this.#byCell = cells && new Float64Array(starts ? starts.length - 1 : items.length);
  }

  /** Counts the rows of a set. The result is valid until the next call. */
  count(set: RowSet): Counts {
    const bySlot = this.#bySlot.fill(0);
    const answered = this.#answered(set);
    const asked = this.#index.columnCells.recordsShown
      ? answered + (bySlot[unansweredSlot] ?? 0)
      : undefined;
    const missing = this.#missing(set);
    return {
      bases: {
        all: set.sum,
        asked,
        answered,
        ...(missing === undefined ? {} : { missing }),
        ...(set.weights ? { unweighted: this.#unweighted(set) } : {}),
      },
      bySlot,
    };
  }

  #unweighted({ rows }: RowSet): BaseCounts {
    const { items, columnCells } = this.#index;
    const { length } = rows;
    let [answered, unanswered] = [0, 0];
    for (let at = 0; at < length; at++) {
      const slot = items[firstItem(this.#index, rows[at] ?? 0)] ?? notMentionedSlot;
      answered += slot >= firstSlot ? 1 : 0;
      unanswered += slot === unansweredSlot ? 1 : 0;
    }
    return {
      all: length,
      asked: columnCells.recordsShown ? answered + unanswered : undefined,
      answered,
    };
  }

  #missing({ rows, weights }: RowSet): number | undefined {
    const { missing, cells } = this.#index;
    if (!missing) {
      return undefined;
    }
    let sum = 0;
    for (const row of rows) {
      if (missing.places[cells ? (cells[row] ?? 0) : row] === 1) {
        sum += weights ? (weights[row] ?? 0) : 1;
      }
    }
    return sum;
  }

  #answered(set: RowSet): number {
    const { cells, starts, items } = this.#index;
    if (cells && this.#byCell) {
      addUp(cells, set, this.#byCell.fill(0));
      return this.#spread(this.#byCell);
    }
    if (starts) {
      return this.#several(starts, set);
    }
    addUp(items, set, this.#bySlot);
    let answered = 0;
    for (let slot = firstSlot; slot < this.#bySlot.length; slot++) {
      answered += this.#bySlot[slot] ?? 0;
    }
    return answered;
  }

  /** Adds the sum of each cell to its slots. @returns the sum of the cells that answered */
  #spread(byCell: Float64Array): number {
    const bySlot = this.#bySlot;
    const { starts, items } = this.#index;
    let answered = 0;
    for (let cell = 0; cell < byCell.length; cell++) {
      const weight = byCell[cell] ?? 0;
      const from = starts ? (starts[cell] ?? 0) : cell;
      const to = starts ? (starts[cell + 1] ?? 0) : cell + 1;
      for (let item = from; item < to; item++) {
        const slot = items[item] ?? notMentionedSlot;
        bySlot[slot] = (bySlot[slot] ?? 0) + weight;
      }
      answered += (items[from] ?? notMentionedSlot) >= firstSlot ? weight : 0;
    }
    return answered;
  }

  #several(starts: Uint32Array, { rows, weights }: RowSet): number {
    const bySlot = this.#bySlot;
    const { items } = this.#index;
    const { length } = rows;
    let answered = 0;
    for (let at = 0; at < length; at++) {
      const row = rows[at] ?? 0;
      const weight = weights ? (weights[row] ?? 0) : 1;
      const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
      for (let item = from; item < to; item++) {
        const slot = items[item] ?? notMentionedSlot;
        bySlot[slot] = (bySlot[slot] ?? 0) + weight;
      }
      answered += (items[from] ?? notMentionedSlot) >= firstSlot ? weight : 0;
    }
    return answered;
  }
}

/**
 * Adds the weight of each row to the sum of its code.
 * @param codes by row
 * @param sums by code
 */
function addUp(codes: Codes, { rows, weights }: RowSet, sums: Float64Array): void {
  const { length } = rows;
  // Two loops, because a test in each turn would cost more than what it decides; and by index, which is several times as
  // fast as by iterator.
  if (weights) {
    for (let at = 0; at < length; at++) {
      const row = rows[at] ?? 0;
      const code = codes[row] ?? 0;
      sums[code] = (sums[code] ?? 0) + (weights[row] ?? 0);
    }
  } else {
    for (let at = 0; at < length; at++) {
      const code = codes[rows[at] ?? 0] ?? 0;
      sums[code] = (sums[code] ?? 0) + 1;
    }
  }
}

/** Returns how many different values were given. */
export function distinctOf(bySlot: Float64Array): number {
  let distinct = 0;
  for (let slot = firstSlot; slot < bySlot.length; slot++) {
    distinct += (bySlot[slot] ?? 0) > 0 ? 1 : 0;
  }
  return distinct;
}
