import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type {
  Convert,
  Converted,
  ItemsToConvert,
  TableConversion,
} from "../../../src/export/conversion.ts";
import { plainForm, type TableForm } from "../../../src/model/tabular/tableForm.ts";

/** Stands for a writer: a "table" that has each item's length in a line, in one file or in a folder by day. */
export function lengthTable(
  before: (items: ItemsToConvert) => Promise<void> = async () => undefined,
  form: Partial<TableForm> = {},
): TableConversion {
  const isFolder = form.partition === "day";
  const convert: Convert = async (given) => {
    await before(given);
    const items = (await readFile(given.items, "utf8")).split("\n").slice(0, -1);
    const text = items.map((it) => `${it.length}\n`).join("");
    const path = "day=2025-03-27/part-0.parquet";
    const file = isFolder ? join(given.target, path) : given.target;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    given.onProgress({ step: "rows", responses: items.length });
    const { bytes, sha256 } = factsOf(text);
    const table = { ...noTable, form: { ...plainForm, ...form } };
    return isFolder
      ? {
          bytes,
          sha256: factsOf(`${sha256}  ${path}\n`).sha256,
          table: { ...table, files: [{ path, bytes, rows: items.length, sha256 }] },
          warnings: ["W."],
        }
      : { bytes, sha256, table, warnings: ["W."] };
  };
  return { prepare: async () => convert, isFolder };
}

function factsOf(text: string): Pick<Converted, "bytes" | "sha256"> {
  return {
    bytes: Buffer.byteLength(text),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

const noTable = { columns: [], sets: [], renamed: [], unknownCodes: [], rows: 0 };

export function lengthsOf(items: readonly string[]): string {
  return items.map((it) => `${it.length}\n`).join("");
}
