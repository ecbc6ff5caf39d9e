import { createHash } from "node:crypto";
import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { TableKey } from "./tables.ts";

/* Where tables are kept: each in a folder of its own, of whose name nobody can read whose it is. */

const fileName = "responses.db";

const folderPattern = /^[0-9a-f]{16}-[0-9a-f]{16}$/;

export function folderName({ space, version, surveyId }: TableKey): string {
  return `${spacePrefix(space)}${hash(`${version} ${surveyId}`)}`;
}

export function isTableFolder(name: string): boolean {
  return folderPattern.test(name);
}

/** How the folders of a data space begin. */
export function spacePrefix(space: string): string {
  return `${hash(space)}-`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The database of a table folder. */
export function fileIn(folder: string): string {
  return join(folder, fileName);
}

/** The database of a table among those of the folder. */
export function tableFile(folder: string, key: TableKey): string {
  return fileIn(join(folder, folderName(key)));
}

/** The file's time says when the table was used last. */
export function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Another process has removed it; and the time decides only which table is removed first.
  }
}

export interface TableOnDisk {
  readonly folder: string;
  readonly bytes: number;
  /** Epoch milliseconds; 0 where nothing is in the folder that could say it. */
  readonly usedAt: number;
}

/** `undefined` where another process is just removing it. */
export function tableOnDisk(path: string, folder: string): TableOnDisk | undefined {
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
