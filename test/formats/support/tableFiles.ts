import { readFile } from "node:fs/promises";
import { format as formatted } from "node:util";
import { parse } from "csv-parse/sync";
import readWorkbook from "read-excel-file/node";
import type { TableFormat } from "../../../src/formats/kinds/formats.ts";
import { Duck, quoted } from "./parquetFiles.ts";
import type { RandomTable } from "./randomTables.ts";
import { readSav } from "./sav.ts";

/** Contents of a file as an independent reader finds them: every value as text, "" if there is none. */
export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface TableReader {
  /** Returns the header and the rows of a file. */
  readonly read: (file: string) => Promise<unknown[][]>;
  /** Returns what the format or the reader keeps of a text. Default: all. */
  readonly keptOf?: (text: string) => string;
}

const readers: Readonly<Record<TableFormat, TableReader>> = {
  csv: {
    async read(file) {
      return parse(await readFile(file), { record_delimiter: "\r\n" });
    },
  },
  xlsx: {
    async read(file) {
      const [sheet] = await readWorkbook(await readFile(file), { trim: false });
      return sheet?.data ?? [];
    },
  },
  parquet: {
    async read(file) {
      const duck = await Duck.start();
      try {
        const selected = `FROM read_parquet(${quoted(file)})`;
        const columns = await duck.rows(`SELECT column_name FROM (DESCRIBE SELECT * ${selected})`);
        return [columns.flat(), ...(await duck.rows(`SELECT * ${selected}`))];
      } finally {
        duck.close();
      }
    },
    // DuckDB's binding for Node takes this mark for one of a file.
    keptOf: (text) => text.replace(/^\ufeff/, ""),
  },
  sav: {
    async read(file) {
      const { columns, rows } = await readSav(await readFile(file));
      return [columns.map((it) => it.name), ...rows.map((it) => [...it])];
    },
    keptOf: (text) => text.replace(/ +$/, ""),
  },
};

export async function readTable(file: string, format: TableFormat): Promise<ReadTable> {
  const [columns = [], ...rows] = await readers[format].read(file);
  return { columns: columns.map(textOf), rows: rows.map((row) => row.map(textOf)) };
}

/** Returns what `readTable` returns of a table that was written. */
export function readableTable({ columns, rows }: RandomTable, format: TableFormat): ReadTable {
  const { keptOf = (text: string): string => text } = readers[format];
  return {
    columns: columns.map((it) => it.name),
    rows: rows.map((row) => row.map((value) => keptOf(textOf(value)))),
  };
}

function textOf(value: unknown): string {
  // Node's format adds an n to a BigInt.
  return value === null || value === undefined
    ? ""
    : formatted("%s", typeof value === "bigint" ? String(value) : value);
}
