import type { TableClient } from "./tableClient.ts";
import type { CopyKey } from "../copy/copyFolders.ts";

/** The response table that a panel shows. */
export interface ShownTable {
  readonly key: CopyKey;
  readonly tables: TableClient;
  readonly table: number;
}
