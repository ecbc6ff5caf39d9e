import type { ColumnData } from "./columnData.ts";
import type { Segment } from "./columnForms/form.ts";
import { nullCode, type TextCell } from "./vector.ts";

/** Reads the cells of a column row by row, in ascending order. */
export class CellCursor {
  readonly #segments: Iterator<Segment>;
  #segment: Segment | undefined;
  #cells: readonly TextCell[] = [];

  constructor(column: ColumnData, from: number) {
    this.#segments = column.segments(from)[Symbol.iterator]();
    this.#next();
  }

  at(row: number): TextCell {
    while (this.#segment && this.#segment.first + this.#segment.codes.length <= row) {
      this.#next();
    }
    const { first, codes } = this.#segment ?? { first: Infinity, codes: [] };
    return row < first ? null : (this.#cells[codes[row - first] ?? nullCode] ?? null);
  }

  #next(): void {
    const next = this.#segments.next();
    this.#segment = next.done === true ? undefined : next.value;
    this.#cells = this.#segment?.cells() ?? [];
  }
}
