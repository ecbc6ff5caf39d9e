import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Writes the files of a folder and their names through to the disk, so that they survive a loss of power. */
export function syncFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    // Windows syncs only files that are open for writing.
    sync(join(folder, name), "r+");
  }
  syncNames(folder);
}

/** Writes the names in a folder through to the disk. */
export function syncNames(folder: string): void {
  // Windows cannot open folders; the file system journals their changes itself.
  if (process.platform !== "win32") {
    sync(folder, "r");
  }
}

function sync(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
