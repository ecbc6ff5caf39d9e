import type { ApiVersion } from "../../../model/survey.ts";
import { t } from "../../shared/l10n.ts";
import { embeddedTitle } from "../../shared/versions.ts";
import type { GridColumn } from "../cells.ts";

/** Neighbouring columns that belong together. */
export interface ColumnGroup<T> {
  readonly label: string;
  readonly columns: readonly T[];
}

/** Returns the label above a column: the block of its question, or its kind. */
function groupLabel({ kind, block }: GridColumn, version: ApiVersion): string {
  switch (kind) {
    case "metadata":
      return t("Response");
    case "variable":
      return block ?? t("Questions");
    case "embedded":
      return embeddedTitle(version);
  }
}

/**
 * Groups neighbouring items that have the same label above their columns. A label occurs more than once if others are
 * between.
 */
export function columnGroups<T>(
  items: readonly T[],
  columnOf: (item: T) => GridColumn,
  version: ApiVersion,
): ColumnGroup<T>[] {
  const groups: { label: string; columns: T[] }[] = [];
  for (const item of items) {
    const label = groupLabel(columnOf(item), version);
    const last = groups.at(-1);
    if (last?.label === label) {
      last.columns.push(item);
    } else {
      groups.push({ label, columns: [item] });
    }
  }
  return groups;
}
