import * as z from "zod";
import type * as vscode from "vscode";
import { once } from "../../model/once.ts";

interface OfSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** What a person has said of each survey, in VS Code's global state, which all windows share. */
export class SurveyState<Entry extends OfSurvey> {
  readonly #state: vscode.Memento;
  readonly #key: string;
  readonly #stored: () => z.ZodType<Entry[]>;
  readonly #most: number;
  /**
   * What this window has said. VS Code keeps all of an extension's state as one value, of which
   * what another window writes at about the same time takes the place.
   */
  #ours: Entry[] = [];

  /** @param most surveys; those of which something was said longest ago leave first */
  constructor(state: vscode.Memento, key: string, entry: () => z.ZodType<Entry>, most = Infinity) {
    this.#state = state;
    this.#key = key;
    // What is stored comes back from disk: it is outside data.
    this.#stored = once(() => z.array(entry()));
    this.#most = most;
  }

  get(dataSpace: string, surveyId: string): Entry | undefined {
    const of = { dataSpace, surveyId };
    return [...this.#ours, ...this.#list()].find((it) => isSame(it, of));
  }

  /** Of a data space, what was said last first. */
  list(dataSpace: string): Entry[] {
    const ours = this.#ours;
    const others = this.#list().filter((it) => !ours.some((own) => isSame(own, it)));
    return [...ours, ...others].filter((it) => it.dataSpace === dataSpace);
  }

  async set(entry: Entry): Promise<void> {
    const list = this.#list();
    // What another window has written over is written again.
    const lost = this.#ours.filter((own) => !list.some((it) => isSame(it, own)));
    const first = (others: Entry[]): Entry[] => [
      entry,
      ...others.filter((it) => !isSame(it, entry)),
    ];
    this.#ours = first(this.#ours);
    await this.#state.update(this.#key, first([...list, ...lost]).slice(0, this.#most));
  }

  // Read again for every change: another window may have written in the meantime.
  #list(): Entry[] {
    const value = this.#state.get<unknown>(this.#key);
    // Where nothing is stored, no schema is made.
    return (value === undefined ? undefined : this.#stored().safeParse(value).data) ?? [];
  }
}

function isSame(a: OfSurvey, b: OfSurvey): boolean {
  return a.dataSpace === b.dataSpace && a.surveyId === b.surveyId;
}
