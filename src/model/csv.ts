/** A byte order mark as well: at the start of a file it would be taken for the file's. */
const toQuote = /[",\r\n\ufeff]/;

/** A text as a field of CSV (RFC 4180), in quotes only where it needs them. */
export function csvField(text: string): string {
  return toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
