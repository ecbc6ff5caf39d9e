import { t } from "./l10n.ts";

/** An order of rows by one column. */
export interface ColumnSort<Column extends string = string> {
  readonly column: Column;
  readonly direction: "ascending" | "descending";
}

/** Returns the next order for a column: ascending, then descending, then none. */
export function nextSort<Column extends string>(
  sort: ColumnSort<Column> | undefined,
  column: Column,
): ColumnSort<Column> | undefined {
  if (sort?.column !== column) {
    return { column, direction: "ascending" };
  }
  return sort.direction === "ascending" ? { column, direction: "descending" } : undefined;
}

/** Says what a click on a column's header does next. */
export function sortHint(direction: ColumnSort["direction"] | undefined): string {
  switch (direction) {
    case undefined:
      return t("Sort ascending");
    case "ascending":
      return t("Sort descending");
    case "descending":
      return t("Clear sorting");
  }
}
