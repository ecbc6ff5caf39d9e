import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import * as z from "zod";
import { csvWriter } from "../../src/formats/writers/csv.ts";
import { naughtyStrings, needs } from "../export/support/corpora.ts";
import { formulaTexts, hostileText, misreadTexts } from "./support/hostile.ts";
import {
  contextOf,
  numberColumn,
  textColumn,
  writeTable,
  type Row,
  type TableParts,
} from "./support/tables.ts";
import { convertByOffice, inFolder } from "./support/tools.ts";
import { needsOffice } from "../support/witnesses.ts";
import { corpora } from "../support/shared.ts";

const spectrum = join(corpora, "csv-spectrum/json");
const record = z.record(z.string(), z.string());
const spectrumCase = z.union([z.array(record), record.transform((it) => [it])]);

const columns = [textColumn("id"), textColumn("open"), numberColumn("age")];
const excel = { form: { preset: "excel" } } as const;

/** Reads the file with an independent library. */
function readBack(bytes: Buffer): string[][] {
  return z.array(z.array(z.string())).parse(parse(bytes));
}

async function text(rows: readonly Row[], parts?: TableParts): Promise<string> {
  return (await writeTable(csvWriter, columns, rows, parts)).bytes.toString();
}

/** Writes the texts with the preset for Excel. @returns the fields below the header */
async function guarded(texts: readonly string[]): Promise<string[]> {
  const rows = texts.map((it) => [it]);
  const { bytes } = await writeTable(csvWriter, [textColumn("open")], rows, excel);
  return readBack(bytes.subarray(3))
    .slice(1)
    .map(([it]) => it ?? assert.fail("A row has no field"));
}

function isNumber(it: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d*[1-9])?(e[+-]\d+)?$/.test(it) && it !== "-0";
}

/** The rule for texts that a spreadsheet would calculate, implemented independently of the writer. */
function wouldBeFormula(it: string): boolean {
  return ["=", "+", "-", "@", "\t", "\r", "\n"].some((start) => it.startsWith(start));
}

