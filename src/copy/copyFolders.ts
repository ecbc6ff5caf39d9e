import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, statSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import type { ApiVersion } from "../model/survey.ts";

/* Where copies are stored: each in a folder of its own, whose name does not reveal the data space or the survey. */

/** Identifies a copy. */
export interface CopyKey {
  /** A hash of the Space ID and the data space's origin: neither can be read from it. */
  readonly space: string;
  readonly version: ApiVersion;
  readonly surveyId: string;
}

const fileName = "responses.db";

const folderPattern = /^[0-9a-f]{16}-[0-9a-f]{16}$/;

export function folderName({ space, version, surveyId }: CopyKey): string {
  return `${spacePrefix(space)}${hash(`${version} ${surveyId}`)}`;
}

export function isCopyFolder(name: string): boolean {
  return folderPattern.test(name);
}

/** Returns the prefix of the folder names of a data space. */
export function spacePrefix(space: string): string {
  return `${hash(space)}-`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns the path of the database in a copy's folder. */
export function fileIn(folder: string): string {
  return join(folder, fileName);
}

/** Returns the path of a copy's database in the folder of all copies. */
export function copyFile(folder: string, key: CopyKey): string {
  return fileIn(join(folder, folderName(key)));
}

/** Sets the file's modification time, which says when the copy was last used. */
export function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Another process has removed it. The time only decides which copy is removed first.
  }
}

/** Returns true for a copy's database and the files that SQLite has beside it. */
export function isCopyFile(it: Dirent): boolean {
  return it.isFile() && /^responses\.db(-\w+)?$/.test(it.name);
}

/** Returns true if a path that begins like trash is that of a copy: a folder of the whole name that has nothing else. */
export function isCopyTrash(path: string): boolean {
  try {
    return (
      /^trash-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(basename(path)) &&
      lstatSync(path).isDirectory() &&
      readdirSync(path, { withFileTypes: true }).every(isCopyFile)
    );
  } catch {
    // Another process is removing it, or it cannot be read.
    return false;
  }
}

export interface CopyOnDisk {
  readonly folder: string;
  readonly bytes: number;
  /** Time of the last use, epoch milliseconds; 0 if the folder has no database. */
  readonly usedAt: number;
}

/** Returns `undefined` if another process is removing the folder. */
export function copyOnDisk(path: string, folder: string): CopyOnDisk | undefined {
  try {
    const bytes = readdirSync(path)
      .map((it) => statSync(join(path, it), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, it) => sum + it, 0);
    const file = statSync(fileIn(path), { throwIfNoEntry: false });
    return { folder, bytes, usedAt: file?.mtimeMs ?? 0 };
  } catch {
    return undefined;
  }
}
