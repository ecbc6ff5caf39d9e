import type { ColumnPlaces } from "./columnPlaces.ts";
import type { Extent, Selection } from "./selection.ts";

/** What the parts of a grid know of its element. Heights in CSS pixels. */
export interface Grid<Column = unknown> extends HTMLElement {
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly extent: Extent;
  /** Whether the first column stands for its rows: pressed, it selects them. */
  readonly hasRowHeaders: boolean;
  /** As it was handed in: it may reach beyond what is there. */
  selection: Selection;
  /** Where its columns lie in so much width. */
  placeColumns(width: number): ColumnPlaces<Column>;
  indexOf(column: string): number;
  selected(selection: Selection): void;
  /** @param top the row at the upper edge, with the part of it that is out of sight; `left` in CSS pixels */
  scrolled(top: number, left: number): void;
  requestUpdate(): void;
}
