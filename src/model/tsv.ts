/** Returns cells as spreadsheets paste them from the clipboard. Quotes what would break a cell. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join("\t")).join("\n");
}

function field(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
