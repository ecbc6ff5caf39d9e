import * as z from "zod";
import type * as vscode from "vscode";
import { columnLayout } from "../../messages/requests/schemas.ts";
import { defaultColumnLayout, type ColumnLayout } from "../../model/columnLayout.ts";
import { PerSurveyStore } from "../platform/perSurveyStore.ts";

/** Maximum number of stored layouts. Those that were set longest ago are removed first. */
const maxLayouts = 200;

const stored = z.strictObject({
  dataSpace: z.string(),
  surveyId: z.string(),
  layout: columnLayout,
});

/** How a person has arranged the columns of each survey. */
export class ColumnLayouts {
  readonly #kept: PerSurveyStore<z.infer<typeof stored>>;

  constructor(state: vscode.Memento) {
    this.#kept = new PerSurveyStore(state, "columnLayouts", () => stored, maxLayouts);
  }

  get(dataSpace: string, surveyId: string): ColumnLayout {
    return this.#kept.get(dataSpace, surveyId)?.layout ?? defaultColumnLayout;
  }

  set(dataSpace: string, surveyId: string, layout: ColumnLayout): Promise<void> {
    return this.#kept.set({ dataSpace, surveyId, layout });
  }
}
