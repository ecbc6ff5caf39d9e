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
  /** True if the next drawing brings the active cell into sight (`#reveals`) and focuses it (`#focuses`). */
  #reveals = false;
  #focuses = false;
  #menuAt: Position | undefined;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  get extent(): Extent {
    return this.#grid.extent;
  }

  /** The grid's selection, limited to existing rows and columns. */
  get selection(): Selection {
    return within(this.#grid.selection, this.extent);
  }

  get active(): Position {
    return this.selection.active;
  }

  get range(): Range {
    return rangeOf(this.selection, this.extent);
  }

  /** Cell on which a menu was opened, if that is not the active cell: a part of what is selected. */
  get menuAt(): Position | undefined {
    return this.#menuAt;
  }

  openMenuAt(position: Position): void {
    this.#menuAt = position;
  }

  closeMenu(): void {
    this.#menuAt = undefined;
  }

  /** @param reveals false if the active cell is only a corner of a large selection */
  select(selection: Selection, reveals = true): void {
    // Set at once: the panel hands it back only with its next update, and the focus depends on it.
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

  /** Selects the pressed cell; a row header selects its row. */
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

  /**
   * Handles a key as grids do: moves the active cell, or selects everything, a row or a column.
   * @returns false if the key does nothing
   */
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

  /** Must be called before the grid is drawn with a size, because cell elements may be reused for other cells. */
  beforeDrawing(viewport: GridViewport): void {
    if (this.#reveals) {
      this.#reveals = false;
      viewport.reveal(this.active);
    }
    const focused = document.activeElement;
    // Do not take the focus from VS Code: its quick picks close when they lose it.
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
