import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SurveyError } from "../../model/errors.ts";

// A lock this old was left by a process that ended in the middle: what it guards takes less than a second.
const staleMilliseconds = 15_000;
const retryMilliseconds = 25;

/** A folder that only this user can read, for what is kept between starts. */
export class StateFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the folder, making it where it is missing.
   * @param parent the folder to keep it in; absent: SURVEY_EXPLORER_STATE, else the platform's place for user data
   * @throws SurveyError "local-data-space" where it cannot be made
   */
  static async open(parent: string | undefined): Promise<StateFolder> {
    const path = join(parent ?? process.env["SURVEY_EXPLORER_STATE"] ?? userData(), "private");
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await chmod(path, 0o700);
    } catch (cause) {
      throw new SurveyError(
        "local-data-space",
        `The folder ${path} for the certificate authority cannot be made (${reason(cause)}). Choose another with --state.`,
        { cause },
      );
    }
    return new StateFolder(path);
  }

  /** Absolute where the folder was given so. */
  file(name: string): string {
    return join(this.#path, name);
  }

  /** The file's text; `undefined` where it is missing or cannot be read. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.file(name), "utf8");
    } catch {
      return undefined;
    }
  }

  /** Replaces the file in one step; only this user can read it. */
  async write(name: string, text: string): Promise<void> {
    const temporary = this.file(`${name}.${randomUUID()}`);
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.file(name));
    } catch (cause) {
      await rm(temporary, { force: true });
      throw new SurveyError(
        "local-data-space",
        `${this.file(name)} cannot be written (${reason(cause)}). Make room there, or choose another folder with --state.`,
        { cause },
      );
    }
  }

  /** Removes the file, if it is there. */
  async remove(name: string): Promise<void> {
    try {
      await rm(this.file(name), { force: true });
    } catch (cause) {
      throw new SurveyError(
        "local-data-space",
        `${this.file(name)} cannot be removed (${reason(cause)}). Remove it, or choose another folder with --state.`,
        { cause },
      );
    }
  }

  /** Runs the work while no other process does so with this folder. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const lock = this.file("lock");
    while (!(await this.#take(lock))) {
      await setTimeout(retryMilliseconds);
    }
    const release = () => rmSync(lock, { force: true });
    process.once("exit", release);
    try {
      return await work();
    } finally {
      process.off("exit", release);
      release();
    }
  }

  async #take(lock: string): Promise<boolean> {
    try {
      await (await open(lock, "wx", 0o600)).close();
      return true;
    } catch (cause) {
      if (!isCode(cause, "EEXIST")) {
        throw new SurveyError(
          "local-data-space",
          `${lock} cannot be written (${reason(cause)}). Choose another folder with --state.`,
          { cause },
        );
      }
    }
    const found = await stat(lock).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > staleMilliseconds) {
      await rm(lock, { force: true });
    }
    return false;
  }
}

function userData(): string {
  const home = homedir();
  switch (process.platform) {
    case "win32":
      return join(process.env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "survey-explorer");
    case "darwin":
      return join(home, "Library", "Application Support", "survey-explorer");
    default:
      return join(process.env["XDG_DATA_HOME"] ?? join(home, ".local", "share"), "survey-explorer");
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function isCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && "code" in cause && cause.code === code;
}
