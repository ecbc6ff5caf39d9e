import { missingTest } from "../model/missingCodes.ts";
import { isPlainNumber } from "../model/plainNumber.ts";
import type { SummaryKind } from "../model/summary.ts";
import { isLongText, isMultiSelect } from "../model/tabular/questionTypes.ts";
import type { ColumnCells } from "./columnCells.ts";

/** Returns the question's kind, which does not depend on a filter. */
export function kindOf(
  { column }: ColumnCells,
  areNumbers: boolean,
  hasSeveral: boolean,
): SummaryKind {
  if (column.options.length > 0) {
    return isMultiSelect(column.type) || hasSeveral ? "multiple" : "single";
  }
  return areNumbers && !hasSeveral && !isLongText(column.type) ? "number" : "text";
}

/** Returns whether all codes of options are numbers, except those declared missing. */
export function areCodesNumbers({ column, missing }: ColumnCells): boolean {
  const isMissing = missingTest(missing);
  return column.options.every(({ name }) => isPlainNumber(name) || isMissing(name));
}
