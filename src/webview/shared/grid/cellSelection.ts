import {
  rangeOf,
  single,
  within,
  type Extent,
  type Position,
  type Range,
  type Selection,
} from "./selection.ts";
import { cellElement, isCell } from "./cellElements.ts";
import type { GridHost } from "../../responses/grid/gridHost.ts";
import type { GridViewport } from "./gridViewport.ts";

/** The selected cells, and the active one among them, which has the focus. */
export class CellSelection {
  readonly #grid: GridHost;
  /** Whether the active cell is to come into sight, and to get the focus. */
  #reveals = false;
  #focuses = false;
  #menuAt: Position | undefined;

  constructor(grid: GridHost) {
    this.#grid = grid;
  }

  get extent(): Extent {
    return { rows: this.#grid.source.count, columns: this.#grid.columns.length };
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

  /** @param reveals false where the active cell is only a corner of much that is selected */
  select(selection: Selection, reveals = true): void {
    // Ahead of the panel, which hands it back with its next update: the focus goes by it.
    this.#grid.selection = selection;
    this.#menuAt = undefined;
    this.#reveals = reveals;
    this.#focuses = true;
    this.#grid.owner.select(selection);
    this.#grid.requestUpdate();
  }

  goTo(active: Position, extend: boolean): void {
    this.select(extend ? { active, anchor: this.selection.anchor } : single(active));
  }

  /** Moves the focus to the active cell, and scrolls to it. */
  focus(): void {
    this.#reveals = true;
    this.#focuses = true;
    this.#grid.requestUpdate();
  }

  /** To be called before the grid is drawn with a size: elements of cells may go to other cells. */
  beforeDrawing(sight: GridViewport): void {
    if (this.#reveals) {
      this.#reveals = false;
      sight.reveal(this.active);
    }
    const focused = document.activeElement;
    this.#focuses ||= isCell(focused) && this.#grid.contains(focused);
  }

  afterDrawing(): void {
    if (this.#focuses) {
      this.#focuses = false;
      cellElement(this.#grid, this.active)?.focus({ preventScroll: true });
    }
  }
}
