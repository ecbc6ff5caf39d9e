import { constants } from "node:fs";
import { lstat, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { withFileFaults } from "./fileFaults.ts";

/** The files of one export. Only the first two remain when it is done. */
export interface TargetFiles {
  readonly file: string;
  readonly manifest: string;
  readonly partial: string;
  readonly journal: string;
  /** A folder, for what cannot be put in its place yet. */
  readonly spool: string;
}

export function targetFiles(file: string): TargetFiles {
  return {
    file,
    manifest: `${file}.manifest.json`,
    partial: `${file}.partial`,
    journal: `${file}.journal`,
    spool: `${file}.spool`,
  };
}

const beingWritten = new Set<string>();

/** Runs the task as the only one of this process that writes the file. */
export async function withFileTaken<T>(file: string, task: () => Promise<T>): Promise<T> {
  if (beingWritten.has(file)) {
    throw new SurveyError(
      "file-fault",
      `${file} is being written by another export. Wait until that is done, or choose another name.`,
    );
  }
  beingWritten.add(file);
  try {
    return await task();
  } finally {
    beingWritten.delete(file);
  }
}

/** @throws SurveyError "invalid-input", "file-exists" or "file-fault" if the file must not or cannot be written */
export async function checkTarget(file: string, overwrite: boolean): Promise<void> {
  if (!isAbsolute(file)) {
    throw new SurveyError("invalid-input", `"${file}" is not a file's absolute path.`);
  }
  await withFileFaults(file, async () => {
    if (!(await stat(dirname(file))).isDirectory()) {
      throw Object.assign(new Error("Not a folder."), { code: "ENOTDIR" });
    }
  });
  // lstat: a link counts as a file, whatever it points to.
  const existing = await lstat(file).catch(() => undefined);
  if (existing?.isDirectory() === true) {
    throw new SurveyError("file-fault", `${file} cannot be written: it is a folder.`);
  }
  if (existing && !overwrite) {
    throw new SurveyError(
      "file-exists",
      `${file} exists already. Choose another name, or have it replaced (overwrite).`,
    );
  }
}

/** A new file, for this account alone. What had the name before is removed, not written through. */
export async function createAnew(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, "wx+", 0o600);
}

/** A link in place of a folder of ours would lead to files of others. */
export async function removeLink(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there && !there.isDirectory()) {
    await rm(path);
  }
}

/** Opens an unfinished file to continue it, unless it is a link. */
export async function openUnfinished(path: string): Promise<FileHandle> {
  // Windows has no O_NOFOLLOW; making links takes special rights there.
  const noFollow = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
  return open(path, constants.O_RDWR | noFollow);
}

/** Whether the path still leads to the file that is open: another process may have put its own there. */
export async function isStill(path: string, handle: FileHandle, size: number): Promise<boolean> {
  const [there, ours] = await Promise.all([
    lstat(path, { bigint: true }).catch(() => undefined),
    handle.stat({ bigint: true }),
  ]);
  return there?.ino === ours.ino && there.dev === ours.dev && ours.size === BigInt(size);
}

/** Makes the names in the file's folder last through a loss of power. */
export async function syncFolderOf(file: string): Promise<void> {
  if (process.platform === "win32") {
    // Folders cannot be opened there; the file system journals their changes itself.
    return;
  }
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a small file whole or not at all. */
export async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const temporary = `${path}.partial`;
  const handle = await createAnew(temporary);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}
