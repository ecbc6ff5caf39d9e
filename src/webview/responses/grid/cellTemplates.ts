import { html, nothing, type TemplateResult } from "lit";
import type { VirtualItem } from "@tanstack/virtual-core";
import { ifDefined } from "lit/directives/if-defined.js";
import { repeat } from "lit/directives/repeat.js";
import type { CellMode } from "../../../messages/responses.ts";
import type { Row } from "../../../model/grid.ts";
import { t } from "../../shared/l10n.ts";
import { sash } from "../../shared/sash.ts";
import {
  answerView,
  cellText,
  cellTooltip,
  missingText,
  otherText,
  type CellValue,
  type GridColumn,
} from "../cells.ts";
import { columnLimits } from "./columnWidths.ts";
import { contains, headerRow, type Position, type Range } from "../../shared/grid/selection.ts";

/** A column to draw; `left` is undefined for the frozen one, which keeps its place by itself. */
export interface PlacedColumn {
  readonly index: number;
  readonly column: GridColumn;
  readonly left: number | undefined;
  readonly width: number;
}

export interface Drawing {
  readonly columns: readonly PlacedColumn[];
  readonly mode: CellMode;
  readonly active: Position;
  readonly selected: Range;
  readonly width: number;
  resize(column: PlacedColumn, width: number): void;
  leaveSash(column: PlacedColumn): void;
}

function placed(it: PlacedColumn): string {
  return it.left === undefined
    ? `width: ${it.width}px`
    : `width: ${it.width}px; left: ${it.left}px`;
}

function isActive({ active }: Drawing, row: number, column: number): boolean {
  return active.row === row && active.column === column;
}

export function headerTemplate(drawing: Drawing): TemplateResult {
  return html`<div role="rowgroup" class="grid-head" .style=${`width: ${drawing.width}px`}>
    <div role="row" class="grid-row" aria-rowindex="1">
      ${repeat(
        drawing.columns,
        (it) => it.column.key,
        (it) => headerCell(drawing, it),
      )}
    </div>
  </div>`;
}

function headerCell(drawing: Drawing, it: PlacedColumn): TemplateResult {
  const { name, rank, text, type } = it.column;
  const ranked = rank === undefined ? undefined : t("Rank {0}", rank);
  const described = [name, ranked, text, type].filter((part) => part !== undefined && part !== "");
  return html`<div
    role="columnheader"
    class="grid-cell grid-header ${it.left === undefined ? "frozen" : ""}"
    aria-colindex=${it.index + 1}
    aria-label=${text === "" ? name : `${name}, ${text}`}
    tabindex=${isActive(drawing, headerRow, it.index) ? 0 : -1}
    title=${described.join("\n")}
    data-row=${headerRow}
    data-column=${it.index}
    .style=${placed(it)}
  >
    <div class="header-name code">${name}</div>
    <div class="header-text">${text}</div>
    ${sash({
      label: t("Width of {0}", name),
      className: "column-sash",
      value: it.width,
      minimum: columnLimits.minimum,
      maximum: columnLimits.maximum,
      direction: 1,
      tabIndex: -1,
      resize: (width) => drawing.resize(it, width),
      leave: () => drawing.leaveSash(it),
    })}
  </div>`;
}

export function rowTemplate(drawing: Drawing, item: VirtualItem, row: Row): TemplateResult {
  return html`<div
    role="row"
    class="grid-row ${drawing.active.row === item.index ? "active" : ""}"
    aria-rowindex=${item.index + 2}
    .style=${`top: ${item.start}px; width: ${drawing.width}px`}
  >
    ${repeat(
      drawing.columns,
      (it) => it.column.key,
      (it) => valueCell(drawing, item.index, it, row.cells[it.index] ?? null),
    )}
  </div>`;
}

function valueCell(
  drawing: Drawing,
  row: number,
  it: PlacedColumn,
  value: CellValue,
): TemplateResult {
  const { column, index } = it;
  const selected = contains(drawing.selected, { row, column: index });
  const classes = [
    it.left === undefined ? "frozen" : "",
    selected && !isActive(drawing, row, index) ? "selected" : "",
    isCode(column, drawing.mode) ? "code" : "",
  ];
  return html`<div
    role="gridcell"
    class="grid-cell ${classes.join(" ")}"
    aria-colindex=${index + 1}
    aria-selected=${selected}
    aria-label=${ifDefined(value === null ? missingText(column) : undefined)}
    tabindex=${isActive(drawing, row, index) ? 0 : -1}
    title=${cellTooltip(column, value)}
    data-row=${row}
    data-column=${index}
    .style=${placed(it)}
  >
    ${value === null ? nothing : cellContent(column, value, drawing.mode)}
  </div>`;
}

/** Identifiers and codes stand in the editor's font; what people wrote or read does not. */
function isCode(column: GridColumn, mode: CellMode): boolean {
  if (column.isCoded) {
    return mode === "codes";
  }
  return column.kind === "metadata" && !column.isTime && column.name !== "completedStatus";
}

/** As cellText says it; where both are shown, the codes stand back. */
function cellContent(
  column: GridColumn,
  value: NonNullable<CellValue>,
  mode: CellMode,
): TemplateResult | string {
  if (mode !== "both" || !column.isCoded) {
    return cellText(column, value, mode);
  }
  return html`${value.map((answer, index) => {
    const it = answerView(column, answer);
    const code = it.label === it.code ? nothing : html`<span class="code quiet">${it.code}</span> `;
    return html`${index === 0 ? nothing : " · "}${code}${it.label}${otherText(it)}`;
  })}`;
}
