import { codebookHeader, codebookLine } from "../formats/codebook.ts";
import type { CodebookRow } from "../model/tabular/codebook.ts";
import type { Database } from "./database.ts";
import { quoted } from "./identifiers.ts";
import { digestOf } from "./rowText.ts";

/** The codebook as a table: the columns of the codebook file, and rows in the order of `position`. */
export interface CodebookContent {
  readonly rows: readonly (readonly (string | null)[])[];
  /** Hash of the rows. */
  readonly digest: string;
}

export function codebookContent(rows: readonly CodebookRow[]): CodebookContent {
  const lines = rows.map((it) =>
    codebookLine(it).map((cell) => (cell === "" ? null : cell.replaceAll("\0", "\ufffd"))),
  );
  return { rows: lines, digest: digestOf(lines.map((it) => JSON.stringify(it))) };
}

const columns = ["position", ...codebookHeader];

export function codebookStatement(table: string): string {
  const texts = codebookHeader.map((it) => `${quoted(it)} text`);
  return `CREATE TABLE ${table} (${["position integer PRIMARY KEY", ...texts].join(", ")})`;
}

/** Maximum number of rows in one statement. */
const maxRows = 500;

/** Replaces the content of the codebook table. Runs inside the open transaction. */
export async function putCodebook(
  database: Database,
  table: string,
  { rows }: CodebookContent,
): Promise<void> {
  await database.change(`DELETE FROM ${table}`);
  for (let first = 0; first < rows.length; first += maxRows) {
    const some = rows.slice(first, first + maxRows);
    const arrays = columns.map((_, at) =>
      some.map((row, index) => (at === 0 ? first + index + 1 : row[at - 1])),
    );
    const types = columns.map((_, at) => `$${at + 1}::${at === 0 ? "int" : "text"}[]`);
    await database.change(
      `INSERT INTO ${table} (${columns.map(quoted).join(", ")}) SELECT * FROM unnest(${types.join(", ")})`,
      arrays,
    );
  }
}
