import type { Dirent, Stats } from "node:fs";
import {
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join } from "node:path";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { isCopyFile } from "../copy/copyFolders.ts";
import type { CodebookFormat } from "../model/tabular/tableForm.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { isOfFileManager } from "./fileManagers.ts";

/** The files of one export. Only the first two remain when it is done. */
export interface TargetFiles {
  readonly file: string;
  readonly manifest: string;
  /** Folder with the copy that is read for this export alone. */
  readonly partial: string;
  /** The file until it gets its final name; a folder if the export writes several files. */
  readonly written: string;
  /** The codebook until it gets its final name. */
  readonly codebook: string;
  /** What has the final name, moved away while a folder takes its place. */
  readonly replaced: string;
}

export function targetFiles(file: string): TargetFiles {
  return {
    file,
    manifest: `${file}.manifest.json`,
    partial: `${file}.partial`,
    written: `${file}.written`,
    codebook: `${file}.written.codebook`,
    replaced: `${file}.replaced`,
  };
}

/** Returns the path of the codebook beside a file. */
export function codebookFile(file: string, format: CodebookFormat): string {
  return join(dirname(file), `${basename(file, extname(file))}.codebook.${format}`);
}

/**
 * Checks that the file system accepts the longest name that an export writes beside its file, so that not everything is read
 * in vain.
 * @throws SurveyError "file-fault" that names the file if its name is too long
 */
export async function checkNameLength(file: string, hasCodebook: boolean): Promise<void> {
  const { manifest, codebook } = targetFiles(file);
  const longest = temporaryOf(hasCodebook ? codebook : manifest);
  try {
    await lstat(longest);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENAMETOOLONG") {
      throw fileFault(Object.assign(cause, { path: file }), file);
    }
  }
}

const beingWritten = new Set<string>();

/** Runs the task as the only one of this process that writes the file, even if its folder is reached by another path. */
export async function withFileLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  const place = join(folder, basename(file));
  if (beingWritten.has(place)) {
    throw writtenByAnother(file);
  }
  beingWritten.add(place);
  try {
    return await task();
  } finally {
    beingWritten.delete(place);
  }
}

export function writtenByAnother(file: string): SurveyError {
  return SurveyError.of(
    "file-fault",
    "{0} is being written by another export. Wait until that is done, or choose another name.",
    file,
  );
}

/** Sizes of what was written: a file, or the files of a folder. */
interface WrittenSizes {
  readonly bytes: number;
  readonly table?:
    | { readonly files?: readonly { readonly path: string; readonly bytes: number }[] | undefined }
    | undefined;
}

/** Returns true if what is there has the sizes of what was written: another process may have replaced it. */
export async function hasSizes(path: string, { bytes, table }: WrittenSizes): Promise<boolean> {
  const files = table?.files?.map((it) => ({ ...it, path: join(path, it.path) }));
  for (const it of files ?? [{ path, bytes }]) {
    const found = await lstat(it.path).catch(() => undefined);
    if (found?.size !== it.bytes) {
      return false;
    }
  }
  return true;
}

/**
 * Checks that the file can be written.
 * @param asFolder true if a folder of Parquet files is to be written; it may replace an earlier one
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault" if the file must not or cannot be written
 */
export async function checkTarget(
  file: string,
  overwrite: boolean,
  asFolder = false,
): Promise<void> {
  if (!isAbsolute(file)) {
    throw invalidInput('"{0}" is not a file\'s absolute path.', file);
  }
  await withFileFaults(file, async () => {
    if (!(await stat(dirname(file))).isDirectory()) {
      throw Object.assign(new Error("Not a folder."), { code: "ENOTDIR" });
    }
    if (!(asFolder && (await isDayFolder(file)))) {
      await checkReplaceable(file, asFolder ? otherFolder : undefined);
    }
  });
  if (!overwrite && (await pathExists(file))) {
    throw new SurveyError(
      "file-exists",
      sentences(localizable("{0} exists already.", file), wording("replaceFile")),
    );
  }
}

const aFolder = localizable("a folder");
const otherFolder = localizable("a folder with other content");

/**
 * Checks that the path is free, or has a file or a link to a file: nothing else is replaced.
 * @param folder how the error describes a folder
 * @throws SurveyError "file-fault" if something else has the name, such as a device
 */
export async function checkReplaceable(path: string, folder = aFolder): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (!there || there.isFile()) {
    return;
  }
  const kind = there.isSymbolicLink()
    ? linkKind(await stat(path).catch(() => undefined))
    : there.isDirectory()
      ? folder
      : kindOf(there);
  if (kind !== undefined) {
    throw SurveyError.of(
      "file-fault",
      "{0} cannot be written: it is {1}. Choose another name.",
      path,
      kind,
    );
  }
}

/**
 * Checks that the folder for the export's own copy can be used. A file, as version 0.1.0 left it there, and a link are
 * replaced.
 * @throws SurveyError "file-fault" if something else has the name
 */
