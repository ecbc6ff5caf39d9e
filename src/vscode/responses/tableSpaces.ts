import * as z from "zod";
import type * as vscode from "vscode";
import type { CopySpace } from "../../copy/copySpace.ts";
import { once } from "../../model/once.ts";

// What is stored comes back from disk: it is outside data.
const stored = once(() =>
  z.array(z.strictObject({ dataSpace: z.string(), origin: z.string(), space: z.string() })),
);
/**
 * The data spaces that have tables: when one is removed or signed out, nobody could tell any more which tables were its.
 * In VS Code's global state, which all windows share.
 */
export class TableSpaces {
  readonly #state: vscode.Memento;
  readonly #key: string;

  constructor(state: vscode.Memento, key = "tableSpaces") {
    this.#state = state;
    this.#key = key;
  }

  // Read again for every change: another window may have written in the meantime.
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
