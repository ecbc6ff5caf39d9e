import { missingTest } from "../model/missingCodes.ts";
import { isPlainNumber } from "../model/plainNumber.ts";
import type { SummaryKind } from "../model/summary.ts";
import { isLongText, isMultiSelect } from "../model/tabular/questionTypes.ts";
import type { Subject } from "./subject.ts";

/** The question's kind, which a filter does not change. */
export function kindOf({ column }: Subject, areNumbers: boolean, hasSeveral: boolean): SummaryKind {
  if (column.options.length > 0) {
    return isMultiSelect(column.type) || hasSeveral ? "multiple" : "single";
  }
  return areNumbers && !hasSeveral && !isLongText(column.type) ? "number" : "text";
}

/** Whether all codes that are answers say numbers, given or not. */
export function areCodesNumbers({ column, missing }: Subject): boolean {
  const isMissing = missingTest(missing);
  return column.options.every(({ name }) => isPlainNumber(name) || isMissing(name));
}
