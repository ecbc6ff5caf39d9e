import type { TableClient } from "./tableClient.ts";
import type { TableKey } from "./tables.ts";

/** The response table that a panel shows. */
export interface ShownTable {
  readonly key: TableKey;
  readonly tables: TableClient;
  readonly table: number;
}
