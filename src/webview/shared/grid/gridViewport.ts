import { ColumnPlaces } from "./columnPlaces.ts";
import type { Grid } from "./grid.ts";
import type { Position } from "./selection.ts";
import { VerticalScroll } from "./verticalScroll.ts";

/** What is in sight of the grid: its size, where the columns lie, and where it is scrolled to. All in CSS pixels. */
export class GridViewport<Column = unknown> {
  readonly #grid: Grid<Column>;
  readonly #vertical = new VerticalScroll();
  readonly #resizes = new ResizeObserver(() => this.#measure());
  #places = new ColumnPlaces<Column>({ columns: [], widthOf: () => 0, frozen: 0, room: 0 });
  #left = 0;
  /** With the header. */
  #room = { width: 0, height: 0 };
  /** Whether the scroller is to be put where the grid is: everywhere but in the midst of a person's scrolling. */
  #putsScroller = false;
  #scrollerLeft = 0;
  #reported = { top: 0, left: 0 };
  /** A place, and a cell, to be shown as soon as the grid has a size, and the rows and columns of its owner. */
  #wanted: { readonly row: number; readonly left: number } | undefined;
  #sought: { readonly row: number; readonly column: string | undefined } | undefined;

  constructor(grid: Grid<Column>) {
    this.#grid = grid;
  }

  get places(): ColumnPlaces<Column> {
    return this.#places;
  }

  get left(): number {
    return this.#left;
  }

  /** What stands at the upper edge, below the header. */
  get top(): number {
    return this.#vertical.top;
  }

  get width(): number {
    return this.#room.width;
  }

  /** 0 until it was measured. */
  get height(): number {
    return this.#room.height;
  }

  /** How tall the scroller's content has to be. */
  get contentHeight(): number {
    return this.#vertical.height;
  }

  /** Rows that fit into sight. */
  get page(): number {
    return Math.max(1, Math.floor(this.#body / this.#grid.rowHeight));
  }

  /** The first and the last row in sight; the last is before the first where there is none. */
  get rows(): { readonly first: number; readonly last: number } {
    const { top } = this.#vertical;
    const { rowHeight } = this.#grid;
    return {
      first: Math.floor(top / rowHeight),
      last: Math.min(this.#grid.extent.rows, Math.ceil((top + this.#body) / rowHeight)) - 1,
    };
  }

  /** To be called when the grid has a scroller; it goes on until `unwatch`. */
  watch(): void {
    const scroller = this.#scroller();
    if (scroller) {
      this.#resizes.observe(scroller);
    }
  }

  unwatch(): void {
    this.#resizes.disconnect();
  }

  /** To be called when there are other columns, or they are arranged otherwise. */
  place(): void {
    this.#places = this.#grid.placeColumns(this.#room.width);
  }

  /** @param row the one at the upper edge, with the part of it that is out of sight */
  scrollTo(row: number, left: number): void {
    this.#wanted = { row, left };
    this.#grid.requestUpdate();
  }

  /** Moves to the side until the next update, which puts the scroller there. */
  scrollBy(x: number): void {
    this.#left += x;
    this.#putsScroller = true;
    this.#grid.requestUpdate();
  }

  /** Brings a row, and the column with this key, into sight with the next update. */
  seek(row: number, column: string | undefined): void {
    this.#sought = { row, column };
    this.#grid.requestUpdate();
  }

  /** Brings a cell into sight; to be called before the grid is drawn. */
  reveal({ row, column }: Position): void {
    if (row >= 0) {
      const { rowHeight } = this.#grid;
      const lowest = (row + 1) * rowHeight - this.#body;
      this.#vertical.top = Math.min(row * rowHeight, Math.max(this.#vertical.top, lowest));
    }
    this.#left = this.#places.revealing(column, this.#left, this.#room.width);
    this.#putsScroller = true;
  }

  /** Takes note of the number of rows; to be called before the grid is drawn. */
  resize(): void {
    const { rowHeight, headerHeight, extent } = this.#grid;
    if (this.#vertical.resize(headerHeight + extent.rows * rowHeight, this.#room.height)) {
      this.#putsScroller = true;
    }
  }

  /** Goes where it was told to; to be called before the grid is drawn with a size. */
  arrive(): void {
    if (this.#wanted && this.#grid.extent.rows > 0) {
      this.#vertical.top = this.#wanted.row * this.#grid.rowHeight;
      this.#left = this.#wanted.left;
      this.#wanted = undefined;
      this.#putsScroller = true;
    }
    if (this.#sought) {
      const { row, column } = this.#sought;
      this.#sought = undefined;
      this.reveal({ row, column: column === undefined ? -1 : this.#grid.indexOf(column) });
    }
    this.#left = Math.max(0, Math.min(this.#left, this.#places.width - this.#room.width));
  }

  /** Puts the scroller where the grid was drawn, if it is not there. */
  follow(): void {
    if (this.#putsScroller) {
      this.#putsScroller = false;
      this.#putScroller();
    }
  }

  /** Tells the owner where the grid is, if that is elsewhere than it was told. */
  report(): void {
    if (this.#isElsewhere) {
      this.#reported = { top: this.top, left: this.#left };
      this.#grid.scrolled(this.top / this.#grid.rowHeight, this.#left);
    }
  }

  readonly onScroll = (): void => {
    const scroller = this.#scroller();
    if (!scroller) {
      return;
    }
    if (this.#vertical.scrolled(scroller.scrollTop)) {
      this.#putsScroller = true;
    }
    if (scroller.scrollLeft !== this.#scrollerLeft) {
      this.#left = this.#scrollerLeft = scroller.scrollLeft;
    }
    if (this.#isElsewhere) {
      this.#grid.requestUpdate();
    }
  };

  readonly onScrollEnd = (): void => {
    this.#vertical.rest();
    this.#putScroller();
  };

  /** Height of the rows in sight. */
  get #body(): number {
    return this.#room.height - this.#grid.headerHeight;
  }

  get #isElsewhere(): boolean {
    return this.top !== this.#reported.top || this.#left !== this.#reported.left;
  }

  #measure(): void {
    const scroller = this.#scroller();
    // Hidden, the grid keeps its size, and with it its place.
    if (scroller && scroller.clientHeight > 0) {
      this.#room = { width: scroller.clientWidth, height: scroller.clientHeight };
      this.place();
      this.#grid.requestUpdate();
    }
  }

  #putScroller(): void {
    const scroller = this.#scroller();
    if (scroller) {
      const { place } = this.#vertical;
      if (Math.abs(scroller.scrollTop - place) >= 1) {
        scroller.scrollTop = place;
      }
      scroller.scrollLeft = this.#left;
      this.#vertical.placed(scroller.scrollTop);
      this.#scrollerLeft = scroller.scrollLeft;
    }
  }

  #scroller(): HTMLElement | null {
    return this.#grid.querySelector<HTMLElement>(".grid");
  }
}
