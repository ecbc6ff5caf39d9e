import type { TableClient } from "./tableClient.ts";
import type { TableKey } from "./tables.ts";

/** The table that a panel shows. */
export interface ShownTable {
  readonly key: TableKey;
  readonly tables: TableClient;
  readonly table: number;
}
