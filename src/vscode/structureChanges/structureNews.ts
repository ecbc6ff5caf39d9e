import * as z from "zod";
import type * as vscode from "vscode";
import { validItems } from "../../model/jsonText.ts";
import { lazy } from "../../model/lazy.ts";
import type { ApiVersion } from "../../model/survey.ts";

/** Changes of a survey's structure that the person has not looked at. */
export interface UnseenChanges {
  readonly changes: number;
  /** Time when the structure that the person knows was last seen, epoch milliseconds of this machine's clock. */
  readonly since: number;
}

// Stored values come from disk: decode them as outside data.
const entry = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    apiVersion: z.string(),
    surveyId: z.string(),
    /** Time when the structure that the person has looked at was first seen; `undefined`: none, so the first one counts. */
    looked: z.number().optional(),
    unseen: z.strictObject({ changes: z.number(), since: z.number() }).optional(),
  }),
);
type Entry = z.infer<ReturnType<typeof entry>>;
export type NewsOf = Pick<Entry, "dataSpace" | "surveyId"> & { readonly apiVersion: ApiVersion };

const key = "structureNews";

/** Unseen structure changes, and what was looked at. Stored in VS Code's global state, which all windows share. */
export class StructureNews {
  readonly #state: vscode.Memento;
  /** Cache of the decoded stored value, because each row of the tree asks for it. */
  #decoded: { readonly value: unknown; readonly entries: ReadonlyMap<string, Entry> } | undefined;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(of: NewsOf): Pick<Entry, "looked" | "unseen"> | undefined {
    return this.#entries.get(keyOf(of));
  }

  async set(of: NewsOf, news: Pick<Entry, "looked" | "unseen">): Promise<void> {
    const { dataSpace, apiVersion, surveyId } = of;
    const entries = new Map(this.#entries);
    entries.delete(keyOf(of));
    await this.#write([{ dataSpace, apiVersion, surveyId, ...news }, ...entries.values()]);
  }

  async remove(dataSpace: string): Promise<void> {
    const left = [...this.#entries.values()].filter((it) => it.dataSpace !== dataSpace);
    if (left.length < this.#entries.size) {
      await this.#write(left);
    }
  }

  // Reads the state every time, because another window may have written it; VS Code then returns another object.
  get #entries(): ReadonlyMap<string, Entry> {
    const value = this.#state.get(key);
    if (this.#decoded?.value !== value || !this.#decoded) {
      const list = value === undefined ? [] : validItems(entry(), value);
      this.#decoded = { value, entries: new Map(list.map((it) => [keyOf(it), it])) };
    }
    return this.#decoded.entries;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    await this.#state.update(key, entries);
  }
}

function keyOf({ dataSpace, apiVersion, surveyId }: Omit<Entry, "looked" | "unseen">): string {
  return JSON.stringify([dataSpace, apiVersion, surveyId]);
}
