import * as z from "zod";
import type * as vscode from "vscode";
import { hasMissingCodes, noMissingCodes, type MissingCodes } from "../../model/missingCodes.ts";
import { missingCodesSchema } from "../../model/missingCodesSchema.ts";

const storedKey = "missingCodes";

// What is stored comes back from disk: it is outside data.
const stored = z.array(
  z.object({ dataSpace: z.string(), surveyId: z.string(), codes: missingCodesSchema }),
);
type Stored = z.infer<typeof stored>[number];

/** Which codes of each survey a person has declared missing, in VS Code's global state, which all windows share. */
export class MissingCodesStore {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(dataSpace: string, surveyId: string): MissingCodes {
    return this.#list().find((it) => isOf(it, dataSpace, surveyId))?.codes ?? noMissingCodes;
  }

  /** For exports, which say nothing of it where there are none. */
  declared(dataSpace: string, surveyId: string): MissingCodes | undefined {
    const codes = this.get(dataSpace, surveyId);
    return hasMissingCodes(codes) ? codes : undefined;
  }

  async set(dataSpace: string, surveyId: string, codes: MissingCodes): Promise<void> {
    const others = this.#list().filter((it) => !isOf(it, dataSpace, surveyId));
    const own = hasMissingCodes(codes) ? [{ dataSpace, surveyId, codes }] : [];
    await this.#state.update(storedKey, [...own, ...others]);
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
