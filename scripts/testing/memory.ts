import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's file system in memory. */
const memory = "/dev/shm";

/** Minimum free memory, in bytes: more than twice what all parts use there at once. */
const minRoom = 4 * 2 ** 30;

let environment: Record<string, string> | undefined;

/**
 * Returns the environment of a process whose temporary files are in memory, if there is room. Tests create tens of thousands
 * of small files, and exports wait for the disk with each of them.
 */
export function memoryTempEnvironment(): Record<string, string> {
  environment ??= hasRoom() ? { TMPDIR: madeFolder() } : {};
  return environment;
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) > minRoom;
  } catch {
    return false;
  }
}

/** Creates the folder. It is removed when this process exits, with files that killed tests have left. */
function madeFolder(): string {
  const folder = mkdtempSync(join(memory, "survey-explorer-tests-"));
  // Programs that do not run as root, such as PostgreSQL, need access to their own folders in it.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
