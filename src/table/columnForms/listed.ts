import type { Lists } from "../../analysis/columnCells.ts";
import { grow } from "../../analysis/grow.ts";
import {
  emptyCode,
  entriesOf,
  firstEntryCode,
  nullCode,
  type Codes,
  type Vector,
} from "../vector.ts";
import { copied, distinctSample, maxDistinct } from "./distinct.ts";
import type { Form, Segment } from "./form.ts";
import { Paged } from "./paged.ts";

/** The list of codes that marks a null cell. */
const isNull = [0];
/** Maximum number of rows in a segment: few enough for codes of two bytes. */
const listedRows = 60_000;

/** A column whose cells are lists of few distinct values: one code per value. */
export class Listed implements Form {
  #starts = new Uint32Array(1);
  #codes: Codes = new Uint16Array(0);
  #rows = 0;
  /** Distinct values by code. Code 0 is no value: it marks null cells. */
  readonly #values: string[] = [""];
  readonly #index = new Map<string, number>();

  get bytes(): number {
    return this.#starts.byteLength + this.#codes.byteLength + this.#values.length * 100;
  }

  reserve(rows: number): void {
    this.#starts = grow(this.#starts, rows + 1);
  }

  add(first: number, rows: number, vector: Vector | undefined): boolean {
    if (vector?.kind === "times") {
      return false;
    }
    const lists = vector ? entriesOf(vector).map((it) => it.map((value) => this.#code(value))) : [];
    this.#rows = first + rows;
    if (
      this.#values.length > maxDistinct ||
      (this.#values.length > distinctSample && this.#values.length > this.#rows / 2)
    ) {
      return false;
    }
    this.#starts = grow(this.#starts, this.#rows + 1);
    let end = this.#starts[first] ?? 0;
    for (let row = 0; row < rows; row++) {
      const code = vector?.codes[row] ?? nullCode;
      const list = code === nullCode ? isNull : (lists[code - firstEntryCode] ?? []);
      if (end + list.length > this.#codes.length) {
        this.#codes = grow(this.#codes, end + list.length);
      }
      for (const value of list) {
        this.#codes[end++] = value;
      }
      this.#starts[first + row + 1] = end;
    }
    return true;
  }

  #code(value: string): number {
    let code = this.#index.get(value);
    if (code === undefined) {
      code = this.#values.length;
      const copy = copied(value);
      this.#values.push(copy);
      this.#index.set(copy, code);
    }
    return code;
  }

  next(): Form {
    return new Paged();
  }

  *segments(from: number): Iterable<Segment> {
    for (let first = from; first < this.#rows; first += listedRows) {
      const starts = this.#starts.subarray(first, Math.min(this.#rows, first + listedRows) + 1);
      const lists = { starts, codes: this.#codes, values: this.#values };
      const codes = Uint16Array.from({ length: starts.length - 1 }, (_, row) => {
        const [start = 0, end = 0] = [starts[row], starts[row + 1]];
        return start === end
          ? emptyCode
          : lists.codes[start] === 0
            ? nullCode
            : row + firstEntryCode;
      });
      yield { first, codes, lists, cells: () => [null, [], ...listsOf(lists)] };
    }
  }
}

function listsOf({ starts, codes, values }: Lists): string[][] {
  const lists: string[][] = [];
  for (let row = 0; row + 1 < starts.length; row++) {
    const list: string[] = [];
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) {
      list.push(values[codes[at] ?? 0] ?? "");
    }
    lists.push(list);
  }
  return lists;
}
