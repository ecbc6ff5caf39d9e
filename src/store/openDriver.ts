import { nodeSqlite, type SqliteDriver } from "./sqliteDriver.ts";

/** The runtime's own SQLite or, where it has none, the one that comes with the extension. */
export async function openDriver(): Promise<SqliteDriver> {
  return nodeSqlite() ?? (await import("./wasmSqlite.ts")).wasmSqlite();
}
