import { withFrozenUpTo, withHidden, withMoved } from "../../../model/columnLayout.ts";
import { headerRow, single, type Position } from "../../shared/grid/selection.ts";
import type { CellSelection } from "../../shared/grid/cellSelection.ts";
import { columnLimits } from "./columnWidths.ts";
import type { GridHost } from "./gridHost.ts";

/** Beside a cell's content, with its border, in CSS pixels. */
const cellPadding = 18;
/** Beside a column's name. */
const sortWidth = 20;

/** What a person can do with a column by keys, pointer and menus. Columns are counted among those that are shown. */
export class ColumnCommands {
  readonly #grid: GridHost;
  readonly #chosen: CellSelection;

  constructor(grid: GridHost, chosen: CellSelection) {
    this.#grid = grid;
    this.#chosen = chosen;
  }

  /** Sorts by it upwards, then downwards, then not at all. */
  sortBy(index: number): void {
    const { columns, owner, sort } = this.#grid;
    const column = columns[index]?.key;
    if (column === undefined) {
      return;
    }
    const direction = sort?.column === column ? sort.direction : undefined;
    owner.sort(
      direction === "descending"
        ? undefined
        : { column, direction: direction === undefined ? "ascending" : "descending" },
    );
  }

  freezeUpTo(index: number): void {
    const { columns, all, layout, owner } = this.#grid;
    const column = columns[index];
    if (column) {
      owner.layout(withFrozenUpTo(all, layout, column.key));
    }
  }

  /** Hides the column; all that are selected where whole columns are. One always stays. */
  hide({ row, column }: Position): void {
    const { columns, layout, owner } = this.#grid;
    const { left, right } =
      row === headerRow ? this.#chosen.range : { left: column, right: column };
    const keys = columns.slice(left, right + 1).map((it) => it.key);
    if (keys.length < columns.length) {
      owner.layout(withHidden(layout, keys, true));
      this.#chosen.select(single({ row, column: left }));
    }
  }

  /** Moves it by one place. */
  moveBeside(index: number, side: "left" | "right"): void {
    this.move(index, side === "left" ? index - 1 : index + 2);
  }

  /** @param before the shown column before which it is put; as many as there are: at the end */
  move(from: number, before: number): void {
    const { columns, all, layout, owner } = this.#grid;
    const column = columns[from];
    const beside = columns[before] ?? columns.at(-1);
    if (!column || !beside || before < 0 || before > columns.length || beside === column) {
      return;
    }
    const isBefore = before < columns.length;
    owner.layout(withMoved(all, layout, column.key, { beside: beside.key, before: isBefore }));
    const { row } = this.#chosen.active;
    this.#chosen.select(single({ row, column: before > from ? before - 1 : before }));
  }

  /** Makes a column as wide as what is in sight of it, its name with the button beside it. */
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
    const column = this.#grid.columns[index];
    if (column) {
      const width = Math.ceil(Math.max(0, ...widths)) + cellPadding;
      const { minimum, maximum } = columnLimits;
      this.#grid.owner.resized(column.key, Math.max(minimum, Math.min(width, maximum)));
    }
  }
}
