/** More than this share of the width is never frozen: the rest has to be seen, too. */
const mostFrozen = 0.6;

/** Where a shown column lies, in CSS pixels from the left edge of the first one. */
export interface PlacedColumn<Column = unknown> {
  readonly index: number;
  readonly column: Column;
  readonly left: number;
  readonly width: number;
}

interface ColumnsToPlace<Column> {
  readonly columns: readonly Column[];
  readonly widthOf: (column: Column) => number;
  /** How many of the first ones are to stand still. */
  readonly frozen: number;
  /** Width of what is in sight. */
  readonly room: number;
}

/** Where all shown columns lie, and which of them are to be drawn. */
export class ColumnPlaces<Column = unknown> {
  readonly all: readonly PlacedColumn<Column>[];
  /** How many of the first ones stand still. */
  readonly frozen: number;
  readonly frozenWidth: number;
  readonly width: number;
  #drawn: readonly PlacedColumn<Column>[] = [];

  constructor({ columns, widthOf, frozen, room }: ColumnsToPlace<Column>) {
    let left = 0;
    this.all = columns.map((column, index) => {
      const width = widthOf(column);
      left += width;
      return { index, column, left: left - width, width };
    });
    this.width = left;
    this.frozen = this.all
      .slice(0, frozen)
      .filter((it) => it.left + it.width <= room * mostFrozen).length;
    this.frozenWidth = this.#right(this.frozen - 1);
  }

  /**
   * Those in sight, frozen ones first, and `pinned` wherever it is, so that the focus has an element to stay on. The same
   * list as before where they are the same.
   */
  drawn(scrollLeft: number, room: number, pinned: number): readonly PlacedColumn<Column>[] {
    const from = scrollLeft + this.frozenWidth;
    const to = scrollLeft + room;
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

  /** Where to scroll to so that a column is in sight. */
  revealing(index: number, scrollLeft: number, room: number): number {
    const it = this.all[index];
    if (!it || index < this.frozen) {
      return scrollLeft;
    }
    const furthest = it.left - this.frozenWidth;
    return Math.min(furthest, Math.max(scrollLeft, it.left + it.width - room));
  }

  /** The column at so many pixels from the left edge of what is in sight; the nearest one where there is none. */
  at(x: number, scrollLeft: number): number {
    const left = x < this.frozenWidth ? x : x + scrollLeft;
    const found = this.all.findIndex((it) => left < it.left + it.width);
    return found < 0 ? this.all.length - 1 : found;
  }

  /** The same for what is dragged, which may be beside what is in sight: there, the next column that is not all in sight. */
  draggedTo(x: number, scrollLeft: number, room: number): number {
    if (x >= 0 || this.frozen === this.all.length) {
      return this.at(Math.min(x, room), scrollLeft);
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
