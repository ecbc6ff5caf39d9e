import type { SnippetJob } from "./calls.ts";
import { formats } from "./kinds/formats.ts";

/**
 * A program that loads a file, and its labels: `data` with the codes (in SQL the table `responses`), and `labelled`, the same
 * with labels in place of codes. It is whole: nothing but the file is needed.
 * @throws SurveyError "invalid-input" where the language cannot read the format
 */
export function snippetOf(job: SnippetJob): string {
  return `${formats[job.format].snippets[job.language](job)}\n`;
}
