/** Cells as spreadsheets take them from the clipboard; what would break a cell is quoted. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(field).join("\t")).join("\n");
}

function field(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
