import { html, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { repeat } from "lit/directives/repeat.js";
import type { PlacedColumn } from "./columnPlaces.ts";

export interface CellDrawing {
  readonly row: number;
  readonly role: "columnheader" | "rowheader" | "gridcell";
  readonly className: string;
  readonly isFrozen: boolean;
  readonly isActive: boolean;
  readonly isSelected?: boolean;
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  /** Read out after the text, in place of the tooltip. */
  readonly description?: string | undefined;
  readonly isInvalid?: boolean;
  /** True if a button or field in the cell takes the focus in its place. */
  readonly hasFocusInside?: boolean;
  /** Text after the content that takes up room but is invisible. */
  readonly rest?: string | undefined;
  /** JSON by which VS Code chooses the items of the context menu. */
  readonly context?: string;
  readonly content: unknown;
}

export function cellTemplate(
  { index, left, width }: PlacedColumn,
  it: CellDrawing,
): TemplateResult {
  const { isActive, isSelected, role } = it;
  return html`<div
    role=${role}
    class="grid-cell ${it.className} ${it.isFrozen ? "frozen" : ""} ${isSelected && !isActive ? "selected" : ""}"
    aria-colindex=${index + 1}
    aria-selected=${ifDefined(role === "gridcell" ? isSelected : undefined)}
    aria-invalid=${ifDefined(it.isInvalid ? "true" : undefined)}
    aria-label=${ifDefined(it.label)}
    aria-description=${ifDefined(it.description)}
    tabindex=${ifDefined(it.hasFocusInside ? undefined : isActive ? 0 : -1)}
    title=${ifDefined(it.title)}
    data-rest=${ifDefined(it.rest)}
    data-row=${it.row}
    data-column=${index}
    data-vscode-context=${ifDefined(it.context)}
    .style=${`width: ${width}px; left: ${left}px`}
  >
    ${it.content}
  </div>`;
}

/** Renders frozen cells, and those that move when the grid is scrolled sideways. */
export function cellsTemplate<Column>(
  columns: readonly PlacedColumn<Column>[],
  frozen: number,
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
