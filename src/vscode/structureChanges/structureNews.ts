import * as z from "zod";
import type * as vscode from "vscode";
import { lazy } from "../../model/lazy.ts";
import type { ApiVersion } from "../../model/survey.ts";
import { StoredList } from "../platform/storedList.ts";

/** Changes of a survey's structure that the person has not looked at. */
export interface UnseenChanges {
  readonly changes: number;
  /** Time when the structure that the person knows was last seen, epoch milliseconds of this machine's clock. */
  readonly since: number;
}

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

/** Unseen structure changes, and what was looked at. Stored in VS Code's global state, which all windows share. */
export class StructureNews {
  readonly #stored: StoredList<Entry>;
  /** Entries of the list by key, because each row of the tree asks for one. */
  #known:
    { readonly list: readonly Entry[]; readonly entries: ReadonlyMap<string, Entry> } | undefined;

  constructor(state: vscode.Memento) {
    this.#stored = new StoredList(state, "structureNews", entry);
  }

  get(of: NewsOf): Pick<Entry, "looked" | "unseen"> | undefined {
    return this.#entries.get(keyOf(of));
  }

  async set(of: NewsOf, news: Pick<Entry, "looked" | "unseen">): Promise<void> {
    const { dataSpace, apiVersion, surveyId } = of;
    const entries = new Map(this.#entries);
    entries.delete(keyOf(of));
    await this.#stored.set([{ dataSpace, apiVersion, surveyId, ...news }, ...entries.values()]);
  }

  async remove(dataSpace: string): Promise<void> {
    const left = [...this.#entries.values()].filter((it) => it.dataSpace !== dataSpace);
    if (left.length < this.#entries.size) {
      await this.#stored.set(left);
    }
  }

  get #entries(): ReadonlyMap<string, Entry> {
    const list = this.#stored.list();
    if (this.#known?.list !== list) {
      this.#known = { list, entries: new Map(list.map((it) => [keyOf(it), it])) };
    }
    return this.#known.entries;
  }
}

function keyOf({ dataSpace, apiVersion, surveyId }: Omit<Entry, "looked" | "unseen">): string {
  return JSON.stringify([dataSpace, apiVersion, surveyId]);
}
