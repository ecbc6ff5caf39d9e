import type { ColumnLayout } from "../../../model/columnLayout.ts";
import type { Sort } from "../../../model/responseView.ts";
import type { GridColumn } from "../cells.ts";
import type { GridOwner } from "./gridOwner.ts";

/** What the commands on columns and the menus see of the grid's element. */
export interface GridHost extends HTMLElement {
  /** Those that are shown, as arranged. */
  readonly columns: readonly GridColumn[];
  /** All columns, in their natural order. */
  readonly all: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly sort: Sort | undefined;
  readonly owner: GridOwner;
}
