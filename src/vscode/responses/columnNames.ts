import { columnKey, type Column } from "../../model/grid.ts";

/** Returns the column's name, or its key if a column before it has the same name. */
export function nameAmong(columns: readonly Column[], key: string): string {
  const name = columns.find((it) => columnKey(it) === key)?.name;
  const first = columns.find((it) => it.name === name);
  return name !== undefined && first && columnKey(first) === key ? name : key;
}
