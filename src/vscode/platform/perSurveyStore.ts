import * as z from "zod";
import type * as vscode from "vscode";
import { validItems } from "../../model/jsonText.ts";
import { lazy } from "../../model/lazy.ts";

interface OfSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** An entry with the time it was set, in ms since 1970; 0 if an older version of the extension stored it without one. */
type Said<Entry> = Entry & { readonly at: number };

/**
 * One entry per survey with a person's choices, in VS Code's global state, which all windows share. The newest entry of a
 * survey counts, whichever window set it.
 */
export class PerSurveyStore<Entry extends OfSurvey> {
  readonly #state: Pick<vscode.Memento, "get" | "update">;
  readonly #key: string;
  readonly #stored: () => z.ZodType<Said<Entry>>;
  readonly #most: number;
  /**
   * Entries that this window has set. VS Code stores all of an extension's state as one value, so another window that writes
   * at about the same time overwrites them.
   */
  #ours: Said<Entry>[] = [];

  /** @param most maximum number of surveys; the entries set longest ago are dropped first */
  constructor(
    state: Pick<vscode.Memento, "get" | "update">,
    key: string,
    entry: () => z.ZodType<Entry>,
    most = Infinity,
  ) {
    this.#state = state;
    this.#key = key;
    // The stored state comes from disk, so it is decoded as outside data. Invalid entries are dropped, the others are kept.
    this.#stored = lazy(() => entry().and(z.object({ at: z.number().catch(0) })));
    this.#most = most;
  }

  get(dataSpace: string, surveyId: string): Entry | undefined {
    const of = { dataSpace, surveyId };
    return this.#all().find((it) => isSame(it, of));
  }

  /** Returns the entries of a data space, newest first. */
  list(dataSpace: string): Entry[] {
    return this.#all().filter((it) => it.dataSpace === dataSpace);
  }

  async set(entry: Entry): Promise<void> {
    // The new entry must be the newest, even if the clock was set back.
    const at = Math.max(Date.now(), (this.#all()[0]?.at ?? 0) + 1);
    const ours = this.#ours.filter((it) => !isSame(it, entry));
    this.#ours = [{ ...entry, at }, ...ours];
    // Includes this window's entries that another window may have overwritten.
    await this.#state.update(this.#key, this.#all());
  }

  /** Returns each survey's newest entry, newest first. Reads the state each time, as another window may have written. */
  #all(): Said<Entry>[] {
    const newest = [...this.#ours, ...this.#list()].sort((a, b) => b.at - a.at);
    return newest
      .filter((it, index) => newest.findIndex((other) => isSame(other, it)) === index)
      .slice(0, this.#most);
  }

  #list(): Said<Entry>[] {
    const value = this.#state.get<unknown>(this.#key);
    // Do not build the schema if nothing is stored.
    return value === undefined ? [] : validItems(this.#stored(), value);
  }
}

function isSame(a: OfSurvey, b: OfSurvey): boolean {
  return a.dataSpace === b.dataSpace && a.surveyId === b.surveyId;
}
