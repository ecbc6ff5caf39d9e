import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import { removeFolder, trashPrefix } from "../store/databaseFile.ts";
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
import { SurveyCopy } from "./surveyCopy.ts";

/** Another process may make the folder of a copy again just after it was removed. */
const mostTries = 5;

/** The copies of a folder, each in a folder of its own. All that are opened here count as one reader. */
export class CopyDirectory {
  readonly #driver: SqliteDriver;
  readonly #folder: string;
  readonly #holder = randomUUID();
  /** Folders by copy. */
  readonly #opened = new Map<SurveyCopy, string>();

  /** @param folder made where it is missing; what an earlier process could not take away is taken away */
  constructor(driver: SqliteDriver, folder: string) {
    this.#driver = driver;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      if (name.startsWith(trashPrefix)) {
        rmSync(join(folder, name), { recursive: true, force: true });
      }
    }
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

  /** Of this folder, whoever has them open. */
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
   * Removes copies, those used longest ago first, until they take no more than so many bytes. Open ones stay.
   * @param spared stay, too
   */
  limit(bytes: number, spared: readonly CopyKey[] = []): void {
    const stays = new Set([...this.#opened.values(), ...spared.map(folderName)]);
    let left = this.size();
    for (const { folder, bytes: its } of this.list().sort((a, b) => a.usedAt - b.usedAt)) {
      if (left > bytes && !stays.has(folder) && this.#isRemoved(folder)) {
        left -= its;
      }
    }
  }

  /** Removes copies that nobody has open, in any process: all but those spared, or one. */
  removeClosed(spared: readonly CopyKey[] = [], only?: CopyKey): void {
    const stays = new Set([...this.#opened.values(), ...spared.map(folderName)]);
    const isMeant = (folder: string) => only === undefined || folder === folderName(only);
    for (const { folder } of this.list()) {
      if (isMeant(folder) && !stays.has(folder) && !this.#isOpenElsewhere(folder)) {
        this.#isRemoved(folder);
      }
    }
  }

  /** Removes all copies, or those of a data space. Open ones are emptied. */
  clear(space?: string): void {
    const prefix = space === undefined ? "" : spacePrefix(space);
    this.list()
      .filter((it) => it.folder.startsWith(prefix))
      .forEach((it) => this.#remove(it.folder));
  }

  /** The folder of a copy that is closed takes the place of the survey's: who has that open sees another one. */
  adopt(source: string, to: CopyKey): void {
    const target = folderName(to);
    for (let tries = 1; ; tries++) {
      this.#remove(target);
      try {
        moveFolder(source, join(this.#folder, target));
        return;
      } catch (error) {
        if (tries === mostTries) {
          throw this.#inUse(target, error);
        }
      }
    }
  }

  #remove(folder: string): void {
    this.#closeFiles(folder);
    if (!this.#isRemoved(folder)) {
      throw this.#inUse(folder);
    }
  }

  /** The next use of those that are open begins a new file. */
  #closeFiles(folder: string): void {
    this.#opened.forEach((its, copy) => its === folder && copy.close());
  }

  /** SQLite leaves its write-ahead log only when it is alone. One that cannot be asked is of no use to anybody. */
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
      localizable(
        "Responses in {0} cannot be removed: another program is using them. Close other windows of VS Code, and try again.",
        join(this.#folder, folder),
      ),
      { cause },
    );
  }

  /** Windows keeps files that are open. */
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

/** Also to another disk: there, the copy has its name when it is whole. */
function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) {
      throw error;
    }
    const arriving = join(dirname(to), `${trashPrefix}${randomUUID()}`);
    cpSync(from, arriving, { recursive: true });
    renameSync(arriving, to);
    rmSync(from, { recursive: true, force: true });
  }
}
