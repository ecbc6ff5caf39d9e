import papa from "papaparse";
import { writeTextFile } from "./textFile.ts";

/** `excel` is CSV for Excel: with a byte order mark, and with an escape before what Excel would take for a formula. */
export const urlFileFormats = ["csv", "excel", "json"] as const;
export type UrlFileFormat = (typeof urlFileFormats)[number];

export interface UrlFileRow {
  /** One per column; null if the row has no such value. */
  readonly cells: readonly (string | number | null)[];
  readonly url: string;
}

export interface UrlFile {
  /** Parameter keys. */
  readonly columns: readonly string[];
  readonly rows: readonly UrlFileRow[];
}

/**
 * Writes response URLs beside the values that they were made of: CSV by RFC 4180, or a JSON array of objects. The column of
 * the URLs is `url`, with a number appended if a parameter has that name.
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault"; nothing is written then
 */
export async function writeUrlFile(
  content: UrlFile,
  format: UrlFileFormat,
  file: string,
  overwrite: boolean,
): Promise<void> {
  await writeTextFile(file, overwrite, () => urlFileText(content, format));
}

export function urlFileText({ columns, rows }: UrlFile, format: UrlFileFormat): string {
  const urlColumn = freeName("url", columns);
  if (format === "json") {
    const lines = rows.map(({ cells, url }) => {
      const values = columns.flatMap((name, index) => {
        const cell = cells[index] ?? null;
        return cell === null ? [] : [[name, cell] as const];
      });
      return JSON.stringify(Object.fromEntries([...values, [urlColumn, url]]));
    });
    return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
  }
  const isExcel = format === "excel";
  const lines = papa.unparse(
    [[...columns, urlColumn], ...rows.map(({ cells, url }) => [...cells.map(orEmpty), url])],
    { newline: "\r\n", escapeFormulae: isExcel && /^[=+\-@\t\r\n]/ },
  );
  return `${isExcel ? "\ufeff" : ""}${lines}\r\n`;
}

function orEmpty(cell: string | number | null): string | number {
  return cell ?? "";
}

function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) {
    free = `${name}_${number}`;
  }
  return free;
}
