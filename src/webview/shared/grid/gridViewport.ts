import { ColumnPlaces } from "./columnPlaces.ts";
import type { Grid } from "./grid.ts";
import type { Position } from "./selection.ts";
import { VerticalScroll } from "./verticalScroll.ts";

/** The visible part of the grid: its size, its columns and its scroll position. All lengths in CSS pixels. */
export class GridViewport<Column = unknown> {
  readonly #grid: Grid<Column>;
  readonly #vertical = new VerticalScroll();
  readonly #resizes = new ResizeObserver(() => this.#measure());
  #places = new ColumnPlaces<Column>({
    columns: [],
    widthOf: () => 0,
    frozen: 0,
    viewportWidth: 0,
  });
  #left = 0;
  /** Size of the scroller, including the header. */
  #viewportSize = { width: 0, height: 0 };
  /** True if the next drawing must move the scroller to the grid's position; false after a person's own scrolling. */
  #putsScroller = false;
  #scrollerLeft = 0;
  #reported = { top: 0, left: 0 };
  /** A scroll position, and a cell, to show as soon as the grid has a size and its owner's rows and columns. */
  #targetPosition: { readonly row: number; readonly left: number } | undefined;
  #targetCell: { readonly row: number; readonly column: string | undefined } | undefined;

  constructor(grid: Grid<Column>) {
    this.#grid = grid;
  }

  get places(): ColumnPlaces<Column> {
    return this.#places;
  }

  get left(): number {
    return this.#left;
  }

  /** Offset of the rows at the lower edge of the header. */
  get top(): number {
    return this.#vertical.top;
  }

  get width(): number {
    return this.#viewportSize.width;
  }

  /** 0 until it is measured. */
  get height(): number {
    return this.#viewportSize.height;
  }

  /** Height of the scroller's content. */
  get contentHeight(): number {
    return this.#vertical.height;
  }

  /** Number of rows that fit into sight. */
  get page(): number {
    return Math.max(1, Math.floor(this.#body / this.#grid.rowHeight));
  }

  /** The first and the last row in sight; `last` is less than `first` if there is none. */
  get rows(): { readonly first: number; readonly last: number } {
    const { top } = this.#vertical;
    const { rowHeight } = this.#grid;
    return {
      first: Math.floor(top / rowHeight),
      last: Math.min(this.#grid.extent.rows, Math.ceil((top + this.#body) / rowHeight)) - 1,
    };
  }

  /** Starts observing the size of the scroller, once it exists, until `unwatch`. */
  watch(): void {
    const scroller = this.#scroller();
    if (scroller) {
      this.#resizes.observe(scroller);
    }
  }

  unwatch(): void {
    this.#resizes.disconnect();
  }

  /** Must be called when the columns or their arrangement have changed. */
  place(): void {
    this.#places = this.#grid.placeColumns(this.#viewportSize.width);
  }

  /** @param row row at the upper edge; its fraction is the part of it that is out of sight */
  scrollTo(row: number, left: number): void {
    this.#targetPosition = { row, left };
    this.#grid.requestUpdate();
  }

  /** Scrolls sideways; the next update moves the scroller. */
  scrollBy(x: number): void {
    this.#left += x;
    this.#putsScroller = true;
    this.#grid.requestUpdate();
  }

  /** Brings a row, and the column with this key, into sight with the next update. */
  seek(row: number, column: string | undefined): void {
    this.#targetCell = { row, column };
    this.#grid.requestUpdate();
  }

  /** Brings a cell into sight; must be called before the grid is drawn. */
  reveal({ row, column }: Position): void {
    if (row >= 0) {
      const { rowHeight } = this.#grid;
      const lowest = (row + 1) * rowHeight - this.#body;
      this.#vertical.top = Math.min(row * rowHeight, Math.max(this.#vertical.top, lowest));
    }
    this.#left = this.#places.revealing(column, this.#left, this.#viewportSize.width);
    this.#putsScroller = true;
  }

  /** Takes over the number of rows; must be called before the grid is drawn. */
  resize(): void {
    const { rowHeight, headerHeight, extent } = this.#grid;
    if (this.#vertical.resize(headerHeight + extent.rows * rowHeight, this.#viewportSize.height)) {
      this.#putsScroller = true;
    }
  }

  /** Goes to the requested position or cell; must be called before the grid is drawn with a size. */
  applyTarget(): void {
    if (this.#targetPosition && this.#grid.extent.rows > 0) {
      this.#vertical.top = this.#targetPosition.row * this.#grid.rowHeight;
      this.#left = this.#targetPosition.left;
      this.#targetPosition = undefined;
      this.#putsScroller = true;
    }
    if (this.#targetCell) {
      const { row, column } = this.#targetCell;
      this.#targetCell = undefined;
      const index = column === undefined ? undefined : this.#grid.indexOf?.(column);
      this.reveal({ row, column: index ?? -1 });
    }
    this.#left = Math.max(0, Math.min(this.#left, this.#places.width - this.#viewportSize.width));
  }

  /** Moves the scroller to where the grid was drawn, if needed. */
  moveScroller(): void {
    if (this.#putsScroller) {
      this.#putsScroller = false;
      this.#putScroller();
    }
  }

  /** Reports the scroll position to the owner if it has changed. */
  reportPosition(): void {
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
    return this.#viewportSize.height - this.#grid.headerHeight;
  }

  get #isElsewhere(): boolean {
    return this.top !== this.#reported.top || this.#left !== this.#reported.left;
  }

  #measure(): void {
    const scroller = this.#scroller();
    // While hidden, the grid keeps its size and scroll position.
    if (scroller && scroller.clientHeight > 0) {
      this.#viewportSize = { width: scroller.clientWidth, height: scroller.clientHeight };
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
