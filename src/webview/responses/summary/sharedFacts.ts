import { metadataColumn } from "../../../model/metadataColumns.ts";
import type { GridColumn } from "../cells.ts";

/** Whether the column is of the response's own facts, but of those that many responses share. */
export function isSharedFact({ kind, name }: Pick<GridColumn, "kind" | "name">): boolean {
  return kind === "metadata" && metadataColumn(name)?.isShared === true;
}
