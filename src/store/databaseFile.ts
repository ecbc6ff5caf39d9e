import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { DamagedError, integer } from "./rows.ts";
import type { SqlFault, SqliteDatabase, SqliteDriver } from "./sqliteDriver.ts";

/** Prefix of the names of folders that are about to be removed, whichever process does it. */
const trashPrefix = "trash-";

/** Attempts to prepare a new file: as many processes may create it at once. */
const maxTries = 10;

export interface DatabaseKind {
  /** Version of the file. One of another version is started again, empty. */
  readonly version: number;
  /** Bytes. Default: 16,384. */
  readonly pageSize?: number;
  /** Size of the page cache in kB. Default: 16,384. */
  readonly cacheSize?: number;
  /** Creates the tables of a new file and sets its version. */
  readonly create: (database: SqliteDatabase) => void;
  /** Returns the message for a file that cannot be read or written. */
  readonly fault: (path: string, reason: LocalizableText) => LocalizableText;
}

/**
 * A database file in a folder of its own, opened on first use. Another process may remove it, with its folder, at any time;
 * it is then started again, empty, as it is if it is damaged: all that is in it can be read again.
 */
export class DatabaseFile {
  readonly path: string;
  readonly #driver: SqliteDriver;
  readonly #kind: DatabaseKind;
  readonly #isTemporary: boolean;
  #rebuilds = 0;
  #database: SqliteDatabase | undefined;
  #inode: bigint | undefined;
  /** The database of the running transaction. */
  #current: SqliteDatabase | undefined;

  /** @param isTemporary true if the file is removed once its work is done: writes do not wait for the disk */
  constructor(driver: SqliteDriver, path: string, kind: DatabaseKind, isTemporary = false) {
    this.#driver = driver;
    this.path = path;
    this.#kind = kind;
    this.#isTemporary = isTemporary;
  }

  /** Number of times that the file was found damaged and was started again. */
  get rebuilds(): number {
    return this.#rebuilds;
  }

  /**
   * Runs the work in a read transaction: it sees one state, whatever others write. Inside another transaction it is part of
   * that.
   */
  read<T>(work: (database: SqliteDatabase) => T): T {
    return this.#current ? work(this.#current) : this.#attempt("DEFERRED", work);
  }

  /** Runs the work in a write transaction. */
  write<T>(work: (database: SqliteDatabase) => T): T {
    return this.#attempt("IMMEDIATE", work);
  }

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    try {
      database?.close();
    } catch {
      // Ignore it: what was committed is in the file.
    }
  }

  /** Runs the work in a transaction. If the file is damaged, runs it once more on a new file. */
  #attempt<T>(kind: "DEFERRED" | "IMMEDIATE", work: (database: SqliteDatabase) => T): T {
    try {
      try {
        return this.#transact(kind, work);
      } catch (error) {
        if (!this.#isDamage(error)) {
          throw error;
        }
        this.#rebuilds++;
        this.close();
        removeFolder(dirname(this.path));
        return this.#transact(kind, work);
      }
    } catch (error) {
      throw this.#fault(error);
    }
  }

  #transact<T>(kind: "DEFERRED" | "IMMEDIATE", work: (database: SqliteDatabase) => T): T {
    const database = this.#open();
    return database.transaction(kind, () => {
      this.#current = database;
      try {
        return work(database);
      } finally {
        this.#current = undefined;
      }
    });
  }

  #isDamage(error: unknown): boolean {
    return error instanceof DamagedError || this.#driver.faultOf(error) === "damaged";
  }

  #open(): SqliteDatabase {
    const inode = this.#inodeNow();
    if (this.#database && inode === this.#inode) {
      return this.#database;
    }
    this.close();
    this.#inode = this.#create();
    const database = this.#driver.open(this.path);
    try {
      this.#prepare(database);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    return database;
  }

  #inodeNow(): bigint | undefined {
    return statSync(this.path, { bigint: true, throwIfNoEntry: false })?.ino;
  }

  #prepare(database: SqliteDatabase): void {
    database.exec("PRAGMA busy_timeout = 5000");
    for (let tries = 1; ; tries++) {
      try {
        prepare(database, this.#kind, this.#isTemporary);
        return;
      } catch (error) {
        if (tries === maxTries || this.#driver.faultOf(error) !== "busy") {
          throw error;
        }
        // If two processes create the file at once, SQLite does not wait for the lock to change the journal mode. It does
        // wait for the lock of this transaction.
        database.transaction("IMMEDIATE", () => undefined);
      }
    }
  }

  /**
   * Creates the file, or checks that the one that is there can be written. SQLite gives the files beside it the same mode.
   * @returns its inode
   */
  #create(): bigint {
    makeFolder(dirname(this.path));
    // Do not open a file that is there: except on Windows, closing it would end the locks of all who have it open in this
    // process, and other processes would remove or checkpoint what is in use.
    const inode = process.platform === "win32" ? undefined : this.#inodeNow();
    if (inode !== undefined) {
      accessSync(this.path, constants.W_OK);
      return inode;
    }
    const file = openSync(this.path, "a", 0o600);
    try {
      return fstatSync(file, { bigint: true }).ino;
    } finally {
      closeSync(file);
    }
  }

  #fault(error: unknown): unknown {
    const fault = this.#driver.faultOf(error);
    const isKnown = fault !== undefined || error instanceof DamagedError;
    if (!(error instanceof Error) || !(isKnown || isOfSystem(error))) {
      return error;
    }
    return new SurveyError("file-fault", this.#kind.fault(this.path, reasonOf(error, fault)), {
      cause: error,
    });
  }
}

