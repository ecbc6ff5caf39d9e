import * as z from "zod";
import type * as vscode from "vscode";
import { exportRequest } from "../../export/exportRequest.ts";
import { tableFormSchema } from "../../model/tabular/tableFormSchema.ts";
import { readQuery } from "../../reader/readQuery.ts";
import { PerSurveyStore } from "../platform/perSurveyStore.ts";

/** Maximum number of surveys; those exported longest ago are dropped first. */
const maxSurveys = 200;

/** A person's choices for a survey, to propose again. Without time range and filter, because the responses have changed. */
const choice = z.object({
  ...exportRequest.pick({ format: true, codebook: true }).shape,
  ...readQuery.pick({ variables: true, embeddedData: true }).shape,
  form: tableFormSchema,
  verify: z.boolean(),
  /** Absolute path of the folder that the file was put into. */
  folder: z.string().optional(),
});
export type ExportChoice = z.infer<typeof choice>;

const stored = z.object({ dataSpace: z.string(), surveyId: z.string(), choice });

/** The choices of each survey's last export. */
export class ExportChoices {
  readonly #kept: PerSurveyStore<z.infer<typeof stored>>;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#kept = new PerSurveyStore(state, "exportChoices", () => stored, maxSurveys);
  }

  get(dataSpace: string, surveyId: string): ExportChoice | undefined {
    return this.#kept.get(dataSpace, surveyId)?.choice;
  }

  set(dataSpace: string, surveyId: string, chosen: ExportChoice): Promise<void> {
    return this.#kept.set({ dataSpace, surveyId, choice: chosen });
  }
}
