import { columnKey, type Column } from "../../model/grid.ts";

/** What a person would call the column: its key where its name is that of one before it, too. */
export function nameAmong(columns: readonly Column[], key: string): string {
  const name = columns.find((it) => columnKey(it) === key)?.name;
  const first = columns.find((it) => it.name === name);
  return name !== undefined && first && columnKey(first) === key ? name : key;
}
