import { readCodebook, type CodebookForm } from "../../formats/readCodebook.ts";
import { translations } from "../platform/language.ts";
import type { ExportParts } from "./exportParts.ts";
import { preferredForm } from "./preferredForm.ts";

export interface SurveyName {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** A codebook's text, of a table as the settings say. */
export async function surveyCodebook(
  {
    dataSpaces,
    formats,
    missingCodes,
  }: Pick<ExportParts, "dataSpaces" | "formats" | "missingCodes">,
  { dataSpace, surveyId }: SurveyName,
  form: Pick<CodebookForm, "format" | "preset">,
  signal: AbortSignal,
): Promise<string> {
  const client = await dataSpaces.client(dataSpace);
  const subject = { client, surveyId, missingCodes: missingCodes.declared(dataSpace, surveyId) };
  const asked = { ...form, preferred: preferredForm() };
  return readCodebook(formats, subject, asked, translations(), signal);
}
