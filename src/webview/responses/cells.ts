import { missingText as missingWords } from "../../charts/columnTexts.ts";
import {
  answerView,
  cellText as rawCellText,
  codedColumn,
  otherText,
  type CodedColumn,
} from "../../model/cellText.ts";
import type { Cell, Column } from "../../model/grid.ts";
import { metadataColumn, metadataLabel } from "../../model/metadataColumns.ts";
import type { CellMode } from "../../model/responseView.ts";
import type { CollectGroup } from "../../model/survey.ts";
import { folded, formatTime, t } from "../shared/l10n.ts";

/** A column as this panel shows it: metadata columns get a text, which only the panel knows. */
export interface GridColumn extends CodedColumn {
  /** Index of the column's cell in a row. */
  readonly cellIndex: number;
}

export function gridColumns(
  columns: readonly Column[],
  groups: readonly CollectGroup[],
): GridColumn[] {
  return columns.map((column, cellIndex) => {
    const coded = { ...codedColumn(column, groups), cellIndex };
    return column.kind === "metadata" ? { ...coded, text: metadataLabel(column.name, t) } : coded;
  });
}

/** @param text folded; the empty text matches every column */
export function matchesColumn(column: GridColumn, text: string): boolean {
  return folded(column.name).includes(text) || folded(column.text).includes(text);
}

/** Returns a cell's text, on one line. */
export function cellText(column: GridColumn, cell: Cell, mode: CellMode): string {
  return column.isTime
    ? (cell ?? []).map((it) => formatTime(it.value, true)).join(" · ")
    : rawCellText(column, cell, mode);
}

/** Returns what the cell does not show in the current mode. */
export function cellTooltip(column: GridColumn, cell: Cell): string {
  if (cell === null || cell.length === 0) {
    return missingText(column, cell);
  }
  if (column.isTime) {
    return cell.map((it) => it.value).join("\n");
  }
  return cell
    .map((answer) => {
      const it = answerView(column, answer);
      if (it.isUnknown) {
        return t("{0} (code not in the structure)", it.code);
      }
      const coded = column.isCoded ? t("{0} ({1})", it.label, it.code) : it.code;
      return `${coded}${otherText(it)}`;
    })
    .join("\n");
}

/** Returns true if cells are shown in the editor's font: identifiers and codes are, what people wrote or read is not. */
export function isCode(column: GridColumn, mode: CellMode): boolean {
  if (column.isCoded) {
    return mode === "codes";
  }
  return column.kind === "metadata" && metadataColumn(column.name)?.type === "code";
}

/** Returns the words for an empty cell. */
export function missingText(column: Pick<GridColumn, "kind" | "rank">, cell: Cell): string {
  return missingWords(column, cell === null ? "notShown" : "noAnswer", t);
}
