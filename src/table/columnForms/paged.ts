import { entriesOf, type Vector } from "../vector.ts";
import type { Form, Segment } from "./form.ts";
import { cellsOf } from "./timeCells.ts";

/** A column whose cells are mostly distinct: the vectors of its pages. */
export class Paged implements Form {
  bytes = 0;
  readonly #pages: Segment[] = [];

  reserve(): void {
    // Vectors are kept as they are.
  }

  add(first: number, _rows: number, vector: Vector | undefined): boolean {
    const page = vector && cellsOf(vector);
    if (page) {
      this.#pages.push({
        first,
        codes: page.codes,
        cells: () => [null, [], ...entriesOf(page)],
        vector: page,
      });
      this.bytes +=
        page.codes.byteLength +
        page.counts.byteLength +
        page.lengths.byteLength +
        page.text.length * (page.isLatin1 ? 1 : 2) +
        1000;
    }
    return true;
  }

  next(): Form {
    throw new Error("Pages hold whatever comes.");
  }

  /** Pages whose cells are all null have no segment. */
  segments(from: number): Iterable<Segment> {
    const start = this.#pages.findIndex((it) => it.first + it.codes.length > from);
    return start < 0 ? [] : this.#pages.slice(start);
  }
}
