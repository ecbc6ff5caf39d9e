import { createHash } from "node:crypto";
import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { ApiVersion } from "../model/survey.ts";

/* Where copies are kept: each in a folder of its own, of whose name nobody can read whose it is. */

/** What a copy is of. */
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

/** How the folders of a data space begin. */
export function spacePrefix(space: string): string {
  return `${hash(space)}-`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The database of a copy's folder. */
export function fileIn(folder: string): string {
  return join(folder, fileName);
}

/** The database of a copy among those of the folder. */
export function copyFile(folder: string, key: CopyKey): string {
  return fileIn(join(folder, folderName(key)));
}

/** The file's time says when the copy was used last. */
export function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Another process has removed it; and the time decides only which copy is removed first.
  }
}

export interface CopyOnDisk {
  readonly folder: string;
  readonly bytes: number;
  /** Epoch milliseconds; 0 where nothing is in the folder that could say it. */
  readonly usedAt: number;
}

/** `undefined` where another process is just removing it. */
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
