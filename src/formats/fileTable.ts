import { renamedOf } from "../model/tabular/contents.ts";
import type { TableColumn, TableDescription } from "../model/tabular/tableColumn.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";
import type { TableImplementation } from "./kinds/format.ts";

/**
 * Returns the table as the file has it. If the format has its own rules for names, columns are renamed, and the list of
 * changed names says so.
 */
export function fileTable(
  table: TableDescription,
  { columnNames }: Pick<TableImplementation, "columnNames">,
  form: Pick<TableForm, "partition">,
): TableDescription {
  const names = table.columns.map((it) => it.name);
  return columnNames ? withNames(table, columnNames(names, form)) : table;
}

/** @param names new names of the columns, unique */
export function withNames(table: TableDescription, names: readonly string[]): TableDescription {
  const { columns, variables, sets, renamed } = table;
  const named = columns.map((it, index) => ({ before: it.name, now: names[index] ?? it.name }));
  const now = new Map(named.map((it) => [it.before, it.now]));
  const wanted = new Map(renamed.map(({ from, to }) => [to, from]));
  const withName = (it: TableColumn) => ({ ...it, name: now.get(it.name) ?? it.name });
  return {
    ...table,
    columns: columns.map(withName),
    variables: variables?.map((it) => ({ ...it, columns: it.columns.map(withName) })),
    sets: sets.map((it) => ({ ...it, columns: it.columns.map((name) => now.get(name) ?? name) })),
    renamed: [
      // In the long layout, variables are not columns, so their changed names stay as they are.
      ...renamed.filter((it) => !now.has(it.to)),
      ...named.flatMap((it) => renamedOf(wanted.get(it.before) ?? it.before, it.now)),
    ],
  };
}
