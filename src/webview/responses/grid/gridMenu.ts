import type { GridAction } from "../../../messages/responses.ts";
import type { CopyFormat } from "../../../model/responseView.ts";
import { defaultColumnLayout } from "../../../model/columnLayout.ts";
import { contains, headerRow, single, type Position } from "../../shared/grid/selection.ts";
import { cellElement, positionOf } from "../../shared/grid/cellElements.ts";
import type { CellSelection } from "../../shared/grid/cellSelection.ts";
import type { ColumnCommands } from "./columnCommands.ts";
import type { WithStore } from "../storeElement.ts";

/** Actions for which the focus must be on a header: their keys are reported wherever the focus is. */
const headerActions = [
  "toggleSort",
  "freezeColumns",
  "hideColumn",
  "resizeColumn",
  "fitColumn",
] as const satisfies readonly GridAction[];
type HeaderAction = (typeof headerActions)[number];

const copies = {
  copyTsv: "tsv",
  copyCsv: "csv",
  copyJson: "json",
  copyMarkdown: "markdown",
} as const satisfies Partial<Record<GridAction, CopyFormat>>;

/** The context menus of cells and headers, and their keys. VS Code shows the menus, and reports the chosen action. */
export class GridMenu {
  readonly #grid: WithStore;
  readonly #chosen: CellSelection;
  readonly #columns: ColumnCommands;

  constructor(grid: WithStore, chosen: CellSelection, columns: ColumnCommands) {
    this.#grid = grid;
    this.#chosen = chosen;
    this.#columns = columns;
    grid.addEventListener("contextmenu", this.#onContextMenu);
  }

  /** Performs an action on the cell the menu was opened on, or on the active cell. */
  act(action: GridAction): void {
    const { store } = this.#grid;
    const at = this.#chosen.menuAt ?? this.#chosen.active;
    const key = store.columns.shown[at.column]?.key;
    if (key === undefined) {
      return;
    }
    if (isOfHeader(action)) {
      if (at.row === headerRow && this.#grid.contains(document.activeElement)) {
        this.#actInHeader(action, at);
      }
      return;
    }
    switch (action) {
      case "sortAscending":
        store.setSort({ column: key, direction: "ascending" });
        break;
      case "sortDescending":
        store.setSort({ column: key, direction: "descending" });
        break;
      case "clearSort":
        store.setSort(undefined);
        break;
      case "moveColumnLeft":
        this.#columns.moveBeside(at.column, "left");
        break;
      case "moveColumnRight":
        this.#columns.moveBeside(at.column, "right");
        break;
      case "resetColumns":
        store.setLayout(defaultColumnLayout);
        break;
      case "filterByColumn":
        store.filterByColumn(key);
        break;
      case "filterByValue":
        store.filterByValue(at);
        break;
      case "copyTsv":
      case "copyCsv":
      case "copyJson":
      case "copyMarkdown":
        store.copy(copies[action]);
        break;
      case "showInStructure":
        store.showInStructure(key);
        break;
      case "copyLink":
        store.copyLink(at);
        break;
      case "showRaw":
        if (this.#chosen.menuAt) {
          this.#chosen.select(single(at));
        }
        store.showRaw();
        break;
    }
  }

  #actInHeader(action: HeaderAction, at: Position): void {
    switch (action) {
      case "toggleSort":
        this.#columns.sortBy(at.column);
        break;
      case "resizeColumn":
        cellElement(this.#grid, at)?.querySelector<HTMLElement>("[role=separator]")?.focus();
        break;
      case "fitColumn":
        this.#columns.fit(at.column);
        break;
      case "freezeColumns":
        this.#columns.freezeUpTo(at.column);
        break;
      case "hideColumn":
        this.#columns.hide(at);
        break;
    }
  }

  readonly #onContextMenu = (event: MouseEvent): void => {
    const position = positionOf(event.target);
    if (!position) {
      return;
    }
    const { range, selection } = this.#chosen;
    const { active, anchor } = selection;
    const isWithin =
      position.row === headerRow
        ? active.row === headerRow && contains(range, { ...position, row: 0 })
        : active.row !== headerRow && anchor.row !== headerRow && contains(range, position);
    if (isWithin) {
      this.#chosen.openMenuAt(position);
    } else {
      this.#chosen.select(single(position));
    }
  };
}

function isOfHeader(action: GridAction): action is HeaderAction {
  return headerActions.some((it) => it === action);
}
