import type { ColumnLayout } from "../../../model/columnLayout.ts";
import type { Sort } from "../../../model/responseView.ts";
import type { Selection } from "../../shared/grid/selection.ts";
import type { GridColumn } from "../cells.ts";
import type { GridOwner } from "./gridOwner.ts";
import type { HeaderBars } from "./headerBars.ts";
import type { RowSource } from "./rowSource.ts";

/** What the grid's parts see of its element. */
export interface GridHost extends HTMLElement {
  /** Those that are shown, as arranged. */
  readonly columns: readonly GridColumn[];
  /** All columns, in their natural order. */
  readonly all: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly source: RowSource;
  /** Absent: the header is without. */
  readonly bars: HeaderBars | undefined;
  readonly sort: Sort | undefined;
  readonly owner: GridOwner;
  /** As it was handed in: it may reach beyond what is there. */
  selection: Selection;
  requestUpdate(): void;
}
