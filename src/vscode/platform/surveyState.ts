import * as z from "zod";
import type * as vscode from "vscode";
import { once } from "../../model/once.ts";

interface OfSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** With when it was said, in milliseconds since 1970; 0 where an older version of the extension did not keep that. */
type Said<Entry> = Entry & { readonly at: number };

/**
 * What a person has said of each survey, in VS Code's global state, which all windows share. Whichever window it was said
 * in, the newest counts.
 */
export class SurveyState<Entry extends OfSurvey> {
  readonly #state: vscode.Memento;
  readonly #key: string;
  readonly #stored: () => z.ZodType<Said<Entry>[]>;
  readonly #most: number;
  /**
   * What this window has said. VS Code keeps all of an extension's state as one value, of which
   * what another window writes at about the same time takes the place.
   */
  #ours: Said<Entry>[] = [];

  /** @param most surveys; those of which something was said longest ago leave first */
  constructor(state: vscode.Memento, key: string, entry: () => z.ZodType<Entry>, most = Infinity) {
    this.#state = state;
    this.#key = key;
    // What is stored comes back from disk: it is outside data.
    this.#stored = once(() => z.array(entry().and(z.object({ at: z.number().catch(0) }))));
    this.#most = most;
  }

  get(dataSpace: string, surveyId: string): Entry | undefined {
    const of = { dataSpace, surveyId };
    return this.#all().find((it) => isSame(it, of));
  }

  /** Of a data space, what was said last first. */
  list(dataSpace: string): Entry[] {
    return this.#all().filter((it) => it.dataSpace === dataSpace);
  }

  async set(entry: Entry): Promise<void> {
    // What is said now is newer than all that is known, whatever the clock says.
    const at = Math.max(Date.now(), (this.#all()[0]?.at ?? 0) + 1);
    const ours = this.#ours.filter((it) => !isSame(it, entry));
    this.#ours = [{ ...entry, at }, ...ours];
    // What another window has written over is written again.
    await this.#state.update(this.#key, this.#all().slice(0, this.#most));
  }

  /** The newest of each survey, the newest first. Read again each time: another window may have written in the meantime. */
  #all(): Said<Entry>[] {
    const newest = [...this.#ours, ...this.#list()].sort((a, b) => b.at - a.at);
    return newest.filter((it, index) => newest.findIndex((other) => isSame(other, it)) === index);
  }

  #list(): Said<Entry>[] {
    const value = this.#state.get<unknown>(this.#key);
    // Where nothing is stored, no schema is made.
    return (value === undefined ? undefined : this.#stored().safeParse(value).data) ?? [];
  }
}

function isSame(a: OfSurvey, b: OfSurvey): boolean {
  return a.dataSpace === b.dataSpace && a.surveyId === b.surveyId;
}
