import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { TableForm } from "../../model/tabular/tableForm.ts";

/** Columns of a wide table that hold one option of a closed question a row. */
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

/** A text for which no value decided: an option's label. One without a width is of an open question that nobody answered. */
function hasLabelsAsValues({ type, textReason, width }: TableColumn): boolean {
  return type === "text" && textReason === undefined && width > 0;
}
