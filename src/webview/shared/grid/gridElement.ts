import { html, nothing, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { isTyping, LightElement, reactive } from "../lightElement.ts";
import { isCell, positionOf } from "./cellElements.ts";
import { CellSelection } from "./cellSelection.ts";
import type { GridDrawing } from "./cellTemplate.ts";
import type { ColumnPlaces, PlacedColumn } from "./columnPlaces.ts";
import type { Grid } from "./grid.ts";
import { GridPointer, RangeDrag, type Drag } from "./gridPointer.ts";
import { GridViewport } from "./gridViewport.ts";
import { origin, single, type Extent, type Position, type Selection } from "./selection.ts";

export interface GridFacts {
  readonly label: string;
  /** Read out after the label. */
  readonly hint?: string;
  readonly headerRows: number;
  readonly isReadOnly?: boolean;
  /** True if rows are nested. */
  readonly isTree?: boolean;
}

/** Place of a row in a tree. */
export interface TreePlace {
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly size: number;
  /** Undefined if nothing can stand below it. */
  readonly expanded?: boolean;
}

export interface DrawnRow {
  /** True if the row has not arrived yet. */
  readonly isPending: boolean;
  readonly place?: TreePlace;
  readonly content: unknown;
}

/**
 * An ARIA grid that draws only what is in sight, in both directions. The drawn part stands still in the scroller, and the
 * rows move within it: so there can be more rows than an element can be tall, and fast scrolling leaves no gaps.
 */
export abstract class GridElement<Column> extends LightElement implements Grid<Column> {
  static override properties = reactive("selection");

  declare selection: Selection;
  protected readonly viewport = new GridViewport<Column>(this);
  protected readonly cells = new CellSelection(this);
  protected readonly pointer = new GridPointer(this, this.cells, (position, event) =>
    this.dragFrom(position, event),
  );
  readonly #slots = new RowSlots();

  abstract readonly rowHeight: number;
  abstract readonly headerHeight: number;
  abstract readonly extent: Extent;
  readonly hasRowHeaders: boolean = false;
  protected abstract readonly facts: GridFacts;

  constructor() {
    super();
    this.selection = single(origin);
    this.addController({
      hostConnected: () => this.viewport.watch(),
      hostDisconnected: () => this.viewport.unwatch(),
      hostUpdate: () => this.#beforeDrawing(),
      hostUpdated: () => this.#afterDrawing(),
    });
    this.addEventListener("keydown", this.#onKeyDown);
    this.addEventListener("keyup", this.#onKeyUp);
    this.addEventListener("copy", this.#onCopy);
    this.addEventListener("dblclick", this.#onDoubleClick);
  }

  abstract placeColumns(width: number): ColumnPlaces<Column>;
  indexOf?(column: string): number;
  abstract selected(selection: Selection): void;
  abstract scrolled(top: number, left: number): void;
  /** Returns what pressing the pointer on a cell begins. */
  protected abstract dragFrom(position: Position, event: PointerEvent): Drag;
  protected abstract head(drawing: GridDrawing<Column>): TemplateResult;
  /** Returns a function that draws the rows at these positions; the cells of rows that have not arrived yet are blank. */
  protected abstract rowDrawer(
    drawing: GridDrawing<Column>,
    positions: readonly number[],
  ): (position: number) => DrawnRow;
  /** Copies the selected cells to the clipboard. */
  protected abstract copySelected(): void;
  protected abstract doubleClicked(position: Position, hit: Element): void;

  /** Moves the focus to the active cell, and scrolls to it. */
  focusCell(): void {
    this.cells.focus();
  }

  /** Brings a cell into sight, or the row if there is no column. */
  revealCell(row: number, column?: string): void {
    this.viewport.seek(row, column);
  }

  /**
   * @param row row at the upper edge; its fraction is the part of it that is out of sight
   * @param left in CSS pixels
   */
  scrollToRow(row: number, left: number): void {
    this.viewport.scrollTo(row, left);
  }

  protected get isMeasured(): boolean {
    return this.viewport.height > 0;
  }

  protected get drawnColumns(): readonly PlacedColumn<Column>[] {
    const { places, left, width } = this.viewport;
    return places.drawn(left, width, this.cells.active.column);
  }

  protected override render(): TemplateResult {
    const { places, left, width, height, contentHeight, onScroll, onScrollEnd } = this.viewport;
    const { label, hint, headerRows, isReadOnly, isTree } = this.facts;
    const { active, range: selected } = this.cells;
    const drawing = { columns: this.drawnColumns, frozen: places.frozen, active, selected };
    return html`<div
      class="grid"
      role=${isTree ? "treegrid" : "grid"}
      aria-label=${label}
      aria-description=${ifDefined(hint)}
      aria-rowcount=${this.extent.rows + headerRows}
      aria-colcount=${this.extent.columns}
      aria-multiselectable="true"
      aria-readonly=${ifDefined(isReadOnly)}
      .style=${`--row-height: ${this.rowHeight}px; --header-height: ${this.headerHeight}px`}
      @scroll=${onScroll}
      @scrollend=${onScrollEnd}
    >
      <div
        class="grid-canvas"
        role="presentation"
        .style=${`width: ${places.width}px; height: ${contentHeight}px`}
      >
        <div
          class="grid-view"
          role="presentation"
          .style=${`width: ${width}px; height: ${height}px; --left: ${-left}px`}
        >
          ${this.head(drawing)} ${this.#body(drawing, headerRows)} ${this.mark()}
        </div>
      </div>
    </div>`;
  }

  /** Content that is drawn above the cells. */
  protected mark(): unknown {
    return nothing;
  }

  protected selectRange(): Drag {
    return new RangeDrag(this, this.viewport, this.cells);
  }

  /** @returns true if the key did something */
  protected keyPressed(event: KeyboardEvent): boolean {
    return this.cells.key(event, this.viewport.page);
  }

  #beforeDrawing(): void {
    this.viewport.resize();
    if (this.isMeasured) {
      this.viewport.applyTarget();
      this.cells.beforeDrawing(this.viewport);
    }
  }

  #afterDrawing(): void {
    if (this.isMeasured) {
      this.viewport.moveScroller();
      this.cells.afterDrawing();
      this.viewport.reportPosition();
    } else {
      // The scroller exists only after the first drawing.
      this.viewport.watch();
    }
  }

  /** Renders the rows in sight, and the active one even if it is out of sight, so that the focus keeps its element. */
  #body(drawing: GridDrawing<Column>, headerRows: number): TemplateResult {
    const { rowHeight, headerHeight } = this;
    const { rows, top } = this.viewport;
    const { first, last } = rows;
    const active = drawing.active.row;
    const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    if (active >= 0 && (active < first || active > last)) {
      wanted.push(active);
    }
    const drawn = this.rowDrawer(drawing, wanted);
    // A nearby row from which offsets are counted, so that they stay small and most rows keep theirs.
    const base = first - (first % 1024);
    // A focused row out of sight stands just outside the viewport, because browsers scroll to what has the focus.
    const placeOf = (row: number): number => Math.max(first - 1, Math.min(row, last + 1)) - base;
    const row = (position: number): TemplateResult => {
      const { isPending, place, content } = drawn(position);
      return html`<div
        role="row"
        class="grid-row ${active === position ? "active" : ""} ${isPending ? "pending" : ""}"
        aria-rowindex=${position + headerRows + 1}
        aria-level=${ifDefined(place?.level)}
        aria-posinset=${ifDefined(place?.position)}
        aria-setsize=${ifDefined(place?.size)}
        aria-expanded=${ifDefined(place?.expanded)}
        aria-busy=${ifDefined(isPending ? "true" : undefined)}
        .style=${`top: ${placeOf(position) * rowHeight}px`}
      >
        ${content}
      </div>`;
    };
    return html`<div
      role="rowgroup"
      class="grid-rows"
      .style=${`transform: translateY(${headerHeight + base * rowHeight - top}px)`}
    >
      ${this.#slots.assign(wanted).map((it) => (it === undefined ? nothing : row(it)))}
    </div>`;
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && this.keyPressed(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Scrolls to the cell that Tab has reached, which may be out of sight. */
  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === "Tab" && isCell(event.target)) {
      this.cells.focus();
    }
  };

  readonly #onCopy = (event: ClipboardEvent): void => {
    if (!isTyping(event)) {
      event.preventDefault();
      this.copySelected();
    }
  };

  readonly #onDoubleClick = ({ clientX, clientY }: MouseEvent): void => {
    // The pointer is captured, so the event's target is not what was hit.
    const hit = document.elementFromPoint(clientX, clientY);
    const position = positionOf(hit);
    if (hit && position) {
      this.doubleClicked(position, hit);
    }
  };
}

/** Reuses the elements of rows that have left the viewport for rows that come into sight. */
class RowSlots {
  readonly #positions: (number | undefined)[] = [];

  /** @returns the position that each element shows; a position keeps its element as long as it is wanted */
  assign(wanted: readonly number[]): readonly (number | undefined)[] {
    const missing = new Set(wanted);
    for (const [slot, position] of this.#positions.entries()) {
      if (position === undefined || !missing.delete(position)) {
        this.#positions[slot] = undefined;
      }
    }
    let slot = 0;
    for (const position of missing) {
      while (this.#positions[slot] !== undefined) {
        slot++;
      }
      this.#positions[slot] = position;
    }
    return this.#positions;
  }
}
