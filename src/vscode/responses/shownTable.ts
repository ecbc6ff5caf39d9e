import type { TableClient } from "../../table/tableClient.ts";
import type { TableKey } from "../../table/tables.ts";

/** The table that a panel shows. */
export interface ShownTable {
  readonly key: TableKey;
  readonly tables: TableClient;
  readonly table: number;
}
