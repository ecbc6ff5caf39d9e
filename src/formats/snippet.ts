import type { SnippetJob } from "./calls.ts";
import { formats } from "./kinds/formats.ts";

/**
 * Returns a program that loads a file and its labels. `data` has the codes (in SQL: the table `responses`), `labelled` the
 * same with labels instead of codes. The program needs nothing but the file.
 * @throws SurveyError "invalid-input" if the language cannot read the format
 */
export async function snippetOf(job: SnippetJob): Promise<string> {
  const { snippets } = await formats[job.format].implementation();
  return `${snippets[job.language](job)}\n`;
}
