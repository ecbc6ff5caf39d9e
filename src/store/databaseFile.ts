import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { DamagedError, integer } from "./rows.ts";
import type { SqlFault, SqliteDatabase, SqliteDriver } from "./sqliteDriver.ts";

/** How folders are called that are about to be removed, whichever process does it. */
export const trashPrefix = "trash-";

/** As many processes may make a file at once. */
const mostTries = 10;

/** What a database file is for. */
export interface DatabaseKind {
  /** Of the file: another one is begun anew. */
  readonly version: number;
  /** Bytes; 16,384 where absent. */
  readonly pageSize?: number;
  /** Of pages in memory, in kB; 16,384 where absent. */
  readonly cacheSize?: number;
  /** Makes the tables of a new file, and sets its version. */
  readonly create: (database: SqliteDatabase) => void;
  /** What is said where it cannot be read or written. */
  readonly fault: (path: string, reason: LocalizableText) => LocalizableText;
}

/**
 * A database file in a folder of its own, opened when it is needed. Another process may remove it, with its folder, at any time; it is
 * then begun anew, as it is where it is damaged: all that is in it can be read again.
 */
export class DatabaseFile {
  readonly path: string;
  readonly #driver: SqliteDriver;
  readonly #kind: DatabaseKind;
  readonly #isPassing: boolean;
  #wasDamaged = false;
  #database: SqliteDatabase | undefined;
  #inode: bigint | undefined;
  /** During a transaction, its database. */
  #current: SqliteDatabase | undefined;

  /** @param isPassing it goes when the work is done for which it is: nobody waits for the disk */
  constructor(driver: SqliteDriver, path: string, kind: DatabaseKind, isPassing = false) {
    this.#driver = driver;
    this.path = path;
    this.#kind = kind;
    this.#isPassing = isPassing;
  }

  /** What was in it was found damaged, and it was begun anew. */
  get wasDamaged(): boolean {
    return this.#wasDamaged;
  }

  /** What the work reads belongs together, whatever others write meanwhile. Inside of another one it is part of that. */
  read<T>(work: (database: SqliteDatabase) => T): T {
    return this.#current ? work(this.#current) : this.#attempt("DEFERRED", work);
  }

  /** All that the work writes, or nothing of it. */
  write<T>(work: (database: SqliteDatabase) => T): T {
    return this.#attempt("IMMEDIATE", work);
  }

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    try {
      database?.close();
    } catch {
      // What was committed is in the file, and nothing else counts.
    }
  }

  /** Once more, on a new file, where the one that was there is damaged. */
  #attempt<T>(kind: "DEFERRED" | "IMMEDIATE", work: (database: SqliteDatabase) => T): T {
    try {
      try {
        return this.#transact(kind, work);
      } catch (error) {
        if (!this.#isDamage(error)) {
          throw error;
        }
        this.#wasDamaged = true;
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
    const inode = statSync(this.path, { bigint: true, throwIfNoEntry: false })?.ino;
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

  #prepare(database: SqliteDatabase): void {
    database.exec("PRAGMA busy_timeout = 5000");
    for (let tries = 1; ; tries++) {
      try {
        prepare(database, this.#kind, this.#isPassing);
        return;
      } catch (error) {
        if (tries === mostTries || this.#driver.faultOf(error) !== "busy") {
          throw error;
        }
        // Where two make the file at once, SQLite waits for no turn to change its mode; for this it does.
        database.transaction("IMMEDIATE", () => undefined);
      }
    }
  }

  /** SQLite gives the files that it puts beside this one the same mode. */
  #create(): bigint {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
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

function reasonOf(error: Error, fault: SqlFault | undefined): LocalizableText {
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
  busy: localizable("another window of VS Code is using them; try again"),
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
  isPassing: boolean,
): void {
  // Large pages: values are some kB each. A power loss may take the last pages, or more of a passing file, which is noticed.
  database.exec(
    `PRAGMA page_size = ${pageSize}; PRAGMA synchronous = ${isPassing ? "OFF" : "NORMAL"}; PRAGMA journal_mode = WAL;
     PRAGMA cache_size = -${cacheSize}; PRAGMA temp_store = MEMORY`,
  );
  if (versionOf(database) === version) {
    return;
  }
  database.transaction("IMMEDIATE", () => {
    // Another process may have been faster.
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

/** Out of the way first: what another process has open there can still be read and written, and nobody finds it again. */
export function removeFolder(folder: string): void {
  const trash = join(dirname(folder), `${trashPrefix}${randomUUID()}`);
  try {
    renameSync(folder, trash);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return;
    }
    throw error;
  }
  // What cannot be removed is at the next start.
  rmSync(trash, { recursive: true, force: true });
}
