import { uniqueNames } from "../model/tabular/columnNames.ts";
import { renamedOf } from "../model/tabular/contents.ts";
import type { TableDescription } from "../model/tabular/tableColumn.ts";
import type { TableForm, TableFormat } from "../model/tabular/tableForm.ts";
import { savNames } from "./writers/sav/names.ts";

/** Of which readers of day folders make a column, beside those that the files have. */
export const partitionColumn = "day";

/**
 * The table as the file has it: columns have other names where the format has rules of its own, and the map of changed names
 * says so (EXPORTS.md, "Names").
 */
export function fileTable(
  table: TableDescription,
  format: TableFormat,
  { partition }: Pick<TableForm, "partition">,
): TableDescription {
  const names = table.columns.map((it) => it.name);
  if (format === "sav") {
    return withNames(table, savNames(names));
  }
  return partition === "day" ? withNames(table, besideDay(names)) : table;
}

/** Readers take `day` from the folders' names, whatever a file has in a column of that name. */
function besideDay(names: readonly string[]): string[] {
  return names.map((name) =>
    name.toLowerCase() === partitionColumn ? (uniqueNames([name], names)[0] ?? name) : name,
  );
}

/** @param names of the columns, unique */
function withNames(table: TableDescription, names: readonly string[]): TableDescription {
  const { columns, sets, renamed } = table;
  const named = columns.map((it, index) => ({ before: it.name, now: names[index] ?? it.name }));
  const now = new Map(named.map((it) => [it.before, it.now]));
  const wanted = new Map(renamed.map(({ from, to }) => [to, from]));
  return {
    ...table,
    columns: columns.map((it) => ({ ...it, name: now.get(it.name) ?? it.name })),
    sets: sets.map((it) => ({ ...it, columns: it.columns.map((name) => now.get(name) ?? name) })),
    renamed: [
      // In the long layout, variables are no columns.
      ...renamed.filter((it) => !now.has(it.to)),
      ...named.flatMap((it) => renamedOf(wanted.get(it.before) ?? it.before, it.now)),
    ],
  };
}
