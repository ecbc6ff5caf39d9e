import type * as z from "zod";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import type { NumberedColumn } from "./keptColumns.ts";
import { DamagedError, text } from "./tableFile.ts";

/* What stands under a name of its own in a table's file, and how JSON in it is read. */

export function putPart(database: SqliteDatabase, name: string, value: string | Uint8Array): void {
  database.run("INSERT OR REPLACE INTO part VALUES (?, ?)", name, value);
}

export function putColumns(database: SqliteDatabase, columns: readonly NumberedColumn[]): void {
  putPart(database, "columns", JSON.stringify(columns));
  database.run("UPDATE state SET columns = columns + 1");
}

/** @throws DamagedError where it is not of the shape */
export function partOf<T>(
  database: SqliteDatabase,
  name: string,
  shape: z.ZodType<T>,
): T | undefined {
  const row = database.get("SELECT value FROM part WHERE name = ?", name);
  return row && parsed(shape, text(row, "value"));
}

/** @throws DamagedError where it is not of the shape */
export function parsed<T>(shape: z.ZodType<T>, json: string): T {
  try {
    return shape.parse(JSON.parse(json));
  } catch (cause) {
    throw new DamagedError("A part of the table cannot be read.", { cause });
  }
}
