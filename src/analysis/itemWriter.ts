import { notMentionedSlot } from "./slots.ts";
import type { Codes } from "./columnCells.ts";
import { lengthened } from "./grow.ts";

/** Items of a `ColumnIndex`. */
export interface WrittenItems {
  readonly items: Uint32Array;
  readonly starts?: Uint32Array | undefined;
  readonly hasSeveral: boolean;
}

/** Writes items row after row. */
export class ItemWriter {
  hasSeveral = false;
  readonly #rows: number;
  #items: Uint32Array<ArrayBuffer>;
  /** Undefined as long as each row has one item. */
  #starts: Uint32Array | undefined;
  /** By slot, the number of rows begun when it was last added. */
  readonly #lastRow: number[] = [];
  #row = 0;
  #length = 0;

  constructor(rows: number) {
    this.#rows = rows;
    this.#items = new Uint32Array(rows);
  }

  /** Fills the rows up to this one with null. */
  toRow(row: number): void {
    while (this.#row < Math.min(row, this.#rows)) {
      this.add(notMentionedSlot);
    }
  }

  /** Adds rows of one slot each. @param slots by code */
  addSlots(codes: Codes, rows: number, slots: Uint32Array): void {
    this.#reserve(rows);
    const [items, starts, row, length] = [this.#items, this.#starts, this.#row, this.#length];
    for (let at = 0; at < rows; at++) {
      items[length + at] = slots[codes[at] ?? 0] ?? 0;
    }
    if (starts) {
      for (let at = 0; at < rows; at++) {
        starts[row + at] = length + at;
      }
    }
    this.#row += rows;
    this.#length += rows;
  }

  /**
   * Adds rows, some of which have several slots.
   * @param several by code; a code that it does not have has one slot, in `slots`
   */
  addLists(
    codes: Codes,
    rows: number,
    slots: Uint32Array,
    several: readonly (readonly number[] | undefined)[],
  ): void {
    const starts = this.#severalStarts();
    for (let at = 0; at < rows; at++) {
      const code = codes[at] ?? 0;
      const list = several[code];
      this.#reserve(list?.length ?? 1);
      starts[this.#row++] = this.#length;
      if (list) {
        for (const slot of list) {
          this.#items[this.#length++] = slot;
        }
      } else {
        this.#items[this.#length++] = slots[code] ?? 0;
      }
    }
  }

  add(slot: number): void {
    this.addTo(true, slot);
  }

  /** Begins a row, or adds the slot to the current one unless it already has it. */
  addTo(isFirst: boolean, slot: number): void {
    if (isFirst) {
      if (this.#starts) {
        this.#starts[this.#row] = this.#length;
      }
      this.#row++;
    } else {
      this.#severalStarts();
      if (this.#lastRow[slot] === this.#row) {
        return;
      }
    }
    this.#lastRow[slot] = this.#row;
    this.#reserve(1);
    this.#items[this.#length++] = slot;
  }

  end(): WrittenItems {
    this.toRow(this.#rows);
    if (this.#starts) {
      this.#starts[this.#rows] = this.#length;
    }
    const isOneEach = this.#length === this.#rows;
    return {
      items: this.#items.subarray(0, this.#length),
      starts: isOneEach ? undefined : this.#starts,
      hasSeveral: this.hasSeveral,
    };
  }

  /** Returns `#starts`, made on first use from rows of one item each. */
  #severalStarts(): Uint32Array {
    if (!this.#starts) {
      this.#starts = new Uint32Array(this.#rows + 1);
      for (let row = 0; row < this.#row; row++) {
        this.#starts[row] = row;
      }
    }
    return this.#starts;
  }

  /** Makes room for more items. */
  #reserve(items: number): void {
    const length = this.#length + items;
    if (length > this.#items.length) {
      this.#items = lengthened(this.#items, length + (length >> 1) + 64);
    }
  }
}
