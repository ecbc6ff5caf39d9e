import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import {
  movedToTrash,
  reasonOf,
  removeFolder,
  removeTrash,
  removeTrashIn,
  trashBeside,
} from "../store/databaseFile.ts";
import { syncFiles, syncNames } from "../store/syncFolder.ts";
import {
  copyOnDisk,
  fileIn,
  folderName,
  isCopyFolder,
  spacePrefix,
  touch,
  type CopyKey,
  type CopyOnDisk,
} from "./copyFolders.ts";
import { copyFault } from "./readableCopy.ts";
import { SurveyCopy } from "./surveyCopy.ts";

/** Attempts to replace a folder. Another process may create it again just after it was removed. */
const maxTries = 5;

/** The copies in a folder, each in a folder of its own. All that are opened by one instance count as one reader. */
export class CopyDirectory {
  readonly #driver: SqliteDriver;
  readonly #folder: string;
  readonly #holder = randomUUID();
  /** Folder names by open copy. */
  readonly #opened = new Map<SurveyCopy, string>();

  /** @param folder created if missing; what an earlier process could not remove from it is removed */
  constructor(driver: SqliteDriver, folder: string) {
    this.#driver = driver;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeTrashIn(folder);
  }

  /** @param dataSpace its name, for messages */
  open(key: CopyKey, dataSpace: string): SurveyCopy {
    const folder = folderName(key);
    const file = this.#fileOf(folder);
    const place = { file, version: key.version, dataSpace, holder: this.#holder };
    const copy = new SurveyCopy(this.#driver, place);
    this.#opened.set(copy, folder);
    touch(file);
    return copy;
  }

  close(copy: SurveyCopy): void {
    if (this.#opened.delete(copy)) {
      copy.close();
      touch(copy.path);
    }
  }

  /** Returns the copies of the folder, whichever process has them open. */
  list(): CopyOnDisk[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((it) => isCopyFolder(it))
      .flatMap((it) => copyOnDisk(join(this.#folder, it), it) ?? []);
  }

  /** Bytes on disk of all copies. */
  size(): number {
    return this.list().reduce((sum, it) => sum + it.bytes, 0);
  }

  /**
   * Removes the least recently used copies until the rest take at most `bytes`. Those that any process has open stay.
   * @param spared copies that stay, too
   */
  limit(bytes: number, spared: readonly CopyKey[] = []): void {
    const stays = new Set([...this.#opened.values(), ...spared.map(folderName)]);
    let left = this.size();
    for (const { folder, bytes: its } of this.list().sort((a, b) => a.usedAt - b.usedAt)) {
      const isIdle = left > bytes && !stays.has(folder) && !this.#isOpenElsewhere(folder);
      if (isIdle && this.#isRemoved(folder)) {
        left -= its;
      }
    }
  }

  /** Removes copies that no process has open: all but `spared`, or just `only`. */
  removeClosed(spared: readonly CopyKey[] = [], only?: CopyKey): void {
    const stays = new Set([...this.#opened.values(), ...spared.map(folderName)]);
    const isMeant = (folder: string) => only === undefined || folder === folderName(only);
    for (const { folder } of this.list()) {
      if (isMeant(folder) && !stays.has(folder) && !this.#isOpenElsewhere(folder)) {
        this.#isRemoved(folder);
      }
    }
  }

  /** Removes all copies, or those of a data space. Open ones become empty. */
  clear(space?: string): void {
    const prefix = space === undefined ? "" : spacePrefix(space);
    this.list()
      .filter((it) => it.folder.startsWith(prefix))
      .forEach((it) => this.#remove(it.folder));
  }

  /**
   * Replaces a survey's copy by the folder of a closed copy, which may have been written without waiting for the disk. Whoever
   * has the survey's copy open sees the new one. If it fails, both stay.
   */
  adopt(source: string, to: CopyKey): void {
    const target = folderName(to);
    const arriving = trashBeside(join(this.#folder, target));
    const isCopied = this.#bring(source, arriving);
    try {
      this.#replace(target, arriving);
    } catch (error) {
      if (isCopied) {
        removeTrash(arriving);
      } else {
        renameSync(arriving, source);
      }
      throw this.#inUse(target, error);
    }
    syncNames(this.#folder);
    if (isCopied) {
      removeFolder(source);
    }
  }

  /** Moves a folder or, if it is on another disk, copies it. @returns true if it was copied */
  #bring(from: string, to: string): boolean {
    try {
      syncFiles(from);
      if (isRenamed(from, to)) {
        return false;
      }
      cpSync(from, to, { recursive: true });
      syncFiles(to);
      return true;
    } catch (error) {
      removeTrash(to);
      throw error instanceof Error
        ? new SurveyError("file-fault", copyFault(this.#folder, reasonOf(error)), { cause: error })
        : error;
    }
  }

  #replace(target: string, arriving: string): void {
    const place = join(this.#folder, target);
    for (let tries = 1; ; tries++) {
      this.#closeFiles(target);
      const replaced = movedToTrash(place);
      try {
        renameSync(arriving, place);
      } catch (error) {
        putBack(replaced, place);
        if (tries === maxTries) {
          throw error;
        }
        continue;
      }
      if (replaced !== undefined) {
        removeTrash(replaced);
      }
      return;
    }
  }

  #remove(folder: string): void {
    this.#closeFiles(folder);
    if (!this.#isRemoved(folder)) {
      throw this.#inUse(folder);
    }
  }

  /** Closes the files of copies that are open here. Their next use opens a new file. */
  #closeFiles(folder: string): void {
    this.#opened.forEach((its, copy) => its === folder && copy.close());
  }

  /**
   * Returns true if another process has the copy open: SQLite leaves WAL mode only if no one else has the file open. A file
   * with another fault is not in use, because nobody can use it.
   */
  #isOpenElsewhere(folder: string): boolean {
    let database: SqliteDatabase | undefined;
    try {
      database = this.#driver.open(this.#fileOf(folder));
      database.exec("PRAGMA journal_mode = DELETE");
      return false;
    } catch (error) {
      return this.#driver.faultOf(error) === "busy";
    } finally {
      database?.close();
    }
  }

  #inUse(folder: string, cause?: unknown): SurveyError {
    return new SurveyError(
      "file-fault",
      sentences(
        localizable(
          "Responses in {0} cannot be removed: another program is using them.",
          join(this.#folder, folder),
        ),
        wording("closeOthers"),
      ),
      { cause },
    );
  }

  /** Removes the folder. @returns false if that fails: Windows does not remove open files */
  #isRemoved(folder: string): boolean {
    try {
      removeFolder(join(this.#folder, folder));
      return true;
    } catch {
      return false;
    }
  }

  #fileOf(folder: string): string {
    return fileIn(join(this.#folder, folder));
  }
}

/** Gives a folder its name back, unless another process has begun a new one of that name. */
function putBack(trash: string | undefined, folder: string): void {
  if (trash === undefined) {
    return;
  }
  try {
    renameSync(trash, folder);
  } catch {
    removeTrash(trash);
  }
}

/** @returns false if the other name would be on another disk */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EXDEV") {
      return false;
    }
    throw error;
  }
}
