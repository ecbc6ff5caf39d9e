import { html, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { repeat } from "lit/directives/repeat.js";
import type { PlacedColumn } from "./columnPlaces.ts";
import type { ColumnSort } from "../sorting.ts";
import { contains, type Position, type Range } from "./selection.ts";

/** What all cells of a grid depend on. */
export interface GridDrawing<Column> {
  /** The same list as long as the columns and their positions do not change. */
  readonly columns: readonly PlacedColumn<Column>[];
  /** Number of leading columns that are frozen. */
  readonly frozen: number;
  readonly active: Position;
  readonly selected: Range;
}

export interface CellDrawing {
  readonly row: number;
  readonly role: "columnheader" | "rowheader" | "gridcell";
  readonly className: string;
  /** False if the cell does not show whether it is selected. */
  readonly isSelectable?: boolean;
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  /** Read out after the text, in place of the tooltip. */
  readonly description?: string | undefined;
  /** Id of the element that describes the cell. */
  readonly describedBy?: string | undefined;
  readonly sort?: ColumnSort["direction"] | undefined;
  readonly isInvalid?: boolean;
  /** True if a button or field in the cell takes the focus in its place. */
  readonly hasFocusInside?: boolean;
  /** Text after the content that takes up room but is invisible. */
  readonly rest?: string | undefined;
  /** JSON by which VS Code chooses the items of the context menu. */
  readonly context?: string;
  readonly content: unknown;
}

export function isActiveCell(
  { active }: Pick<GridDrawing<unknown>, "active">,
  row: number,
  column: number,
): boolean {
  return active.row === row && active.column === column;
}

export function cellTemplate(
  drawing: Omit<GridDrawing<unknown>, "columns">,
  { index, left, width }: PlacedColumn,
  it: CellDrawing,
): TemplateResult {
  const { row, role, isSelectable = role !== "columnheader" } = it;
  const isActive = isActiveCell(drawing, row, index);
  const isSelected = isSelectable && contains(drawing.selected, { row, column: index });
  return html`<div
    role=${role}
    class="grid-cell ${it.className} ${index < drawing.frozen ? "frozen" : ""} ${isSelected && !isActive ? "selected" : ""}"
    aria-colindex=${index + 1}
    aria-selected=${ifDefined(role === "gridcell" && isSelectable ? isSelected : undefined)}
    aria-invalid=${ifDefined(it.isInvalid ? "true" : undefined)}
    aria-label=${ifDefined(it.label)}
    aria-description=${ifDefined(it.description)}
    aria-describedby=${ifDefined(it.describedBy)}
    aria-sort=${ifDefined(it.sort)}
    tabindex=${ifDefined(it.hasFocusInside ? undefined : isActive ? 0 : -1)}
    title=${ifDefined(it.title)}
    data-rest=${ifDefined(it.rest)}
    data-row=${row}
    data-column=${index}
    data-vscode-context=${ifDefined(it.context)}
    .style=${`width: ${width}px; left: ${left}px`}
  >
    ${it.content}
  </div>`;
}

/** Renders frozen cells, and those that move when the grid is scrolled sideways. */
export function cellsTemplate<Column>(
  { columns, frozen }: Pick<GridDrawing<Column>, "columns" | "frozen">,
  template: (column: PlacedColumn<Column>) => TemplateResult,
  keyOf: (column: PlacedColumn<Column>) => unknown = (it) => it.index,
): TemplateResult {
  const drawn = (list: readonly PlacedColumn<Column>[]): unknown => repeat(list, keyOf, template);
  const still = columns.findIndex((it) => it.index >= frozen);
  const count = still < 0 ? columns.length : still;
  return html`${drawn(columns.slice(0, count))}
    <div role="presentation" class="grid-moving">${drawn(columns.slice(count))}</div>`;
}

/** Renders the header of a grid whose columns have one name each. */
export function headTemplate(names: TemplateResult): TemplateResult {
  return html`<div role="rowgroup" class="grid-head">
    <div role="row" class="grid-row" aria-rowindex="1">${names}</div>
  </div>`;
}
