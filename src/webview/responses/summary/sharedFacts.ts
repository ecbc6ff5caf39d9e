import type { GridColumn } from "../cells.ts";

const shared: ReadonlySet<string> = new Set(["collectGroupId", "completedStatus"]);

/** Whether the column is of the response's own facts, but of those that many responses share. */
export function isSharedFact({ kind, name }: Pick<GridColumn, "kind" | "name">): boolean {
  return kind === "metadata" && shared.has(name);
}
