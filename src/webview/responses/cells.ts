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

/** A column as this panel shows it: with the texts of metadata, which only the panel knows. */
export interface GridColumn extends CodedColumn {
  /** Which of a row's cells is its. */
  readonly place: number;
}

export function gridColumns(
  columns: readonly Column[],
  groups: readonly CollectGroup[],
): GridColumn[] {
  return columns.map((column, place) => {
    const coded = { ...codedColumn(column, groups), place };
    return column.kind === "metadata" ? { ...coded, text: metadataLabel(column.name, t) } : coded;
  });
}

/** @param text folded; every column has the empty text */
export function matchesColumn(column: GridColumn, text: string): boolean {
  return folded(column.name).includes(text) || folded(column.text).includes(text);
}

/** What a cell says in one line. */
export function cellText(column: GridColumn, cell: Cell, mode: CellMode): string {
  return column.isTime
    ? (cell ?? []).map((it) => formatTime(it.value, true)).join(" · ")
    : rawCellText(column, cell, mode);
}

/** What the cell does not show in the current mode. */
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

/** Identifiers and codes stand in the editor's font; what people wrote or read does not. */
export function isCode(column: GridColumn, mode: CellMode): boolean {
  if (column.isCoded) {
    return mode === "codes";
  }
  return column.kind === "metadata" && metadataColumn(column.name)?.type === "code";
}

/** How emptiness is said. */
export function missingText(column: Pick<GridColumn, "kind" | "rank">, cell: Cell): string {
  return missingWords(column, cell === null ? "notShown" : "noAnswer", t);
}
