/** Largest share of the width that frozen columns may take, so that the rest stays in sight. */
const maxFrozen = 0.6;

/** Position of a shown column, in CSS pixels from the left edge of the first one. */
export interface PlacedColumn<Column = unknown> {
  readonly index: number;
  readonly column: Column;
  readonly left: number;
  readonly width: number;
}

interface ColumnsToPlace<Column> {
  readonly columns: readonly Column[];
  readonly widthOf: (column: Column) => number;
  /** Number of leading columns to freeze. */
  readonly frozen: number;
  /** Width of the viewport. */
  readonly viewportWidth: number;
}

/** Positions of all shown columns, and which of them to draw. */
export class ColumnPlaces<Column = unknown> {
  readonly all: readonly PlacedColumn<Column>[];
  /** Number of leading columns that are frozen. */
  readonly frozen: number;
  readonly frozenWidth: number;
  readonly width: number;
  #drawn: readonly PlacedColumn<Column>[] = [];

  constructor({ columns, widthOf, frozen, viewportWidth: room }: ColumnsToPlace<Column>) {
    let left = 0;
    this.all = columns.map((column, index) => {
      const width = widthOf(column);
      left += width;
      return { index, column, left: left - width, width };
    });
    this.width = left;
    this.frozen = this.all
      .slice(0, frozen)
      .filter((it) => it.left + it.width <= room * maxFrozen).length;
    this.frozenWidth = this.#right(this.frozen - 1);
  }

  /**
   * Returns the columns in sight, the frozen ones, and `pinned` even if it is out of sight, so that the focus keeps its
   * element. Returns the same list as before if it has not changed.
   */
  drawn(
    scrollLeft: number,
    viewportWidth: number,
    pinned: number,
  ): readonly PlacedColumn<Column>[] {
    const from = scrollLeft + this.frozenWidth;
    const to = scrollLeft + viewportWidth;
    const drawn = this.all.filter(
      (it) =>
        it.index < this.frozen ||
        it.index === pinned ||
        (it.left < to && it.left + it.width > from),
    );
    const isSame =
      drawn.length === this.#drawn.length && drawn.every((it, at) => it === this.#drawn[at]);
    this.#drawn = isSame ? this.#drawn : drawn;
    return this.#drawn;
  }

  /** Returns the `scrollLeft` that brings a column into sight. */
  revealing(index: number, scrollLeft: number, viewportWidth: number): number {
    const it = this.all[index];
    if (!it || index < this.frozen) {
      return scrollLeft;
    }
    const furthest = it.left - this.frozenWidth;
    return Math.min(furthest, Math.max(scrollLeft, it.left + it.width - viewportWidth));
  }

  /** Returns the index of the column at `x` pixels from the left edge of the viewport; the last one if there is none. */
  at(x: number, scrollLeft: number): number {
    const left = x < this.frozenWidth ? x : x + scrollLeft;
    const found = this.all.findIndex((it) => left < it.left + it.width);
    return found < 0 ? this.all.length - 1 : found;
  }

  /** Like `at`, for a drag that may leave the viewport: beyond an edge, the next column that is not fully in sight. */
  draggedTo(x: number, scrollLeft: number, viewportWidth: number): number {
    if (x >= 0 || this.frozen === this.all.length) {
      return this.at(Math.min(x, viewportWidth), scrollLeft);
    }
    const edge = this.frozenWidth + scrollLeft;
    const next = this.all.findLastIndex((it) => it.index >= this.frozen && it.left < edge);
    return next < 0 ? 0 : next;
  }

  #right(index: number): number {
    const it = this.all[index];
    return it ? it.left + it.width : 0;
  }
}
