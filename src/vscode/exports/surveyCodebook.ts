import { codebookJob } from "../../jobs/codebookJob.ts";
import type { CodebookForm } from "../../formats/readCodebook.ts";
import { translations } from "../platform/language.ts";
import type { ExportParts } from "./exportParts.ts";
import { preferredForm } from "./preferredForm.ts";

export interface SurveyName {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** Returns the text of a codebook for a table in the form of the settings. */
export function surveyCodebook(
  {
    dataSpaces,
    formats,
    missingCodes,
  }: Pick<ExportParts, "dataSpaces" | "formats" | "missingCodes">,
  { dataSpace, surveyId }: SurveyName,
  form: Pick<CodebookForm, "format" | "preset">,
  signal: AbortSignal,
): Promise<string> {
  const host = {
    client: (name: string) => dataSpaces.client(name),
    formats,
    translations: translations(),
  };
  return codebookJob(host, {
    ...form,
    dataSpace,
    surveyId,
    preferred: preferredForm(),
    missingCodes: missingCodes.declared(dataSpace, surveyId),
    signal,
  });
}
