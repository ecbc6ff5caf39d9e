import type { GridAction } from "../../../messages/responses.ts";
import { defaultColumnLayout } from "../../../model/columnLayout.ts";
import { contains, headerRow, single, type Position } from "../../shared/grid/selection.ts";
import { cellElement, positionOf } from "../../shared/grid/cellElements.ts";
import type { CellSelection } from "../../shared/grid/cellSelection.ts";
import type { ColumnCommands } from "./columnCommands.ts";
import type { WithStore } from "../storeElement.ts";

/** Actions for which the focus must be on a header: their keys are reported wherever the focus is. */
const headerActions: readonly GridAction[] = [
  "toggleSort",
  "freezeColumns",
  "hideColumn",
  "resizeColumn",
  "fitColumn",
];

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
    const at = this.#chosen.menuAt ?? this.#chosen.active;
    const key = this.#grid.store.columns.shown[at.column]?.key;
    const isInHeader = at.row === headerRow && this.#grid.contains(document.activeElement);
    if (key !== undefined && (isInHeader || !headerActions.includes(action))) {
      this.#acts(at, key)[action]?.();
    }
  }

  #acts(at: Position, column: string): Readonly<Record<string, () => void>> {
    const { store } = this.#grid;
    const columns = this.#columns;
    return {
      sortAscending: () => store.setSort({ column, direction: "ascending" }),
      sortDescending: () => store.setSort({ column, direction: "descending" }),
      clearSort: () => store.setSort(undefined),
      moveColumnLeft: () => columns.moveBeside(at.column, "left"),
      moveColumnRight: () => columns.moveBeside(at.column, "right"),
      resetColumns: () => store.setLayout(defaultColumnLayout),
      filterByColumn: () => store.filtering.openFor(column),
      filterByValue: () => store.filterByValue(at),
      copyTsv: () => store.copy("tsv"),
      copyCsv: () => store.copy("csv"),
      copyJson: () => store.copy("json"),
      copyMarkdown: () => store.copy("markdown"),
      showInStructure: () => store.showInStructure(column),
      copyLink: () => store.copyLink(at),
      showRaw: () => {
        if (this.#chosen.menuAt) {
          this.#chosen.select(single(at));
        }
        store.showRaw();
      },
      toggleSort: () => columns.sortBy(at.column),
      freezeColumns: () => columns.freezeUpTo(at.column),
      hideColumn: () => columns.hide(at),
      resizeColumn: () =>
        cellElement(this.#grid, at)?.querySelector<HTMLElement>("[role=separator]")?.focus(),
      fitColumn: () => columns.fit(at.column),
    } satisfies Record<GridAction, () => void>;
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
