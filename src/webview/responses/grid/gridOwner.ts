import type { ColumnLayout } from "../../../model/columnLayout.ts";
import type { CopyFormat, Sort } from "../../../model/responseView.ts";
import type { Position, Selection } from "../../shared/grid/selection.ts";

/** What the grid asks of the panel around it. Positions count shown columns. */
export interface GridOwner {
  select(selection: Selection): void;
  /** @param top the row at the upper edge, with the part of it that is out of sight; `left` in CSS pixels */
  scrolled(top: number, left: number): void;
  resized(key: string, width: number): void;
  toggleDetail(): void;
  /** Copies what is selected. */
  copy(format?: CopyFormat): void;
  sort(sort: Sort | undefined): void;
  layout(layout: ColumnLayout): void;
  showRaw(): void;
  filterColumn(key: string): void;
  filterValue(position: Position): void;
}
