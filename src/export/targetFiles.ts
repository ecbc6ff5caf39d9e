import { constants } from "node:fs";
import { lstat, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
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
  /** The table that is made of the partial file; a folder where it is one of several files. */
  readonly table: string;
  /** The codebook, until the table gets its name. */
  readonly codebook: string;
  /** What had the final name, while a folder takes its place. */
  readonly replaced: string;
}

export function targetFiles(file: string): TargetFiles {
  return {
    file,
    manifest: `${file}.manifest.json`,
    partial: `${file}.partial`,
    journal: `${file}.journal`,
    spool: `${file}.spool`,
    table: `${file}.table`,
    codebook: `${file}.table.codebook`,
    replaced: `${file}.replaced`,
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

/**
 * @param asFolder a folder of Parquet files is to be written; an earlier one may stand there
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault" if the file must not or cannot be written
 */
export async function checkTarget(
  file: string,
  overwrite: boolean,
  asFolder = false,
): Promise<void> {
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
  if (existing?.isDirectory() === true && !(asFolder && (await isDayFolder(file)))) {
    const why = asFolder ? "a folder with something else in it" : "a folder";
    throw new SurveyError("file-fault", `${file} cannot be written: it is ${why}.`);
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

/** Whether there is nothing in the folder but what an export by day writes. */
async function isDayFolder(folder: string): Promise<boolean> {
  for (const day of await readdir(folder, { withFileTypes: true })) {
    if (!day.isDirectory() || !day.name.startsWith("day=")) {
      return false;
    }
    const files = await readdir(join(folder, day.name), { withFileTypes: true });
    if (!files.every((it) => it.isFile() && /^part-\d+\.parquet$/.test(it.name))) {
      return false;
    }
  }
  return true;
}

/** Removes a table, if there is one: a file, a link, or a folder of an export by day, but no other folder. */
export async function removeTable(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there?.isDirectory() === true && !(await isDayFolder(path))) {
    throw new SurveyError(
      "file-fault",
      `${path} is in the way: it is a folder with something else in it. Move it away, or choose another name.`,
    );
  }
  await rm(path, { recursive: true, force: true });
}

/** Removes what a conversion left, this one or one that was killed. */
export async function removeConverted({ table, codebook }: TargetFiles): Promise<void> {
  await removeTable(table).catch(() => undefined);
  await rm(codebook, { force: true }).catch(() => undefined);
}

/** Gives the table its final name. What had it stays until then. */
export async function putInPlace({ file, table, replaced }: TargetFiles): Promise<void> {
  const isFolder = (await lstat(table)).isDirectory();
  const before = isFolder ? await lstat(file).catch(() => undefined) : undefined;
  if (before) {
    // A folder takes nobody's place by being renamed.
    await removeTable(replaced);
    await rename(file, replaced);
  }
  await rename(table, file);
  if (isFolder) {
    await removeTable(replaced);
  }
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

/** Whether the name is taken, if by a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
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
