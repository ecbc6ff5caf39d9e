import { isCanonicalNumber } from "./tabular/valueFacts.ts";

/** A byte order mark as well: at the start of a file it would be taken for the file's. */
const toQuote = /[",\r\n\ufeff]/;
/** LibreOffice passes over NUL. A text that has apostrophes before gets one more, so that the two are told apart. */
const likeFormula = /^'*\0*[=+\-@\t\r\n]/;

/** A text as a field of CSV (RFC 4180), in quotes only where it needs them. */
export function csvField(text: string): string {
  return toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With `'` before what a spreadsheet would take for a formula; a canonical number is none. */
export function guarded(text: string): string {
  return likeFormula.test(text) && !isCanonicalNumber(text) ? `'${text}` : text;
}
