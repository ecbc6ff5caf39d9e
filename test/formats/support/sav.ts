import { createRequire } from "node:module";
import type * as savReader from "sav-reader" with { "resolution-mode": "require" };
import type { ByteSink } from "../../../src/formats/writer.ts";
import { fileTable } from "../../../src/formats/fileTable.ts";
import { sav } from "../../../src/formats/kinds/sav.ts";
import { savWriter } from "../../../src/formats/writers/sav.ts";
import type {
  ResponseSet,
  TableColumn,
  TableValue,
} from "../../../src/model/tabular/tableColumn.ts";
import { inEnglish } from "../../../src/model/localizable.ts";
import { contextOf, type Row, type Written } from "./tables.ts";

// The package cannot be imported as an ES module.
const { SavBufferReader } = createRequire(import.meta.url)("sav-reader") as typeof savReader;

export interface SavParts {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];
  readonly sets?: readonly ResponseSet[];
  readonly title?: string;
  /** Rows per batch. Default: all rows at once. */
  readonly batch?: number;
  /** Number of rows that the writer is told. Default: the real number. */
  readonly rowCount?: number;
}

export async function savFile(parts: SavParts): Promise<Written> {
  const { columns, rows, sets = [], title = "A survey", batch = rows.length } = parts;
  const context = contextOf(columns, parts.rowCount ?? rows.length, { title });
  const written: Uint8Array[] = [];
  const sink: ByteSink = {
    async write(...more) {
      written.push(...more);
    },
  };
  const table = fileTable({ ...context.table, sets }, sav, context.form);
  const writer = savWriter(sink, { ...context, table });
  for (let first = 0; first < rows.length; first += batch) {
    await writer.write(rows.slice(first, first + batch));
  }
  await writer.finish();
  return { bytes: Buffer.concat(written), warnings: writer.warnings.map(inEnglish) };
}

export interface SavContent {
  readonly columns: readonly { readonly name: string; readonly label: string }[];
  /** Value labels by column name. */
  readonly labels: ReadonlyMap<
    string,
    readonly { readonly val: string | number; readonly label: string }[]
  >;
  readonly rows: readonly Row[];
}

/** Reads a file with an independent reader. */
export async function readSav(bytes: Buffer): Promise<SavContent> {
  const reader = new SavBufferReader(bytes);
  // The reader decodes texts in pieces of eight bytes, even within a character, and trims all white space, though SPSS pads
  // with blanks only. So pass it bytes as characters, of which only blanks are white space.
  reader.reader.readString = async (length: number, trimEnd = false) => {
    const read = length < 1 ? [] : ((await reader.reader.readBytes(length)) as Iterable<number>);
    const all = Array.from(read, (it) => String.fromCharCode(isSpace.has(it) ? 0xe000 + it : it));
    return trimEnd ? all.join("").trimEnd() : all.join("");
  };
  await reader.open();
  const { sysvars } = reader.meta;
  const labels = new Map(
    sysvars.map(({ name }) => {
      const known = reader.meta.valueLabels.find((it) => it.appliesToNames?.includes(name));
      const entries = (known?.entries ?? []).map(({ val, label }) => ({
        val: typeof val === "string" ? decoded(val) : val,
        label: decoded(label),
      }));
      return [decoded(name), entries];
    }),
  );
  const rows = (await reader.readAllRows(true)) as Record<string, TableValue>[];
  return {
    columns: sysvars.map(({ name, label }) => ({
      name: decoded(name),
      label: decoded((label as string | undefined) ?? ""),
    })),
    labels,
    rows: rows.map((row) =>
      sysvars.map(({ name }) => {
        const value = row[name] ?? null;
        return typeof value === "string" ? decoded(value) : value;
      }),
    ),
  };
}

/** Bytes other than the blank that JavaScript takes for white space if they are characters. */
const isSpace = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0xa0]);

function decoded(characters: string): string {
  // Latin-1 keeps only the lower byte of a character, which undoes the offset 0xe000.
  return Buffer.from(characters, "latin1").toString("utf8");
}

/** Returns a row as a .sav file keeps it: a missing text is empty, and trailing blanks are lost. */
export function asStoredInSav(row: Row, columns: readonly TableColumn[]): Row {
  return row.map((value, index) =>
    columns[index]?.type === "text" ? String(value ?? "").replace(/ +$/, "") : value,
  );
}
