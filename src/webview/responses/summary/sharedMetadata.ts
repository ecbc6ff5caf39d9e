import { metadataColumn } from "../../../model/metadataColumns.ts";
import type { GridColumn } from "../cells.ts";

/** Returns true for metadata whose values many responses share. */
export function isSharedMetadata({ kind, name }: Pick<GridColumn, "kind" | "name">): boolean {
  return kind === "metadata" && metadataColumn(name)?.isShared === true;
}
