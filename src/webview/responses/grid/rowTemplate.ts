import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { answerView, otherText, type AnswerView } from "../../../model/cellText.ts";
import type { Cell, Row } from "../../../model/grid.ts";
import type { CellMode } from "../../../model/responseView.ts";
import {
  cellsTemplate,
  cellTemplate,
  isActiveCell,
  type GridDrawing,
} from "../../shared/grid/cellTemplate.ts";
import type { Position } from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import { cellText, cellTooltip, isCode, missingText, type GridColumn } from "../cells.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";
import { foundFirst } from "./foundAnswers.ts";
import type { NumberColumns } from "./numberColumns.ts";

export interface RowDrawing extends GridDrawing<GridColumn> {
  readonly mode: CellMode;
  readonly numbers: NumberColumns;
  /** The cell that a search found, and the searched text. */
  readonly found: (Position & { readonly text: string }) | undefined;
  /** The cell under the pointer. */
  readonly hovered: Position | undefined;
}

/** Renders the cells of a row; `row` is undefined if it has not arrived yet. */
export function rowTemplate(drawing: RowDrawing, position: number, row: Row | undefined): unknown {
  const { columns, mode, numbers, active, selected, found, hovered } = drawing;
  const isSelected = position >= selected.top && position <= selected.bottom;
  // Most rows are the same as in the previous frame: do not draw them again.
  const dependencies = [
    columns,
    mode,
    numbers.version,
    position,
    row,
    active.row === position ? active.column : undefined,
    isSelected ? selected.left : undefined,
    isSelected ? selected.right : undefined,
    found?.row === position ? found.column : undefined,
    found?.row === position ? found.text : undefined,
    hovered?.row === position ? hovered.column : undefined,
  ];
  return guard(dependencies, () =>
    cellsTemplate(
      drawing,
      (it) => valueCell(drawing, position, it, row),
      (it) => it.column.key,
    ),
  );
}

/** Contexts by which VS Code chooses the items of its context menus. */
const cellContext = contextOf("cell");
export const headerContext = contextOf("header");

function contextOf(webviewSection: string): string {
  return JSON.stringify({ webviewSection, preventDefaultContextMenuItems: true });
}

function valueCell(
  drawing: RowDrawing,
  position: number,
  it: PlacedColumn<GridColumn>,
  row: Row | undefined,
): TemplateResult {
  const { found, hovered, mode, numbers } = drawing;
  const { index, column } = it;
  const cell = row?.cells[column.cellIndex] ?? null;
  const isActive = isActiveCell(drawing, position, index);
  const isFound = found?.row === position && found.column === index;
  // Only for the cell under the pointer: making all tooltips with each frame would be slow.
  const hasTooltip = hovered?.row === position && hovered.column === index;
  const rest = cell?.[0] && numbers.rest(column, cell[0].value);
  const classes = [
    isFound ? "found" : "",
    isCode(column, mode) ? "code" : "",
    rest === undefined ? "" : "number",
  ];
  return cellTemplate(drawing, it, {
    row: position,
    role: "gridcell",
    className: classes.join(" "),
    label: row ? cellLabel(column, cell, mode) : t("Loading…"),
    description: isActive && row ? cellDescription(column, cell, mode) : undefined,
    title: hasTooltip && row ? cellTooltip(column, cell) : undefined,
    rest,
    context: cellContext,
    // Only the order of what is shown: tooltips and copies keep that of the answers.
    content: cellContent(
      column,
      isFound && cell && column.isCoded
        ? foundFirst(cell, (answer) => cellText(column, [answer], mode), found.text, it.width)
        : cell,
      mode,
    ),
  });
}

/**
 * Returns the accessible name of empty cells, and of a code with its label, whose elements would be read without a space
 * between them.
 */
function cellLabel(column: GridColumn, cell: Cell, mode: CellMode): string | undefined {
  if (cell === null || cell.length === 0) {
    return missingText(column, cell);
  }
  return mode === "both" && column.isCoded && cell.length === 1
    ? cellText(column, cell, mode)
    : undefined;
}

/** Returns what is read out after the text: the labels if codes are shown. */
function cellDescription(column: GridColumn, cell: Cell, mode: CellMode): string | undefined {
  return mode === "codes" && column.isCoded && cell !== null && cell.length > 0
    ? cellText(column, cell, "labels")
    : undefined;
}

/** Renders the text of cellText. Several answers are a chip each; if codes and labels are shown, codes are subdued. */
function cellContent(column: GridColumn, cell: Cell, mode: CellMode): unknown {
  if (cell === null || cell.length === 0) {
    return nothing;
  }
  if (column.isCoded && cell.length > 1) {
    return cell.map((it, index) => {
      // The gap between chips is visual only; screen readers need a separator.
      const gap = index === 0 ? nothing : html`<span class="visually-hidden"> · </span>`;
      return html`${gap}<span class="cell-chip">${answerContent(column, [it], mode)}</span>`;
    });
  }
  return answerContent(column, cell, mode);
}

function answerContent(
  column: GridColumn,
  cell: NonNullable<Cell>,
  mode: CellMode,
): TemplateResult | string {
  const [answer] = cell;
  if (mode !== "both" || !column.isCoded || !answer) {
    return cellText(column, cell, mode);
  }
  const it: AnswerView = answerView(column, answer);
  const code = it.label === it.code ? nothing : html`<span class="code quiet">${it.code}</span> `;
  return html`${code}${it.label}${otherText(it)}`;
}
