import type { PreferredForm } from "../export/exportForm.ts";
import { readCodebook, type CodebookForm } from "../formats/readCodebook.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { JobHost } from "./jobHost.ts";

export interface CodebookJob extends Pick<CodebookForm, "format" | "preset"> {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Preferred form of the table that the codebook describes. */
  readonly preferred?: PreferredForm | undefined;
  readonly missingCodes?: MissingCodes | undefined;
  readonly signal: AbortSignal;
}

/** Returns the text of a survey's codebook. */
export async function codebookJob(
  host: Pick<JobHost, "client" | "formats" | "translations">,
  { dataSpace, surveyId, missingCodes, signal, ...form }: CodebookJob,
): Promise<string> {
  const subject = { client: await host.client(dataSpace), surveyId, missingCodes };
  return readCodebook(host.formats, subject, form, host.translations, signal);
}
