import type { Drag } from "../../shared/grid/gridPointer.ts";
import type { GridViewport } from "../../shared/grid/gridViewport.ts";
import type { ColumnCommands } from "./columnCommands.ts";

/** Distance in CSS pixels from which a press on a header becomes a drag. */
const threshold = 5;

/**
 * Distance from an edge within which a drag scrolls, and the distance that each movement scrolls, in CSS pixels. At the left,
 * a drag scrolls over all of the frozen columns, too.
 */
const edge = 24;
const step = 16;

/** A pressed header, which may be dragged to another place among the shown columns. */
export class ColumnDrag implements Drag {
  readonly #column: number;
  readonly #x: number;
  readonly #viewport: GridViewport;
  readonly #columns: ColumnCommands;
  /**
   * Index of the column before which it would be dropped; the number of columns for the end, `undefined` until it is
   * dragged.
   */
  before: number | undefined;

  constructor(column: number, x: number, viewport: GridViewport, columns: ColumnCommands) {
    this.#column = column;
    this.#x = x;
    this.#viewport = viewport;
    this.#columns = columns;
  }

  moved({ x, clientX }: { readonly x: number; readonly clientX: number }): void {
    const { places, left: scrollLeft, width } = this.#viewport;
    const column = places.at(x, scrollLeft);
    const it = places.all[column];
    if (!it) {
      return;
    }
    const left = column < places.frozen ? it.left : it.left - scrollLeft;
    if (this.before !== undefined || Math.abs(clientX - this.#x) >= threshold) {
      this.before = x > left + it.width / 2 ? column + 1 : column;
      const leftEdge = Math.max(edge, places.frozenWidth);
      this.#viewport.scrollBy(x > width - edge ? step : x < leftEdge ? -step : 0);
    }
  }

  dropped(): void {
    if (this.before !== undefined) {
      this.#columns.move(this.#column, this.before);
    }
  }
}
