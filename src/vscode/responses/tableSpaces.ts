import * as z from "zod";
import type * as vscode from "vscode";
import type { CopySpace } from "../../copy/copySpace.ts";
import { lazy } from "../../model/lazy.ts";

// Stored values come from disk: decode them as outside data.
const stored = lazy(() =>
  z.array(z.strictObject({ dataSpace: z.string(), origin: z.string(), space: z.string() })),
);
/**
 * The data spaces that have tables. After one is removed or signed out, only this list says which tables were its own.
 * Stored in VS Code's global state, which all windows share.
 */
export class TableSpaces {
  readonly #state: vscode.Memento;
  readonly #key: string;

  constructor(state: vscode.Memento, key = "tableSpaces") {
    this.#state = state;
    this.#key = key;
  }

  // Reads the state every time, because another window may have written it in the meantime.
  list(): CopySpace[] {
    const result = stored().safeParse(this.#state.get(this.#key, []));
    return result.success ? result.data : [];
  }

  async add(...added: readonly CopySpace[]): Promise<void> {
    const known = this.list();
    const missing = added.filter((it) => !known.some((other) => isSame(it, other)));
    if (missing.length > 0) {
      await this.#state.update(this.#key, [...known, ...missing]);
    }
  }

  async remove(removed: readonly CopySpace[]): Promise<void> {
    const left = this.list().filter((it) => !removed.some((other) => isSame(it, other)));
    await this.#state.update(this.#key, left);
  }
}

function isSame(a: CopySpace, b: CopySpace): boolean {
  return a.dataSpace === b.dataSpace && a.origin === b.origin && a.space === b.space;
}
