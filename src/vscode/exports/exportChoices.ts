import * as z from "zod";
import { validItems } from "../../model/jsonText.ts";
import type * as vscode from "vscode";
import { exportRequest } from "../../export/exportRequest.ts";
import { tableFormSchema } from "../../model/tabular/tableFormSchema.ts";
import { readQuery } from "../../reader/readQuery.ts";

const storedKey = "exportChoices";
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

// The stored state comes from disk, so it is decoded as outside data. Invalid entries are dropped, the others are kept.
const stored = z.object({ dataSpace: z.string(), surveyId: z.string(), choice });
type Stored = z.infer<typeof stored>;

/** The choices of each survey's last export, in VS Code's global state, which all windows share. */
export class ExportChoices {
  readonly #state: Pick<vscode.Memento, "get" | "update">;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#state = state;
  }

  get(dataSpace: string, surveyId: string): ExportChoice | undefined {
    return this.#list().find((it) => isOf(it, dataSpace, surveyId))?.choice;
  }

  async set(dataSpace: string, surveyId: string, chosen: ExportChoice): Promise<void> {
    const others = this.#list().filter((it) => !isOf(it, dataSpace, surveyId));
    const list = [{ dataSpace, surveyId, choice: chosen }, ...others].slice(0, maxSurveys);
    await this.#state.update(storedKey, list);
  }

  // Reads the state each time, because another window may have written it.
  #list(): Stored[] {
    return validItems(stored, this.#state.get(storedKey));
  }
}

function isOf(it: Stored, dataSpace: string, surveyId: string): boolean {
  return it.dataSpace === dataSpace && it.surveyId === surveyId;
}
