import { cellElement, isCell } from "./cellElements.ts";
import type { Grid } from "./grid.ts";
import type { GridViewport } from "./gridViewport.ts";
import {
  headerRow,
  moved,
  origin,
  rangeOf,
  single,
  within,
  type Extent,
  type Position,
  type Range,
  type Selection,
} from "./selection.ts";

/** The selected cells, and the active one among them, which has the focus. */
export class CellSelection {
  readonly #grid: Grid;
  /** Whether the active cell is to come into sight, and to get the focus. */
  #reveals = false;
  #focuses = false;
  #menuAt: Position | undefined;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  get extent(): Extent {
    return this.#grid.extent;
  }

  /** What is selected of what is there. */
  get selection(): Selection {
    return within(this.#grid.selection, this.extent);
  }

  get active(): Position {
    return this.selection.active;
  }

  get range(): Range {
    return rangeOf(this.selection, this.extent);
  }

  /** What a menu was opened on, where that is not the active cell: a part of what is selected. */
  get menuAt(): Position | undefined {
    return this.#menuAt;
  }

  openMenuAt(position: Position): void {
    this.#menuAt = position;
  }

  closeMenu(): void {
    this.#menuAt = undefined;
  }

  /** @param reveals false where the active cell is only a corner of much that is selected */
  select(selection: Selection, reveals = true): void {
    // Ahead of the panel, which hands it back with its next update: the focus goes by it.
    this.#grid.selection = selection;
    this.#menuAt = undefined;
    this.#reveals = reveals;
    this.#focuses = true;
    this.#grid.selected(selection);
    this.#grid.requestUpdate();
  }

  goTo(active: Position, extend = false): void {
    this.select(extend ? { active, anchor: this.selection.anchor } : single(active));
  }

  /** Selects where a cell was pressed: what stands for a row selects the row. */
  press(position: Position, extend: boolean): void {
    if (this.#isRowHeader(position) && !extend) {
      this.selectRow(position.row);
    } else {
      this.goTo(position, extend);
    }
  }

  selectRow(row: number, reveals = true): void {
    const last = this.extent.columns - 1;
    this.select({ active: { row, column: 0 }, anchor: { row, column: last } }, reveals);
  }

  /** Goes where a key leads, or selects everything, a row or a column, as in every grid. */
  key({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, page: number): boolean {
    const { active, extent } = this;
    const ctrl = ctrlKey || metaKey;
    const target = moved(active, { key, ctrl }, extent, page);
    if (target) {
      this.goTo(target, shiftKey);
    } else if (key.toLowerCase() === "a" && ctrl) {
      const anchor = { row: extent.rows - 1, column: extent.columns - 1 };
      this.select({ active: origin, anchor }, false);
    } else if (key === " " && (shiftKey || (!ctrl && this.#isRowHeader(active)))) {
      this.selectRow(active.row, false);
    } else if (key === " " && ctrl) {
      this.select({ active, anchor: { row: headerRow, column: active.column } });
    } else {
      return false;
    }
    return true;
  }

  /** Moves the focus to the active cell, and scrolls to it. */
  focus(): void {
    this.#reveals = true;
    this.#focuses = true;
    this.#grid.requestUpdate();
  }

  /** To be called before the grid is drawn with a size: elements of cells may go to other cells. */
  beforeDrawing(viewport: GridViewport): void {
    if (this.#reveals) {
      this.#reveals = false;
      viewport.reveal(this.active);
    }
    const focused = document.activeElement;
    // A focus set from here would be taken from VS Code: its lists of choices close when they lose it.
    this.#focuses ||= document.hasFocus() && isCell(focused) && this.#grid.contains(focused);
  }

  afterDrawing(): void {
    if (this.#focuses) {
      this.#focuses = false;
      const cell = cellElement(this.#grid, this.active);
      const inside = cell?.hasAttribute("tabindex") ? cell : cell?.querySelector("input, button");
      (inside as HTMLElement | null | undefined)?.focus({ preventScroll: true });
    }
  }

  #isRowHeader({ row, column }: Position): boolean {
    return this.#grid.hasRowHeaders && column === 0 && row !== headerRow;
  }
}
