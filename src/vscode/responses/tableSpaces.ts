import * as z from "zod";
import type * as vscode from "vscode";
import type { CopySpace } from "../../copy/copySpace.ts";
import { lazy } from "../../model/lazy.ts";
import { StoredList } from "../platform/storedList.ts";

const stored = lazy(() =>
  z.strictObject({ dataSpace: z.string(), origin: z.string(), space: z.string() }),
);
/**
 * The data spaces that have tables. After one is removed or signed out, only this list says which tables were its own.
 * Stored in VS Code's global state, which all windows share.
 */
export class TableSpaces {
  readonly #stored: StoredList<CopySpace>;

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

  async remove(removed: readonly CopySpace[]): Promise<void> {
    await this.#stored.set(this.list().filter((it) => !removed.some((other) => isSame(it, other))));
  }
}

function isSame(a: CopySpace, b: CopySpace): boolean {
  return a.dataSpace === b.dataSpace && a.origin === b.origin && a.space === b.space;
}
