import type { ColumnPlaces } from "./columnPlaces.ts";
import type { Extent, Selection } from "./selection.ts";

/** A grid element as its parts see it. Heights in CSS pixels. */
export interface Grid<Column = unknown> extends HTMLElement {
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly extent: Extent;
  /** True if the first column stands for its rows: pressing it selects them. */
  readonly hasRowHeaders: boolean;
  /** As the owner set it; may reach beyond the existing rows and columns. */
  selection: Selection;
  /** Places the columns in a viewport of this width. */
  placeColumns(width: number): ColumnPlaces<Column>;
  /** Only in grids whose columns are revealed by their keys. */
  indexOf?(column: string): number;
  selected(selection: Selection): void;
  /**
   * @param top row at the upper edge; its fraction is the part of it that is out of sight
   * @param left in CSS pixels
   */
  scrolled(top: number, left: number): void;
  requestUpdate(): void;
}
