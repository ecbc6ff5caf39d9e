import type { Vector } from "../vector.ts";
import type { Form, Segment } from "./form.ts";
import { Times } from "./times.ts";

/** A column whose cells are all null, as in most columns. Takes no memory. */
export class Blank implements Form {
  readonly bytes = 0;

  reserve(): void {
    // No memory is needed.
  }

  add(_first: number, _rows: number, vector: Vector | undefined): boolean {
    return vector === undefined;
  }

  next(): Form {
    return new Times();
  }

  segments(): Iterable<Segment> {
    return [];
  }
}
