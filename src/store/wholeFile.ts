import { randomUUID } from "node:crypto";
import { rename, rm, utimes, writeFile } from "node:fs/promises";

/**
 * Writes a file for this account alone, completely or not at all: readers see the one before until it is complete.
 * @param time its modification time; default: now
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  time?: Date,
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await (time && utimes(unfinished, time, time));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
