import type { Vector } from "../vector.ts";
import type { Form, Segment } from "./form.ts";
import { Times } from "./times.ts";

/** Nothing, as long as all cells are null: most columns have no others. */
export class Blank implements Form {
  readonly bytes = 0;

  reserve(): void {
    // It takes nothing.
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
