import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tableFormats } from "../../src/formats/kinds/formats.ts";
import { formulaTexts, misreadTexts } from "./support/hostile.ts";
import { randomTables, type RandomTable } from "./support/randomTables.ts";
import { readableTable, readTable, type ReadTable } from "./support/tableFiles.ts";
import { contextOf, numberColumn, textColumn, writerOf, writeTable } from "./support/tables.ts";
import { folderOfSuite } from "../support/folders.ts";

const texts = [...misreadTexts, ...formulaTexts];
const misread: RandomTable = {
  columns: [
    textColumn("text", { width: Math.max(...texts.map((it) => Buffer.byteLength(it))) }),
    textColumn("missing"),
    numberColumn("number"),
  ],
  rows: texts.map((it, index) => [it, null, index - 3]),
};

for (const format of tableFormats) {
  describe(`every ${format} file`, () => {
    const folder = folderOfSuite();

    /** Renames columns as the format does, and writes the table. */
    async function written(
      { columns, rows }: RandomTable,
      batch?: number,
    ): Promise<{ readonly bytes: Buffer; readonly warnings: readonly string[] }> {
      return writeTable(
        await writerOf(format),
        columns,
        rows,
        batch === undefined ? {} : { batch },
      );
    }

    let files = 0;
    async function readBack(bytes: Buffer): Promise<ReadTable> {
      const file = join(folder, `${++files}.${format}`);
      await writeFile(file, bytes);
      return readTable(file, format);
    }

    async function assertSame(table: RandomTable): Promise<void> {
      const { bytes, warnings } = await written(table);
      assert.deepEqual(await readBack(bytes), readableTable(table, format));
      assert.deepEqual(warnings, []);
    }

    it("has texts that programs may take for something else, and missing values", async () => {
      await assertSame(misread);
    });

    it("has the values of random tables", async () => {
      for (const { columns, rows } of randomTables(40)) {
        const typed = columns.map((it) => (it.type === "number" ? { ...it, decimals: 2 } : it));
        await assertSame({
          // Otherwise some rows would have no value, and readers of workbooks skip these.
          columns: [textColumn("id"), ...typed],
          rows: rows.map((row, index) => [`r${index}`, ...row]),
        });
      }
    });

    it("can have no rows", async () => {
      await assertSame({ columns: misread.columns, rows: [] });
    });

    it("has the same bytes for rows in any batches", async () => {
      assert.ok((await written(misread)).bytes.equals((await written(misread, 1)).bytes));
    });

    it("has no unpaired surrogates, and warns of them", async () => {
      const columns = [textColumn("half", { width: 6 }), textColumn("whole", { width: 4 })];
      const { bytes, warnings } = await written({
        columns,
        rows: [
          ["a\ud800", "🙂"],
          ["\udc00\ud800", "\uffff"],
        ],
      });
      assert.deepEqual((await readBack(bytes)).rows, [
        ["a\ufffd", "🙂"],
        ["\ufffd\ufffd", "\uffff"],
      ]);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? "", /^Halves of characters .* became U\+FFFD/);
    });

    it("fails with the error of its sink", async () => {
      const create = await writerOf(format);
      const sink = { write: () => Promise.reject(new Error("The disk is full.")) };
      const write = async (): Promise<void> => {
        const writer = create(sink, contextOf(misread.columns, misread.rows.length));
        await writer.write(misread.rows);
        await writer.finish();
      };
      await assert.rejects(write(), /The disk is full/);
    });
  });
}
