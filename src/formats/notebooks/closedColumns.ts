import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { TableForm } from "../../model/tabular/tableForm.ts";

/** Returns the columns of a wide table that have one option of a closed question per row. */
export function closedColumns(
  columns: readonly TableColumn[],
  { cells }: Pick<TableForm, "cells">,
): TableColumn[] {
  return columns.filter(
    (it) =>
      it.origin?.kind === "variable" &&
      it.origin.part === "value" &&
      it.isDelimited !== true &&
      (it.labels.length > 0 || (cells === "labels" && hasLabelsAsValues(it))),
  );
}

/**
 * Returns true if the values are option labels: the column is a text, but not because of its values (`textReason`). A text
 * column without a width belongs to an open question that nobody answered.
 */
function hasLabelsAsValues({ type, textReason, width }: TableColumn): boolean {
  return type === "text" && textReason === undefined && width > 0;
}
