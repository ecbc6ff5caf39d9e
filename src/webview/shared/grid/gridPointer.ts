import { isTyping } from "../lightElement.ts";
import { positionOf } from "./cellElements.ts";
import type { CellSelection } from "./cellSelection.ts";
import type { Grid } from "./grid.ts";
import type { GridViewport } from "./gridViewport.ts";
import { headerRow, type Position } from "./selection.ts";

/** Reacts to a pressed pointer while it moves; `x` and `y` in CSS pixels from the corner of the viewport. */
export interface Drag {
  moved(at: { readonly x: number; readonly y: number; readonly clientX: number }): void;
  /** The pointer was released. */
  dropped?(): void;
}

/** Handles the pointer in a grid: selects cells, or begins a drag that the grid chooses. */
export class GridPointer {
  readonly #grid: Grid;
  readonly #cells: CellSelection;
  readonly #begin: (position: Position, event: PointerEvent) => Drag;
  drag: Drag | undefined;

  constructor(
    grid: Grid,
    cells: CellSelection,
    begin: (position: Position, event: PointerEvent) => Drag,
  ) {
    this.#grid = grid;
    this.#cells = cells;
    this.#begin = begin;
    grid.addEventListener("pointerdown", this.#onPointerDown);
    grid.addEventListener("pointermove", this.#onPointerMove);
    grid.addEventListener("pointerup", this.#onPointerUp);
    grid.addEventListener("lostpointercapture", () => this.endDrag());
  }

  endDrag(): void {
    this.drag = undefined;
    this.#grid.requestUpdate();
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    const position = positionOf(event.target);
    if (!position || event.button !== 0 || isTyping(event)) {
      return;
    }
    // Keep the browser from selecting text and from focusing what was hit.
    event.preventDefault();
    if (event.target instanceof Element && event.target.closest("button")) {
      this.#cells.goTo(position);
      return;
    }
    this.#grid.querySelector(".grid")?.setPointerCapture(event.pointerId);
    this.drag = this.#begin(position, event);
    this.#cells.press(position, event.shiftKey);
  };

  readonly #onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const view = this.#grid.querySelector(".grid-view")?.getBoundingClientRect();
    if (view) {
      this.drag?.moved({ clientX, x: clientX - view.left, y: clientY - view.top });
    }
  };

  readonly #onPointerUp = (): void => {
    this.drag?.dropped?.();
    this.endDrag();
  };
}

/** Selects the range from the pressed cell to the pointer. */
export class RangeDrag implements Drag {
  readonly #grid: Grid;
  readonly #viewport: GridViewport;
  readonly #cells: CellSelection;

  constructor(grid: Grid, viewport: GridViewport, cells: CellSelection) {
    this.#grid = grid;
    this.#viewport = viewport;
    this.#cells = cells;
  }

  /** Beyond the viewport, extends the selection by one row or column, which scrolls it into sight. */
  moved({ x, y }: { readonly x: number; readonly y: number }): void {
    const { places, rows, top, left, width } = this.#viewport;
    const { rowHeight, headerHeight, extent, hasRowHeaders } = this.#grid;
    const row = Math.floor((y - headerHeight + top) / rowHeight);
    const lowest = Math.min(rows.last + 1, extent.rows - 1);
    const { active, anchor } = this.#cells.selection;
    const areRows = hasRowHeaders && active.column === 0;
    const isColumns = anchor.row === headerRow;
    const to = {
      row: isColumns ? headerRow : Math.max(0, rows.first - 1, Math.min(row, lowest)),
      column: areRows ? 0 : places.draggedTo(x, left, width),
    };
    if (to.column !== active.column || to.row !== active.row) {
      this.#cells.goTo(to, true);
    }
  }
}
