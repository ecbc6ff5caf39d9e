import { withFrozenUpTo, withHidden, withMoved } from "../../../model/columnLayout.ts";
import { headerRow, single, type Position } from "../../shared/grid/selection.ts";
import type { CellSelection } from "../../shared/grid/cellSelection.ts";
import { nextSort } from "../../shared/sorting.ts";
import { columnLimits } from "./columnWidths.ts";
import type { WithStore } from "../storeElement.ts";

/** Width of a cell beside its content, including its border, in CSS pixels. */
const cellPadding = 18;
/** Width of the sort button beside a column's name, in CSS pixels. */
const sortWidth = 20;

/** Actions on columns by keys, pointer and menus. Indexes count the shown columns. */
export class ColumnCommands {
  readonly #grid: WithStore;
  readonly #chosen: CellSelection;

  constructor(grid: WithStore, chosen: CellSelection) {
    this.#grid = grid;
    this.#chosen = chosen;
  }

  /** Sorts by the column: first ascending, then descending, then not at all. */
  sortBy(index: number): void {
    const { store } = this.#grid;
    const column = store.columns.shown[index]?.key;
    if (column !== undefined) {
      store.setSort(nextSort(store.sort.value, column));
    }
  }

  /**
   * Handles a key while a column's header is active; letters are commands of VS Code.
   * @returns true if the key did something
   */
  key({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, index: number): boolean {
    if (ctrlKey || metaKey) {
      return false;
    }
    if (altKey) {
      const isMoved = shiftKey && (key === "ArrowLeft" || key === "ArrowRight");
      if (isMoved) {
        this.moveBeside(index, key === "ArrowLeft" ? "left" : "right");
      }
      return isMoved;
    }
    if (key === "Enter") {
      this.sortBy(index);
    }
    return key === "Enter";
  }

  freezeUpTo(index: number): void {
    const { store } = this.#grid;
    const { shown, all, layout } = store.columns;
    const column = shown[index];
    if (column) {
      store.setLayout(withFrozenUpTo(all, layout, column.key));
    }
  }

  /** Hides the column, or all selected ones if whole columns are selected. One column always stays. */
  hide({ row, column }: Position): void {
    const { store } = this.#grid;
    const { shown, layout } = store.columns;
    const { left, right } =
      row === headerRow ? this.#chosen.range : { left: column, right: column };
    const keys = shown.slice(left, right + 1).map((it) => it.key);
    if (keys.length < shown.length) {
      store.setLayout(withHidden(layout, keys, true));
      const last = store.columns.shown.length - 1;
      this.#chosen.select(single({ row, column: Math.min(left, last) }));
    }
  }

  /** Moves the column by one place. */
  moveBeside(index: number, side: "left" | "right"): void {
    this.move(index, side === "left" ? index - 1 : index + 2);
  }

  /** @param before index of the shown column before which it is put; the number of shown columns for the end */
  move(from: number, before: number): void {
    const { store } = this.#grid;
    const { shown, all, layout } = store.columns;
    const column = shown[from];
    const beside = shown[before] ?? shown.at(-1);
    if (!column || !beside || before < 0 || before > shown.length || beside === column) {
      return;
    }
    const isBefore = before < shown.length;
    store.setLayout(withMoved(all, layout, column.key, { beside: beside.key, before: isBefore }));
    const { row } = this.#chosen.active;
    this.#chosen.select(single({ row, column: before > from ? before - 1 : before }));
  }

  /** Fits the column's width to the visible cells and to its name with the button beside it. */
  fit(index: number): void {
    const contents = this.#grid.querySelectorAll(
      `:is(.grid-cell[data-column="${index}"]:not(.grid-header), [data-column="${index}"] .header-name)`,
    );
    const range = document.createRange();
    const widths = Array.from(contents, (it) => {
      range.selectNodeContents(it);
      const { width } = range.getBoundingClientRect();
      return it.matches(".header-name") ? width + sortWidth : width;
    });
    const column = this.#grid.store.columns.shown[index];
    if (column) {
      const width = Math.ceil(Math.max(0, ...widths)) + cellPadding;
      const { minimum, maximum } = columnLimits;
      this.#grid.store.resizeColumn(column.key, Math.max(minimum, Math.min(width, maximum)));
    }
  }
}
