import { crc32 } from "node:zlib";
import { bytes, DamagedError, text } from "../store/rows.ts";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";

/* Values in the rows of a copy's file. SQLite does not notice a changed byte, so each value has a checksum. */

/** @param place number of the value among its kind, so that a value in the wrong row is detected, too */
export function checksumOf(value: string | Uint8Array, place: number): number {
  return crc32(value, place);
}

/** @throws DamagedError if the value does not match its checksum */
export function verifyChecksum(row: SqlRow, value: string | Uint8Array, place: number): void {
  if (checksumOf(value, place) !== row["sum"]) {
    throw new DamagedError("A checksum does not fit.");
  }
}

/** Writes a value under a name of its own. */
export function putPart(database: SqliteDatabase, name: string, value: string | Uint8Array): void {
  const sum = checksumOf(value, crc32(name));
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
    verifyChecksum(row, value, crc32(name));
  }
  return value;
}
