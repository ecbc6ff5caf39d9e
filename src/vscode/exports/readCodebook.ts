import { readItemSource } from "../../formats/itemSource.ts";
import type { CodebookFormat, CsvPreset } from "../../model/tabular/tableForm.ts";
import { fittingPage, PageSize } from "../../reader/pageSize.ts";
import { translations } from "../platform/language.ts";
import { formOf } from "./exportForm.ts";
import type { ExportParts } from "./exportParts.ts";

export interface CodebookSubject {
  readonly dataSpace: string;
  readonly surveyId: string;
}

export interface CodebookForm {
  readonly format: CodebookFormat;
  /** Of CSV. */
  readonly preset?: CsvPreset | undefined;
}

/** A codebook's text. The newest page of responses says what the structure does not: in v1 and v2 the names of questions. */
export async function readCodebook(
  parts: Pick<ExportParts, "dataSpaces" | "formats" | "missingCodes">,
  { dataSpace, surveyId }: CodebookSubject,
  { format, preset }: CodebookForm,
  signal: AbortSignal,
): Promise<string> {
  const { dataSpaces, formats } = parts;
  const client = await dataSpaces.client(dataSpace);
  const missingCodes = parts.missingCodes.declared(dataSpace, surveyId);
  const [read, { body, items }] = await Promise.all([
    readItemSource(client, surveyId, "responses", {}, signal),
    fittingPage({ source: client, surveyId, pageSize: new PageSize() }, (size) =>
      client.rawResponsePage(surveyId, { size, signal }),
    ),
  ]);
  const source = { ...read, missingCodes };
  return formats.codebook({
    source,
    body,
    items,
    format,
    form: formOf("csv", { preset }),
    translations: translations(),
  });
}
