import { grow } from "../../analysis/grow.ts";
import {
  cellKey,
  codesFor,
  emptyCode,
  entriesOf,
  nullCode,
  type Codes,
  type TextCell,
  type Vector,
} from "../vector.ts";
import { copied, distinctSample, maxDistinct } from "./distinct.ts";
import type { Form, Segment } from "./form.ts";
import { Listed } from "./listed.ts";
import { Paged } from "./paged.ts";
import { cellsOf } from "./timeCells.ts";

/** A column with few distinct cells: one code per row. */
export class Coded implements Form {
  #codes: Codes = new Uint8Array(0);
  #rows = 0;
  #textBytes = 0;
  #hasLists = false;
  readonly #cells: TextCell[] = [null, []];
  readonly #index = new Map<string, number>();

  get bytes(): number {
    return this.#codes.byteLength + this.#textBytes;
  }

  reserve(rows: number): void {
    this.#codes = grow(this.#codes, rows);
  }

  add(first: number, rows: number, vector: Vector | undefined): boolean {
    const page = vector && cellsOf(vector);
    const codes = [
      nullCode,
      emptyCode,
      ...(page ? entriesOf(page).map((it) => this.#code(it)) : []),
    ];
    this.#rows = first + rows;
    // Even few values have many combinations in lists.
    this.#hasLists ||= page !== undefined && page.lengths.length > page.counts.length;
    const isTooMany =
      this.#cells.length > maxDistinct ||
      (this.#cells.length > distinctSample &&
        (this.#hasLists || this.#cells.length > this.#rows / 2));
    if (isTooMany) {
      return false;
    }
    this.#fit();
    if (page) {
      const all = this.#codes;
      for (let row = 0; row < rows; row++) {
        all[first + row] = codes[page.codes[row] ?? nullCode] ?? nullCode;
      }
    }
    return true;
  }

  #code(cell: readonly string[]): number {
    const key = cellKey(cell);
    let code = this.#index.get(key);
    if (code === undefined) {
      code = this.#cells.length;
      const copy = cell.map(copied);
      this.#index.set(cellKey(copy), code);
      this.#cells.push(copy);
      this.#textBytes += key.length * 4 + 100;
    }
    return code;
  }

  /** Widens the codes if there are more cells, and lengthens the array if there are more rows. */
  #fit(): void {
    const make = codesFor(this.#cells.length - 1);
    if (make(0).BYTES_PER_ELEMENT > this.#codes.BYTES_PER_ELEMENT) {
      const wider = make(this.#codes.length);
      wider.set(this.#codes);
      this.#codes = wider;
    }
    this.#codes = grow(this.#codes, this.#rows);
  }

  next(): Form {
    return this.#hasLists ? new Listed() : new Paged();
  }

  segments(from: number): Iterable<Segment> {
    return this.#rows <= from
      ? []
      : [
          {
            first: from,
            codes: this.#codes.subarray(from, this.#rows),
            cells: () => this.#cells,
            isWhole: true,
          },
        ];
  }
}