describe("CSV", () => {
  it("has a header, CRLF line endings, and quotes only if they are needed", async () => {
    assert.equal(
      await text([
        ["00123", "plain text", 36.6],
        ["2", 'a "quote", and\r\nlines', -5],
      ]),
      'id,open,age\r\n00123,plain text,36.6\r\n2,"a ""quote"", and\r\nlines",-5\r\n',
    );
  });

  it("distinguishes missing values, empty texts and NA", async () => {
    assert.equal(
      await text([
        [null, null, null],
        ["", "NA", 0],
      ]),
      'id,open,age\r\n,,\r\n"",NA,0\r\n',
    );
  });

  it("has the labels in a second row if the form says so", async () => {
    const labelled = [textColumn("id"), textColumn("open", { label: "Why, then?" })];
    const { bytes } = await writeTable(csvWriter, labelled, [["1", "so"]], {
      form: { labelRow: true },
    });
    assert.equal(bytes.toString(), 'id,open\r\n,"Why, then?"\r\n1,so\r\n');
  });

  it("has only a header if there are no rows", async () => {
    assert.equal(await text([]), "id,open,age\r\n");
  });

  it("has lines that readers do not skip if there is only one column", async () => {
    const { bytes } = await writeTable(csvWriter, [textColumn("open")], [[null], ["a"], [null]]);
    assert.deepEqual(readBack(bytes), [["open"], [""], ["a"], [""]]);
  });

  it("can be read back unchanged", async () => {
    const table = fc.array(
      fc.tuple(
        hostileText,
        fc.option(hostileText),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      {
        maxLength: 20,
      },
    );
    await fc.assert(
      fc.asyncProperty(table, hostileText, async (rows, name) => {
        const named = [textColumn(name), ...columns.slice(1)];
        const { bytes, warnings } = await writeTable(csvWriter, named, rows);
        assert.deepEqual(readBack(bytes), [
          [name, "open", "age"],
          ...rows.map(([id, open, age]) => [id, open ?? "", String(age)]),
        ]);
        assert.deepEqual(warnings, []);
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it("splits long rows into buffers, and writes one after the other", async () => {
    let bytes = 0;
    let isBusy = false;
    const sink = {
      write: async (...parts: readonly Uint8Array[]): Promise<void> => {
        assert.ok(!isBusy);
        isBusy = true;
        await new Promise(setImmediate);
        isBusy = false;
        for (const part of parts) {
          assert.ok(part.length <= 1_500_000, `${part.length} bytes at once`);
          bytes += part.length;
        }
      },
    };
    const rows = Array.from({ length: 20 }, () => ["x".repeat(400_000), "y", 1]);
    const writer = csvWriter(sink, contextOf(columns, rows.length));
    await writer.write(rows);
    await writer.finish();
    assert.equal(bytes, "id,open,age\r\n".length + 20 * (400_000 + ",y,1\r\n".length));
  });

  const cases = existsSync(spectrum) ? readdirSync(spectrum).toSorted() : [];
  it("can be read back for the cases of csv-spectrum", async function () {
    needs(this, cases);
    for (const name of cases) {
      const items = spectrumCase.parse(JSON.parse(readFileSync(join(spectrum, name), "utf8")));
      const names = Object.keys(items[0] ?? {});
      const { bytes } = await writeTable(
        csvWriter,
        names.map((it) => textColumn(it)),
        items.map((item) => names.map((it) => item[it] ?? null)),
      );
      assert.deepEqual(parse(bytes, { columns: true }), items, name);
    }
  });
});

describe("CSV for Excel", () => {
  it("begins with a byte order mark, and guards headers, labels and texts", async () => {
    const named = [textColumn("=id", { label: "+label" }), textColumn("-5", { label: "7" })];
    const rows = [["@text", "-5"]];
    const { bytes, warnings } = await writeTable(csvWriter, named, rows, {
      form: { preset: "excel", labelRow: true },
    });
    assert.equal(bytes.toString(), "\ufeff'=id,-5\r\n'+label,7\r\n'@text,-5\r\n");
    assert.match(warnings.join(), /^3 texts begin like a formula/);
  });

  it("does not guard numbers", async () => {
    assert.equal(await text([["1", "2", -5]], excel), "\ufeffid,open,age\r\n1,2,-5\r\n");
    assert.equal(await text([["1", "2", -1.5e-7]], excel), "\ufeffid,open,age\r\n1,2,-1.5e-7\r\n");
  });

  it("guards only texts that begin like a formula", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 1, maxLength: 30 }), async (texts) => {
        const shown = await guarded(texts);
        for (const [index, it] of texts.entries()) {
          // A text that begins with apostrophes before a formula gets another one, so that added apostrophes can be told
          // apart.
          const mustGuard = wouldBeFormula(it.replace(/^'*\0*/, "")) && !isNumber(it);
          assert.equal(shown[index], mustGuard ? `'${it}` : it);
        }
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it("leaves no naughty string as a formula", async function () {
    const naughty = naughtyStrings();
    needs(this, naughty);
    const texts = [...naughty, ...formulaTexts, ...misreadTexts];
    const shown = await guarded(texts);
    assert.equal(shown.length, texts.length);
    for (const [index, it] of shown.entries()) {
      assert.ok(!wouldBeFormula(it) || isNumber(it), it);
      assert.ok([texts[index], `'${texts[index] ?? ""}`].includes(it), it);
    }
  });

  it("is not evaluated by LibreOffice, and keeps numbers as numbers", async function () {
    needsOffice(this);
    // Import options that tell LibreOffice to evaluate formulas.
    const evaluating = "--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,-1,true";
    const texts = [...naughtyStrings(), ...formulaTexts, ...misreadTexts];
    const rows = texts.map((it) => ["id", it, -5]);
    await inFolder(async (folder) => {
      const sheets: string[] = [];
      for (const preset of ["plain", "excel"] as const) {
        const { bytes } = await writeTable(csvWriter, columns, rows, { form: { preset } });
        await writeFile(join(folder, `${preset}.csv`), bytes);
        await convertByOffice(folder, join(folder, `${preset}.csv`), "fods", evaluating);
        sheets.push(await readFile(join(folder, `${preset}.fods`), "utf8"));
      }
      const [plain = "", guardedSheet = ""] = sheets;
      assert.match(plain, /table:formula="of:=1\+1"/, "LibreOffice evaluates unguarded formulas");
      assert.ok(!guardedSheet.includes("table:formula"));
      const numbers = guardedSheet.match(/office:value-type="float" office:value="-5"/g) ?? [];
      assert.ok(numbers.length >= rows.length, `${numbers.length} of ${rows.length} numbers`);
    });
  });
});
