import { grow } from "../../analysis/grow.ts";
import { firstEntryCode, nullCode, type Vector } from "../vector.ts";
import { Coded } from "./coded.ts";
import type { Form, Segment } from "./form.ts";
import { timeText } from "./timeCells.ts";

/** Maximum number of rows in a segment: all their texts are in memory at the same time. */
const segmentRows = 4096;

/** A column whose cells are all null or a time: one number per row. */
export class Times implements Form {
  #seconds = new Float64Array(0);
  #rows = 0;
  #hasTimes = false;

  get bytes(): number {
    return this.#seconds.byteLength;
  }

  seconds(rows: number): Float64Array | undefined {
    return this.#hasTimes ? this.#seconds.subarray(0, rows) : undefined;
  }

  reserve(rows: number): void {
    this.#seconds = grow(this.#seconds, rows);
  }

  add(first: number, rows: number, vector: Vector | undefined): boolean {
    if (vector && vector.kind !== "times") {
      return false;
    }
    this.#rows = first + rows;
    this.#seconds = grow(this.#seconds, this.#rows);
    if (vector) {
      this.#seconds.set(vector.seconds, first);
      this.#hasTimes = true;
    } else {
      this.#seconds.fill(NaN, first, this.#rows);
    }
    return true;
  }

  next(): Form {
    return new Coded();
  }

  *segments(from: number): Iterable<Segment> {
    for (let first = from; first < this.#rows; first += segmentRows) {
      const seconds = this.#seconds.subarray(first, Math.min(this.#rows, first + segmentRows));
      const codes = new Uint16Array(seconds.length);
      seconds.forEach((it, row) => {
        codes[row] = Number.isNaN(it) ? nullCode : firstEntryCode + row;
      });
      yield {
        first,
        codes,
        isTimes: true,
        cells: () => [
          null,
          [],
          ...Array.from(seconds, (it) => (Number.isNaN(it) ? null : [timeText(it)])),
        ],
      };
    }
  }
}
