import { isCanonicalNumber } from "./tabular/valueFacts.ts";

/** A byte order mark is quoted too: at the start of a file it would be taken for the file's. */
const toQuote = /[",\r\n\ufeff]/;
/** LibreOffice ignores NUL. Text that already begins with apostrophes gets one more, so that the two can be told apart. */
const likeFormula = /^'*\0*[=+\-@\t\r\n]/;

/** Returns a text as a field of CSV (RFC 4180), quoted only if it needs quotes. */
export function csvField(text: string): string {
  return toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Puts `'` before text that a spreadsheet would take for a formula, unless it is a canonical number. */
export function guarded(text: string): string {
  return likeFormula.test(text) && !isCanonicalNumber(text) ? `'${text}` : text;
}
