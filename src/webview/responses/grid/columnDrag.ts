/** From so many CSS pixels on, a press on a header is a drag. */
const threshold = 5;

/** A header that a pointer was pressed on, and that may be dragged to another place among the shown columns. */
export class ColumnDrag {
  readonly column: number;
  readonly #x: number;
  #before: number | undefined;

  constructor(column: number, x: number) {
    this.column = column;
    this.#x = x;
  }

  /** Before which column it would be dropped; as many as there are: at the end. `undefined` until it is dragged. */
  get before(): number | undefined {
    return this.#before;
  }

  /** @param before the column that it would stand before at this place */
  moved(x: number, before: number): void {
    if (this.#before !== undefined || Math.abs(x - this.#x) >= threshold) {
      this.#before = before;
    }
  }
}
