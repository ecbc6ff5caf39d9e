import * as z from "zod";
import type * as vscode from "vscode";
import { columnLayout } from "../../messages/decode.ts";
import { plainLayout, type ColumnLayout } from "../../model/columnLayout.ts";

const storedKey = "columnLayouts";
/** The surveys arranged longest ago leave first. */
const mostLayouts = 200;

// What is stored comes back from disk: it is outside data.
const stored = z.array(
  z.strictObject({ dataSpace: z.string(), surveyId: z.string(), layout: columnLayout }),
);
type Stored = z.infer<typeof stored>[number];

/** How a person has arranged the columns of each survey, in VS Code's global state, which all windows share. */
export class ColumnLayouts {
  readonly #state: vscode.Memento;
  /**
   * What this window has arranged. VS Code keeps all of an extension's state as one value, of which
   * what another window writes at about the same time takes the place.
   */
  #ours: Stored[] = [];

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(dataSpace: string, surveyId: string): ColumnLayout {
    const found = [...this.#ours, ...this.#list()].find((it) => isOf(it, dataSpace, surveyId));
    return found?.layout ?? plainLayout;
  }

  async set(dataSpace: string, surveyId: string, layout: ColumnLayout): Promise<void> {
    const first = (list: Stored[]): Stored[] => [
      { dataSpace, surveyId, layout },
      ...list.filter((it) => !isOf(it, dataSpace, surveyId)),
    ];
    this.#ours = first(this.#ours);
    await this.#state.update(storedKey, first(this.#list()).slice(0, mostLayouts));
  }

  // Read again for every change: another window may have written in the meantime.
  #list(): Stored[] {
    const result = stored.safeParse(this.#state.get(storedKey, []));
    return result.success ? result.data : [];
  }
}

function isOf(it: Stored, dataSpace: string, surveyId: string): boolean {
  return it.dataSpace === dataSpace && it.surveyId === surveyId;
}
