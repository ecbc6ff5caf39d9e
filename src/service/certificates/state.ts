import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { exclusively } from "../../store/lockFile.ts";
import { writeWhole } from "../../store/wholeFile.ts";

/** A folder that only this user can read, for files kept between starts. */
export class StateFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the folder, and creates it if it is missing.
   * @param parent its parent folder; undefined: SURVEY_EXPLORER_STATE, or else the platform's folder for user data
   * @throws SurveyError "local-data-space" if it cannot be created
   */
  static async open(parent: string | undefined): Promise<StateFolder> {
    const path = resolve(parent ?? stateParent(), "private");
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await chmod(path, 0o700);
    } catch (cause) {
      throw new SurveyError(
        "local-data-space",
        localizable(
          "The folder {0} for the certificate authority cannot be created ({1}). Choose another with --state.",
          path,
          reason(cause),
        ),
        { cause },
      );
    }
    return new StateFolder(path);
  }

  /** Returns the absolute path of a file in the folder. */
  file(name: string): string {
    return join(this.#path, name);
  }

  /** Returns the file's text, or `undefined` if it is missing or cannot be read. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.file(name), "utf8");
    } catch {
      return undefined;
    }
  }

  /** Replaces the file atomically. Only this user can read it. */
  async write(name: string, text: string): Promise<void> {
    try {
      await writeWhole(this.file(name), text);
    } catch (cause) {
      throw new SurveyError(
        "local-data-space",
        localizable(
          "{0} cannot be written ({1}). Make room there, or choose another folder with --state.",
          this.file(name),
          reason(cause),
        ),
        { cause },
      );
    }
  }

  /** Removes the file if it exists. */
  async remove(name: string): Promise<void> {
    try {
      await rm(this.file(name), { force: true });
    } catch (cause) {
      throw new SurveyError(
        "local-data-space",
        localizable(
          "{0} cannot be removed ({1}). Remove it, or choose another folder with --state.",
          this.file(name),
          reason(cause),
        ),
        { cause },
      );
    }
  }

  /** Runs the work under the folder's lock, which only one process holds at a time. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const lock = this.file("lock");
    const fault = (cause: unknown) =>
      new SurveyError(
        "local-data-space",
        localizable(
          "{0} cannot be written ({1}). Choose another folder with --state.",
          lock,
          reason(cause),
        ),
        { cause },
      );
    return exclusively(lock, work, fault);
  }
}

/** Returns SURVEY_EXPLORER_STATE, or else the platform's folder for user data. */
export function stateParent(environment: NodeJS.ProcessEnv = process.env): string {
  return variableOf(environment, "SURVEY_EXPLORER_STATE") ?? userData(environment);
}

function userData(environment: NodeJS.ProcessEnv): string {
  const home = homedir();
  const variable = (name: string) => variableOf(environment, name);
  switch (process.platform) {
    case "win32":
      return join(variable("LOCALAPPDATA") ?? join(home, "AppData", "Local"), "survey-explorer");
    case "darwin":
      return join(home, "Library", "Application Support", "survey-explorer");
    default:
      return join(variable("XDG_DATA_HOME") ?? join(home, ".local", "share"), "survey-explorer");
  }
}

/** Returns `undefined` for an empty variable, too: as a path, it would be the working directory. */
function variableOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === "" ? undefined : value;
}

function reason(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
