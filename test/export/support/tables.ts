import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SurveyCopy } from "../../../src/copy/surveyCopy.ts";
import type {
  Convert,
  Converted,
  ItemsToConvert,
  TableConversion,
} from "../../../src/export/conversion.ts";
import { CopyItems } from "../../../src/export/copyItems.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { defaultTableForm, type TableForm } from "../../../src/model/tabular/tableForm.ts";
import { sentences } from "../../../src/model/localizable.ts";

/** Stands for a writer: a "table" with the length of each item in a line, in one file or in a folder by day. */
export function lengthTable(
  before: (items: ItemsToConvert) => Promise<void> = async () => undefined,
  form: Partial<TableForm> = {},
  driver = nodeSqlite,
): TableConversion {
  const isFolder = form.partition === "day";
  const convert: Convert = async (given) => {
    await before(given);
    const { file: path, version, wanted } = given.items;
    const copy = new SurveyCopy(driver, { file: path, version, dataSpace: "Test" });
    const { lengths, facts } = readLengths(copy, wanted);
    const text = lengths.map((it) => `${it}\n`).join("");
    const part = "day=2025-03-27/part-0.parquet";
    const file = isFolder ? join(given.target, part) : given.target;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    given.onProgress({ step: "rows", responses: lengths.length, share: 1 });
    const { bytes, sha256 } = factsOf(text);
    const table = { ...noTable, form: { ...defaultTableForm, ...form } };
    return isFolder
      ? {
          ...facts,
          bytes,
          sha256: factsOf(`${sha256}  ${part}\n`).sha256,
          table: { ...table, files: [{ path: part, bytes, rows: lengths.length, sha256 }] },
          warnings: [sentences("W.")],
        }
      : { ...facts, bytes, sha256, table, warnings: [sentences("W.")] };
  };
  return { prepare: () => convert, isFolder };
}

/** Reads the lengths of the wanted items, and closes the copy. */
function readLengths(copy: SurveyCopy, wanted: ItemsToConvert["items"]["wanted"]) {
  try {
    const items = new CopyItems(copy, wanted);
    const lengths = [...items.batches()].flatMap(({ body, items: places }) =>
      places.map(({ start, end }) => Buffer.from(body.subarray(start, end)).toString().length),
    );
    return { lengths, facts: items.facts() };
  } finally {
    copy.close();
  }
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