/** Makes a folder, and those above it. Where nothing can be made, as in /proc, Node's own recursion never ends. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) {
      throw error;
    }
  }
}

/** Returns why a file, or its folder, could not be written, as part of a sentence. */
export function reasonOf(error: Error, fault?: SqlFault): LocalizableText {
  if (error instanceof DamagedError) {
    return localizable("the file is damaged");
  }
  return (
    reasons[fault ?? codeOf(error)] ??
    (isOfSystem(error)
      ? localizable("the system reports {0}", codeOf(error))
      : localizable("the disk reports an error ({0})", error.message))
  );
}

function isOfSystem(error: Error): boolean {
  return "syscall" in error;
}

const full = localizable("the disk is full");
const notAllowed = localizable("this account may not write there");

const reasons: Readonly<Record<string, LocalizableText>> = {
  busy: wording("inUse"),
  full,
  ENOSPC: full,
  EDQUOT: localizable("the disk quota is used up"),
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: localizable("the disk is read-only"),
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function prepare(
  database: SqliteDatabase,
  { version, pageSize = 16_384, cacheSize = 16_384, create }: DatabaseKind,
  isTemporary: boolean,
): void {
  // Large pages: values are some kB each. A power loss may lose the last pages, or more of a passing file; that is detected.
  database.exec(
    `PRAGMA page_size = ${pageSize}; PRAGMA synchronous = ${isTemporary ? "OFF" : "NORMAL"}; PRAGMA journal_mode = WAL;
     PRAGMA cache_size = -${cacheSize}; PRAGMA temp_store = MEMORY`,
  );
  if (versionOf(database) === version) {
    return;
  }
  database.transaction("IMMEDIATE", () => {
    // Another process may have created the tables meanwhile.
    const found = versionOf(database);
    if (found === 0) {
      create(database);
    } else if (found !== version) {
      throw new DamagedError(`The file has version ${found}.`);
    }
  });
}

function versionOf(database: SqliteDatabase): number {
  return integer(database.get("PRAGMA user_version"), "user_version");
}

/**
 * Removes a folder. It is renamed first: another process can still use files that it has open, and no one else finds them.
 */
export function removeFolder(folder: string): void {
  const trash = movedToTrash(folder);
  if (trash !== undefined) {
    removeTrash(trash);
  }
}

/** Gives a folder that is to be removed another name. @returns it; undefined if there is no such folder */
export function movedToTrash(folder: string): string | undefined {
  const trash = trashBeside(folder);
  try {
    renameSync(folder, trash);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  return trash;
}

/** Returns a new name for a folder that is removed at the next start. */
export function trashBeside(folder: string): string {
  return join(dirname(folder), `${trashPrefix}${randomUUID()}`);
}

/**
 * Removes a folder that was renamed. What cannot be removed, as where others have files of it open, is tried at the next start.
 * @throws TypeError if the path is not of such a folder: nothing else is ever removed with all that is in it
 */
export function removeTrash(trash: string): void {
  if (!basename(trash).startsWith(trashPrefix)) {
    throw new TypeError(`"${trash}" is no folder to be removed.`);
  }
  try {
    rmSync(trash, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
}

/**
 * Removes from a folder what `removeFolder` could not remove, or had no time to because its process was killed.
 * @param isOurs tells it by its path, where a person may have folders of such names. Default: all are
 */
export function removeTrashIn(
  folder: string,
  isOurs: (trash: string) => boolean = () => true,
): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith(trashPrefix) && isOurs(path)) {
      removeTrash(path);
    }
  }
}
