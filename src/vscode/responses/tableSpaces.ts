import * as z from "zod";
import type * as vscode from "vscode";
import type { CopySpace } from "../../copy/copySpace.ts";
import { lazy } from "../../model/lazy.ts";
import { splitGone } from "../platform/goneEntries.ts";
import { StoredList } from "../platform/storedList.ts";

const stored = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    origin: z.string(),
    space: z.string(),
    /** See splitGone. */
    goneAt: z.number().optional(),
  }),
);

/**
 * The data spaces that have tables. After one is removed or signed out, only this list says which tables were its own.
 * Stored in VS Code's global state, which all windows share.
 */
export class TableSpaces {
  readonly #stored: StoredList<z.infer<ReturnType<typeof stored>>>;

  constructor(state: vscode.Memento, key = "tableSpaces") {
    this.#stored = new StoredList(state, key, stored);
  }

  list(): readonly CopySpace[] {
    return this.#stored.list();
  }

  async add(...added: readonly CopySpace[]): Promise<void> {
    const known = this.list();
    const missing = added.filter((it) => !known.some((other) => isSame(it, other)));
    if (missing.length > 0) {
      await this.#stored.set([...known, ...missing]);
    }
  }

  /**
   * Notes at the start of a window which data spaces the settings lack.
   * @param isThere returns whether the settings have a data space of this name
   * @returns those that they have lacked at every start for 30 days
   */
  async longGone(
    isThere: (dataSpace: string) => boolean,
    now = Date.now(),
  ): Promise<readonly CopySpace[]> {
    const { kept, gone } = splitGone(this.#stored.list(), (it) => isThere(it.dataSpace), now);
    // If they cannot be removed now, the next start finds them again.
    await this.#stored.set([...kept, ...gone]);
    return gone;
  }

  async remove(removed: readonly CopySpace[]): Promise<void> {
    await this.#stored.set(this.list().filter((it) => !removed.some((other) => isSame(it, other))));
  }
}

function isSame(a: CopySpace, b: CopySpace): boolean {
  return a.dataSpace === b.dataSpace && a.origin === b.origin && a.space === b.space;
}
