import type { SurveyClient } from "../client/surveyClient.ts";
import { formOf, type PreferredForm } from "../export/exportForm.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { CodebookFormat, CsvPreset } from "../model/tabular/tableForm.ts";
import type { Translations } from "../model/words.ts";
import { fittingPage, PageSize } from "../reader/pageSize.ts";
import type { Formats } from "./calls.ts";
import { readItemSource } from "./itemSource.ts";

export interface CodebookSubject {
  readonly client: SurveyClient;
  readonly surveyId: string;
  readonly missingCodes?: MissingCodes | undefined;
}

export interface CodebookForm {
  readonly format: CodebookFormat;
  /** For CSV only. */
  readonly preset?: CsvPreset | undefined;
  /** Preferred form of the table that the codebook describes. */
  readonly preferred?: PreferredForm | undefined;
}

/**
 * Returns a codebook's text. The newest page of responses adds what the structure lacks: in v1 and v2, the names of
 * questions.
 */
export async function readCodebook(
  formats: Pick<Formats, "codebook">,
  { client, surveyId, missingCodes }: CodebookSubject,
  { format, preset, preferred }: CodebookForm,
  translations: Translations,
  signal: AbortSignal,
): Promise<string> {
  const [read, { body, items }] = await Promise.all([
    readItemSource(client, surveyId, "responses", {}, signal),
    fittingPage({ source: client, surveyId, pageSize: new PageSize() }, (limits) =>
      client.rawResponsePage(surveyId, { ...limits, signal }),
    ),
  ]);
  const source = { ...read, missingCodes };
  const form = formOf("csv", { preset }, preferred);
  return formats.codebook({ source, body, items, format, form, translations });
}
