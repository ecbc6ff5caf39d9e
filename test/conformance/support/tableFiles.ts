import { readFile } from "node:fs/promises";
import { format as formatted } from "node:util";
import { parse } from "csv-parse/sync";
import readWorkbook from "read-excel-file/node";
import type { TableFormat } from "../../../src/formats/kinds/formats.ts";
import { Duck, quoted } from "../../formats/support/parquetFiles.ts";
import { readSav } from "../../formats/support/sav.ts";

/** Contents of a file as an independent reader finds them: every value as text, "" if there is none. */
export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export async function readTable(file: string, format: TableFormat): Promise<ReadTable> {
  const [columns = [], ...rows] = await readers[format](file);
  return { columns: columns.map(textOf), rows: rows.map((row) => row.map(textOf)) };
}

/** Returns the header and the rows of a file. */
const readers: Readonly<Record<TableFormat, (file: string) => Promise<unknown[][]>>> = {
  async csv(file) {
    return parse(await readFile(file), { record_delimiter: "\r\n" });
  },
  async xlsx(file) {
    const [sheet] = await readWorkbook(await readFile(file), { trim: false });
    return sheet?.data ?? [];
  },
  async parquet(file) {
    const duck = await Duck.start();
    try {
      const selected = `FROM read_parquet(${quoted(file)})`;
      const columns = await duck.rows(`SELECT column_name FROM (DESCRIBE SELECT * ${selected})`);
      return [columns.flat(), ...(await duck.rows(`SELECT * ${selected}`))];
    } finally {
      duck.close();
    }
  },
  async sav(file) {
    const { columns, rows } = await readSav(await readFile(file));
    return [columns.map((it) => it.name), ...rows.map((it) => [...it])];
  },
};

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : formatted("%s", value);
}
