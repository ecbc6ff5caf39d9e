import type * as z from "zod";
import type { SqlRow } from "./sqliteDriver.ts";

/* Reads the values of a row, which may have been changed on the disk. */

/** Thrown if the file does not contain what was written. */
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

/** @throws DamagedError if it is not of the shape */
export function parsed<T>(shape: z.ZodType<T>, json: string): T {
  try {
    return shape.parse(JSON.parse(json));
  } catch (cause) {
    throw new DamagedError("A part of the file cannot be read.", { cause });
  }
}
