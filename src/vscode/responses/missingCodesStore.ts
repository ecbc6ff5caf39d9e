import * as z from "zod";
import type * as vscode from "vscode";
import { hasMissingCodes, noMissingCodes, type MissingCodes } from "../../model/missingCodes.ts";
import { missingCodesSchema } from "../../model/missingCodesSchema.ts";
import { PerSurveyStore } from "../platform/perSurveyStore.ts";
import { lazy } from "../../model/lazy.ts";

const stored = lazy(() =>
  z.object({
    dataSpace: z.string(),
    surveyId: z.string(),
    codes: missingCodesSchema(),
  }),
);

/** Which codes of each survey a person has declared missing. */
export class MissingCodesStore {
  readonly #kept: PerSurveyStore<z.infer<ReturnType<typeof stored>>>;

  constructor(state: vscode.Memento) {
    this.#kept = new PerSurveyStore(state, "missingCodes", stored);
  }

  get(dataSpace: string, surveyId: string): MissingCodes {
    return this.#kept.get(dataSpace, surveyId)?.codes ?? noMissingCodes;
  }

  /** Returns the missing codes for an export; `undefined` if there are none. */
  declared(dataSpace: string, surveyId: string): MissingCodes | undefined {
    const codes = this.get(dataSpace, surveyId);
    return hasMissingCodes(codes) ? codes : undefined;
  }

  /** Stores an empty declaration, too, because another window may store an older one. */
  set(dataSpace: string, surveyId: string, codes: MissingCodes): Promise<void> {
    return this.#kept.set({ dataSpace, surveyId, codes });
  }
}
