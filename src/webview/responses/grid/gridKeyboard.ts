import { headerRow, moved, origin } from "../../shared/grid/selection.ts";
import { cellElement, isCell } from "../../shared/grid/cellElements.ts";
import type { CellSelection } from "../../shared/grid/cellSelection.ts";
import type { ColumnCommands } from "./columnCommands.ts";
import type { GridHost } from "./gridHost.ts";
import type { GridPointer } from "../../shared/grid/gridPointer.ts";
import type { GridViewport } from "../../shared/grid/gridViewport.ts";

interface KeyboardParts {
  readonly sight: GridViewport;
  readonly chosen: CellSelection;
  readonly columns: ColumnCommands;
  readonly pointer: GridPointer;
}

/** What the keys do in the grid. */
export class GridKeyboard {
  readonly #grid: GridHost;
  readonly #sight: GridViewport;
  readonly #chosen: CellSelection;
  readonly #columns: ColumnCommands;
  readonly #pointer: GridPointer;

  constructor(grid: GridHost, { sight, chosen, columns, pointer }: KeyboardParts) {
    this.#grid = grid;
    this.#sight = sight;
    this.#chosen = chosen;
    this.#columns = columns;
    this.#pointer = pointer;
    grid.addEventListener("keydown", this.#onKeyDown);
    grid.addEventListener("keyup", this.#onKeyUp);
    grid.addEventListener("copy", this.#onCopy);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && this.#acted(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** The cell that is reached by Tab may be out of sight. */
  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === "Tab" && isCell(event.target)) {
      this.#chosen.focus();
    }
  };

  readonly #onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    this.#grid.owner.copy("tsv");
  };

  #acted({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const { active, extent } = this.#chosen;
    const ctrl = ctrlKey || metaKey;
    const isHeader = active.row === headerRow;
    if (key === "Escape" && this.#pointer.drag) {
      this.#pointer.endDrag();
      return true;
    }
    if (altKey) {
      return isHeader && shiftKey && !ctrl && this.#movedColumn(key);
    }
    const target = moved(active, { key, ctrl }, extent, this.#sight.page);
    if (target) {
      this.#chosen.goTo(target, shiftKey);
      return true;
    }
    if (this.#selected(key, ctrl, shiftKey)) {
      return true;
    }
    if (!ctrl && isHeader) {
      return this.#actedOnColumn(key);
    }
    if (!ctrl && (key === "Enter" || key === " ")) {
      this.#grid.owner.toggleDetail();
      return true;
    }
    return false;
  }

  #movedColumn(key: string): boolean {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const side = key === "ArrowLeft" ? "left" : "right";
      this.#columns.moveBeside(this.#chosen.active.column, side);
      return true;
    }
    return false;
  }

  /** Everything, a row or a column. */
  #selected(key: string, ctrl: boolean, shift: boolean): boolean {
    const { active, extent } = this.#chosen;
    const { row, column } = active;
    const last = { row: extent.rows - 1, column: extent.columns - 1 };
    if (key.toLowerCase() === "a" && ctrl) {
      this.#chosen.select({ active: origin, anchor: last }, false);
    } else if (key === " " && shift) {
      this.#chosen.select({ active: { row, column: 0 }, anchor: { ...last, row } }, false);
    } else if (key === " " && ctrl) {
      this.#chosen.select({ active, anchor: { row: headerRow, column } });
    } else {
      return false;
    }
    return true;
  }

  #actedOnColumn(key: string): boolean {
    const { active } = this.#chosen;
    switch (key) {
      case "Enter":
      case "s":
        this.#columns.sortBy(active.column);
        return true;
      case "h":
        this.#columns.hide(active);
        return true;
      case "z":
        this.#columns.freezeUpTo(active.column);
        return true;
      case "w":
        cellElement(this.#grid, active)?.querySelector<HTMLElement>("[role=separator]")?.focus();
        return true;
      case "W":
        this.#columns.fit(active.column);
        return true;
      default:
        return false;
    }
  }
}