export async function checkPartial(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  const isFolder = there?.isDirectory() === true;
  const inside = isFolder ? await readdir(path, { withFileTypes: true }) : [];
  // A link counts as other content, because it would be written through.
  const isOther = !inside.every(isCopyFile);
  if (there && (isOther || !(isFolder || there.isFile() || there.isSymbolicLink()))) {
    throw SurveyError.of(
      "file-fault",
      "{0} cannot be written: it is {1}. Choose another name.",
      path,
      isOther ? otherFolder : kindOf(there),
    );
  }
}

function linkKind(target: Stats | undefined): LocalizableText | undefined {
  if (!target) {
    return localizable("a broken link");
  }
  return target.isFile() ? undefined : localizable("a link to {0}", kindOf(target));
}

function kindOf(it: Stats): LocalizableText {
  switch (true) {
    case it.isDirectory():
      return aFolder;
    case it.isFIFO():
      return localizable("a pipe");
    case it.isSocket():
      return localizable("a socket");
    default:
      return localizable("a device");
  }
}

/** Gives the file its final name. An existing file of that name stays until then. */
async function replaceFile(from: string, to: string): Promise<void> {
  await checkReplaceable(to);
  await rename(from, to);
}

/** Creates a file for this account alone. What has the name is removed, not written through. */
export async function createReplacing(path: string): Promise<FileHandle> {
  await checkReplaceable(path);
  await rm(path, { force: true });
  return open(path, "wx+", 0o600);
}

/** Returns true if the path is a folder that contains only what an export by day and file managers write. */
async function isDayFolder(folder: string): Promise<boolean> {
  if (!(await isFolder(folder))) {
    return false;
  }
  for (const day of await writtenEntries(folder)) {
    if (!day.isDirectory() || !day.name.startsWith("day=")) {
      return false;
    }
    const files = await writtenEntries(join(folder, day.name));
    if (!files.every((it) => it.isFile() && /^part-\d+\.parquet$/.test(it.name))) {
      return false;
    }
  }
  return true;
}

async function writtenEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((it) => !(it.isFile() && isOfFileManager(it.name)));
}

/** @throws SurveyError "file-fault" if the path has something that an export cannot have left there */
export async function checkWritten(path: string): Promise<void> {
  if (!(await isDayFolder(path))) {
    await checkReplaceable(path, otherFolder);
  }
}

/** Removes a table, if there is one: a file, a link to one, or a folder of an export by day, but no other folder. */
export async function removeTable(path: string): Promise<void> {
  await checkWritten(path);
  await rm(path, { recursive: true, force: true });
}

/** Removes what a conversion left: this one, or an earlier one that was killed. */
export async function removeConverted({ written, codebook }: TargetFiles): Promise<void> {
  await removeTable(written).catch(() => undefined);
  await rm(codebook, { force: true }).catch(() => undefined);
}

/** Removes what an unfinished export left. @throws SurveyError "file-fault" if something else has one of its names */
export async function removeUnfinished(file: string): Promise<void> {
  const files = targetFiles(file);
  await checkPartial(files.partial);
  await rm(files.partial, { recursive: true, force: true });
  await removeConverted(files);
}

/**
 * Gives the file or folder its final name. What has that name stays until then.
 * @param codebook the final path of the codebook, which gets its name first; undefined if there is none
 */
export async function putInPlace(files: TargetFiles, codebook?: string): Promise<void> {
  const { file, written, replaced } = files;
  if (codebook !== undefined) {
    await replaceFile(files.codebook, codebook);
  }
  if (!(await lstat(written)).isDirectory()) {
    await replaceFile(written, file);
    return;
  }
  const isReplaced = await pathExists(file);
  if (isReplaced) {
    // Renaming a folder cannot replace what has the name.
    await removeTable(replaced);
    await rename(file, replaced);
  }
  try {
    await rename(written, file);
  } catch (error) {
    await (isReplaced ? rename(replaced, file).catch(() => undefined) : undefined);
    throw error;
  }
  // The new folder is in place. What cannot be removed is removed by the next export.
  await removeTable(replaced).catch(() => undefined);
}

/** Returns true if the path is a folder, and not a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Returns true if the name is taken, even by a broken link. */
export async function pathExists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Syncs the file's folder, so that the names in it survive a loss of power. */
export async function syncFolderOf(file: string): Promise<void> {
  if (process.platform === "win32") {
    // Windows cannot open folders; the file system journals their changes itself.
    return;
  }
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns the path of a small file until it gets its final name. */
function temporaryOf(path: string): string {
  return `${path}.written`;
}

/** Writes a small file completely or not at all. */
export async function writeAtomically(path: string, content: Uint8Array): Promise<void> {
  const temporary = temporaryOf(path);
  const handle = await createReplacing(temporary);
  try {
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
