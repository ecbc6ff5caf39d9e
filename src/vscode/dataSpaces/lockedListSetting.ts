import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { SurveyError, textOf } from "../../model/errors.ts";
import { exclusively } from "../../store/lockFile.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { localizable } from "../../model/localizable.ts";
import { lazy } from "../../model/lazy.ts";

/** A setting that is a list, as this window sees it. */
export interface ListSetting {
  read(): readonly unknown[];
  /** Resolves when `read` returns the new list. */
  write(list: readonly unknown[]): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

/** Time (ms since 1970) and hash of the list that was written last, by any window. */
const lastWrite = lazy(() => z.object({ at: z.number(), hash: z.string() }));

/** Milliseconds after which every window sees what another one wrote. */
const spreadMilliseconds = 5_000;

/**
 * Changes a list in the settings, one change at a time across all windows. This is needed because VS Code writes the list as
 * a whole, and other windows see it only a while later.
 */
export class LockedListSetting {
  readonly #setting: ListSetting;
  readonly #folder: string;
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder storage folder of this extension, which its windows share */
  constructor(setting: ListSetting, folder: string) {
    this.#setting = setting;
    this.#folder = folder;
  }

  /** Rejects with the error of `change`, or with "file-fault"; then nothing is written. */
  change(
    change: (list: readonly unknown[]) => readonly unknown[] | Promise<readonly unknown[]>,
  ): Promise<void> {
    const changed = this.#last.then(async () => {
      await mkdir(this.#folder, { recursive: true }).catch((cause: unknown) => {
        throw this.#fault(cause);
      });
      await exclusively(
        join(this.#folder, "settings.lock"),
        async () => {
          await this.#caughtUp();
          await this.#write(await change(this.#setting.read()));
        },
        (cause) => this.#fault(cause),
      );
    });
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #write(list: readonly unknown[]): Promise<void> {
    // Write the record first: the next change waits until its window sees this list, but not long if it never does.
    await writeFile(this.#record, JSON.stringify({ at: Date.now(), hash: hashOf(list) }));
    try {
      await this.#setting.write(list);
    } catch (error) {
      await rm(this.#record, { force: true });
      throw error;
    }
  }

  /** Waits until this window sees what another one has just written; times out if a person has edited the list since. */
  async #caughtUp(): Promise<void> {
    const text = await readFile(this.#record, "utf8").catch(() => undefined);
    const last = text === undefined ? undefined : lastWrite().safeParse(parseJsonText(text)).data;
    const left = last ? last.at + spreadMilliseconds - Date.now() : 0;
    const isThere = () => hashOf(this.#setting.read()) === last?.hash;
    if (left <= 0 || left > spreadMilliseconds || isThere()) {
      return;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        watching.dispose();
        resolve();
      };
      const timer = setTimeout(done, left);
      const watching = this.#setting.onDidChange(() => {
        if (isThere()) {
          done();
        }
      });
    });
  }

  get #record(): string {
    return join(this.#folder, "settings.json");
  }

  #fault(cause: unknown): SurveyError {
    return new SurveyError(
      "file-fault",
      localizable(
        "The settings cannot be changed, because the folder {0} cannot be written ({1}). Free up space there, or check its permissions.",
        this.#folder,
        textOf(cause),
      ),
      { cause },
    );
  }
}

function hashOf(list: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("hex");
}
