import type * as z from "zod";
import type * as vscode from "vscode";
import { validItems } from "../../model/jsonText.ts";
import { lazy } from "../../model/lazy.ts";

/** A list in VS Code's global state, which all windows share. Items that are not valid are dropped, the others are kept. */
export class StoredList<T> {
  readonly #state: vscode.Memento;
  readonly #key: string;
  readonly #item: () => z.ZodType<T>;
  /** Cache of the decoded value, because each row of the tree may ask for it. */
  #decoded: { readonly value: unknown; readonly list: readonly T[] } | undefined;

  constructor(state: vscode.Memento, key: string, item: () => z.ZodType<T>) {
    this.#state = state;
    this.#key = key;
    // Stored values come from disk: decode them as outside data.
    this.#item = lazy(item);
  }

  /** Reads the state every time, because another window may have written it; VS Code then returns another object. */
  list(): readonly T[] {
    const value = this.#state.get(this.#key);
    if (this.#decoded?.value !== value || this.#decoded === undefined) {
      const list = value === undefined ? [] : validItems(this.#item(), value);
      this.#decoded = { value, list };
    }
    return this.#decoded.list;
  }

  /** Writes the list if it differs from what is stored. */
  async set(list: readonly T[]): Promise<void> {
    if (JSON.stringify(list) !== JSON.stringify(this.#state.get(this.#key))) {
      await this.#state.update(this.#key, list);
    }
  }
}
