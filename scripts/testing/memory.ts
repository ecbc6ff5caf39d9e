import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A file system in memory, as Linux has one. */
const memory = "/dev/shm";

/** More than twice what all parts have there at once. */
const leastRoom = 4 * 2 ** 30;

let environment: Record<string, string> | undefined;

/**
 * Of a process whose temporary files are in memory, where there is room: tests make tens of thousands of small files, and
 * exports wait for the disk with each.
 */
export function inMemory(): Record<string, string> {
  environment ??= hasRoom() ? { TMPDIR: madeFolder() } : {};
  return environment;
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > leastRoom;
  } catch {
    return false;
  }
}

/** What a test was killed over is removed, too. */
function madeFolder(): string {
  const folder = mkdtempSync(join(memory, "survey-explorer-tests-"));
  // Programs that do not run as root, as PostgreSQL's, have files in folders of their own below it.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
