import { crc32 } from "node:zlib";
import type * as z from "zod";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";

/* What stands in the rows of a copy's file. SQLite does not notice a changed byte, so values have checksums beside them. */

/** What stands in the file is not what was written there. */
export class DamagedError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
    this.name = "DamagedError";
  }
}

export function integer(row: SqlRow | undefined, name: string): number {
  const value = row?.[name];
  if (typeof value !== "number") {
    throw new DamagedError(`${name} is no number.`);
  }
  return value;
}

export function text(row: SqlRow, name: string): string {
  const value = row[name];
  if (typeof value !== "string") {
    throw new DamagedError(`${name} is no text.`);
  }
  return value;
}

export function bytes(row: SqlRow, name: string): Uint8Array {
  const value = row[name];
  if (!(value instanceof Uint8Array)) {
    throw new DamagedError(`${name} is no bytes.`);
  }
  return value;
}

/** @param place of the value among its like, so that one that stands elsewhere is noticed, too */
export function sumOf(value: string | Uint8Array, place: number): number {
  return crc32(value, place);
}

/** @throws DamagedError where the value is not the one that `sum` was made of */
export function checkSum(row: SqlRow, value: string | Uint8Array, place: number): void {
  if (sumOf(value, place) !== row["sum"]) {
    throw new DamagedError("A checksum does not fit.");
  }
}

/** What stands under a name of its own. */
export function putPart(database: SqliteDatabase, name: string, value: string | Uint8Array): void {
  const sum = sumOf(value, crc32(name));
  database.run("INSERT OR REPLACE INTO part VALUES (?, ?, ?)", name, value, sum);
}

export function textPart(database: SqliteDatabase, name: string): string | undefined {
  return part(database, name, text);
}

export function bytesPart(database: SqliteDatabase, name: string): Uint8Array | undefined {
  return part(database, name, bytes);
}

function part<T extends string | Uint8Array>(
  database: SqliteDatabase,
  name: string,
  read: (row: SqlRow, name: string) => T,
): T | undefined {
  const row = database.get("SELECT value, sum FROM part WHERE name = ?", name);
  const value = row && read(row, "value");
  if (row && value !== undefined) {
    checkSum(row, value, crc32(name));
  }
  return value;
}

/** @throws DamagedError where it is not of the shape */
export function parsed<T>(shape: z.ZodType<T>, json: string): T {
  try {
    return shape.parse(JSON.parse(json));
  } catch (cause) {
    throw new DamagedError("A part of the copy cannot be read.", { cause });
  }
}
