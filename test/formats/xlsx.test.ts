import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import readWorkbook from "read-excel-file/node";
import * as z from "zod";
import { codebookHeader } from "../../src/formats/codebook.ts";
import type { WriterContext } from "../../src/formats/writer.ts";
import { xlsxWriter } from "../../src/formats/writers/xlsx.ts";
import type { CodebookRow } from "../../src/model/tabular/codebook.ts";
import { naughtyStrings } from "../export/support/corpora.ts";
import { formulaTexts, hostileText, misreadTexts } from "./support/hostile.ts";
import {
  contextOf,
  numberColumn,
  textColumn,
  writeTable,
  type Row,
  type TableParts,
} from "./support/tables.ts";
import { convertByOffice, inFolder, output } from "./support/tools.ts";
import { needsOffice, needsPython } from "../support/witnesses.ts";

const columns = [textColumn("id"), textColumn("open"), numberColumn("age")];
const codebook: readonly CodebookRow[] = [
  {
    block: "첫 블록",
    order: 1,
    kind: "variable",
    question: "open",
    type: "TEXT",
    label: "왜 <그렇게> 생각하십니까?",
    optionValue: "01",
    optionLabel: "예 & 아니요",
    columns: ["open", "open_0;1\\_TEXT"],
    dataType: "text",
  },
  {
    order: 2,
    kind: "variable",
    question: "age",
    label: "",
    html: "<p></p>",
    optionValue: "99",
    columns: ["age"],
    dataType: "text",
    textReason: "words",
    unknownCount: 1200,
    isMissing: true,
  },
];

/** Reads all sheets with an independent library, which takes empty texts for missing values. */
async function sheetsOf(
  rows: readonly Row[],
  parts?: TableParts,
): Promise<{ sheet: string; data: unknown[][] }[]> {
  const { bytes } = await writeTable(xlsxWriter, columns, rows, parts);
  return readWorkbook(bytes, { trim: false });
}

async function bytesOf(rows: readonly Row[], parts?: TableParts): Promise<Buffer> {
  return (await writeTable(xlsxWriter, columns, rows, parts)).bytes;
}

/** Returns a writer with a limit of rows per sheet. */
function limited(rowsOfSheet: number): typeof xlsxWriter {
  return (sink, context) => xlsxWriter(sink, context, rowsOfSheet);
}

/** Prints the cells that openpyxl finds in a workbook. */
const openpyxlScript = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({
    "title": book.properties.title,
    "created": book.properties.created.isoformat(),
    "sheets": [{
        "name": sheet.title,
        "frozen": sheet.freeze_panes,
        "isBold": [cell.font.b for cell in sheet[1]],
        "rows": [[[cell.data_type, cell.value] for cell in row] for row in sheet.iter_rows()],
    } for sheet in book],
}))
`;

const openpyxlBook = z.object({
  title: z.string(),
  created: z.string(),
  sheets: z.array(
    z.object({
      name: z.string(),
      frozen: z.string(),
      isBold: z.array(z.boolean()),
      rows: z.array(z.array(z.tuple([z.string(), z.union([z.string(), z.number(), z.null()])]))),
    }),
  ),
});

/** Decodes ST_Xstring of ECMA-376, which openpyxl leaves encoded. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

describe("XLSX", () => {
  it("stores numbers as numbers, texts as texts, and missing values as empty cells", async () => {
    const [sheet] = await sheetsOf([
      ["00123", "=1+1", -36.6],
      ["TRUE", null, 1e21],
      ["1e5", "2026-11-22", null],
      ["한국어", "NA", 5e-7],
    ]);
    assert.deepEqual(sheet, {
      sheet: "Responses",
      data: [
        ["id", "open", "age"],
        ["00123", "=1+1", -36.6],
        ["TRUE", null, 1e21],
        ["1e5", "2026-11-22", null],
        ["한국어", "NA", 5e-7],
      ],
    });
  });

  it("can be read back unchanged", async () => {
    const odd = fc.constantFrom("_x0041\0", "_x0041\r_", "\uffff_xD800_", "_x0041_");
    const anyText = fc.array(fc.oneof(hostileText, odd), { maxLength: 3 }).map((it) => it.join(""));
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, number), { minLength: 1, maxLength: 10 }),
        async (rows) => {
          const [sheet] = await sheetsOf(rows.map(([open, age], id) => [String(id), open, age]));
          assert.deepEqual(
            sheet?.data.slice(1),
            rows.map(([open, age], id) => [String(id), open === "" ? null : open, age]),
          );
        },
      ),
      { seed: 6, numRuns: 100 },
    );
  });

  it("has only a header if there are no rows", async () => {
    const sheets = await sheetsOf([]);
    assert.deepEqual(sheets, [{ sheet: "Responses", data: [["id", "open", "age"]] }]);
  });

  it("has the codebook on a separate sheet, with all columns of a codebook file but HTML", async () => {
    const sheets = await sheetsOf([["1", "01", 2]], { codebook });
    assert.deepEqual(
      sheets.map((it) => it.sheet),
      ["Responses", "Codebook"],
    );
    assert.deepEqual(sheets[1]?.data, [
      codebookHeader.filter((it) => it !== "html"),
      [
        "첫 블록",
        1,
        "open",
        "TEXT",
        "왜 <그렇게> 생각하십니까?",
        "01",
        "예 & 아니요",
        "open;open_0\\;1\\\\_TEXT",
        null,
        "text",
        null,
      ],
      [null, 2, "age", null, null, "99", null, "age", 1200, "text: not all values are numbers", 1],
    ]);
  });

  it("continues on another sheet when one is full, and repeats the header rows", async () => {
    const labelled = [textColumn("id", { label: "The id" }), textColumn("open", { label: "Why?" })];
    const rows = Array.from({ length: 7 }, (_, index) => [`r${index}`, "x"]);
    const { bytes, warnings } = await writeTable(limited(5), labelled, rows, {
      form: { labelRow: true },
      batch: 2,
    });
    const sheets = await readWorkbook(bytes);
    const head = [
      ["id", "open"],
      ["The id", "Why?"],
    ];
    assert.deepEqual(sheets, [
      { sheet: "Responses", data: [...head, ...rows.slice(0, 3)] },
      { sheet: "Responses 2", data: [...head, ...rows.slice(3, 6)] },
      { sheet: "Responses 3", data: [...head, ...rows.slice(6)] },
    ]);
    assert.deepEqual(warnings, [
      "7 rows are on 3 sheets, because a sheet has at most 5 rows. Each begins with the header.",
    ]);
  });

  it("starts no sheet without rows", async () => {
    const { bytes, warnings } = await writeTable(limited(3), columns, [
      ["1", "a", 1],
      ["2", "b", 2],
    ]);
    assert.equal((await readWorkbook(bytes)).length, 1);
    assert.deepEqual(warnings, []);
  });

  it("has the same bytes for the same rows in any time zone and any batches", async () => {
    const rows = misreadTexts.map((it, index) => [it, null, index]);
    // In New York, this hour was left out.
    const parts = { codebook, createdAt: "2026-03-08T02:30:00Z" };
    const here = await bytesOf(rows, parts);
    const zone = process.env["TZ"];
    try {
      for (const other of ["Asia/Seoul", "America/New_York"]) {
        process.env["TZ"] = other;
        const { bytes } = await writeTable(xlsxWriter, columns, rows, { ...parts, batch: 1 });
        assert.ok(bytes.equals(here), other);
      }
    } finally {
      if (zone === undefined) {
        delete process.env["TZ"];
      } else {
        process.env["TZ"] = zone;
      }
    }
  });

  it("refuses more columns than a sheet can have, and suggests other formats", () => {
    const many = Array.from({ length: 16_385 }, (_, index) => textColumn(`q${index + 1}`));
    const begin = (context: WriterContext): unknown =>
      xlsxWriter({ write: async () => undefined }, context);
    assert.throws(() => begin(contextOf(many, 0)), {
      code: "invalid-input",
      message: /16,385 columns.* 16,384: .* from "q16385" on.*Choose CSV or Parquet/,
    });
    begin(contextOf(many.slice(1), 0));
  });

  it("writes as many columns as a sheet can have", async () => {
    const many = Array.from({ length: 16_384 }, (_, index) => numberColumn(`q${index + 1}`));
    const { bytes } = await writeTable(xlsxWriter, many, [many.map((_, index) => index)]);
    const [sheet] = await readWorkbook(bytes);
    assert.deepEqual(sheet?.data[1], [...many.keys()]);
  });

  it("refuses a text that is too long for a cell, and names its column", async () => {
    const fitting = "가".repeat(32_767);
    const [sheet] = await sheetsOf([["1", fitting, 1]]);
    assert.equal(sheet?.data[1]?.[1], fitting);
    await assert.rejects(bytesOf([["1", `${fitting}a`, 1]]), {
      code: "invalid-input",
      message: /in the column "open" .* 32,768 characters.* 32,767.* choose CSV or Parquet/,
    });
  });

  it("truncates long labels between characters, with a warning", async () => {
    const label = `${"x".repeat(32_766)}👍`;
    const { bytes, warnings } = await writeTable(
      xlsxWriter,
      [textColumn("q", { label })],
      [["a"]],
      {
        form: { labelRow: true },
      },
    );
    const [sheet] = await readWorkbook(bytes);
    assert.deepEqual(sheet?.data, [["q"], ["x".repeat(32_766)], ["a"]]);
    assert.match(warnings.join(), /^1 label was cut/);
  });

  it("waits for a slow sink", async () => {
    let accepted = 0;
    let taken = 0;
    let most = 0;
    const sink = {
      write: async (...parts: readonly Uint8Array[]): Promise<void> => {
        await new Promise(setImmediate);
        taken += parts.reduce((sum, it) => sum + it.length, 0);
        // Hexadecimal digits compress to half their size.
        most = Math.max(most, accepted / 2 - taken);
      },
    };
    const writer = xlsxWriter(sink, contextOf([textColumn("q")], 400));
    for (let row = 0; row < 400; row++) {
      await writer.write([[randomBytes(16_000).toString("hex")]]);
      accepted += 32_000;
    }
    await writer.finish();
    assert.ok(taken > accepted / 2);
    assert.ok(most < 1_000_000, `${most} bytes were waiting`);
  });

  it("fails with the error of the sink", async () => {
    let writes = 0;
    const sink = {
      write: async (): Promise<void> => {
        if (++writes > 8) {
          throw new Error("The disk is full");
        }
      },
    };
    const writer = xlsxWriter(sink, contextOf([textColumn("q")], 1000));
    const writing = async (): Promise<void> => {
      for (let row = 0; row < 1000; row++) {
        await writer.write([[randomBytes(10_000).toString("hex")]]);
      }
    };
    await assert.rejects(writing(), /The disk is full/);
    await assert.rejects(writer.finish(), /The disk is full/);
  });

  it("has the same cells in openpyxl, with a frozen bold header", async function () {
    needsPython(this, "openpyxl");
    const texts = [...naughtyStrings(), ...formulaTexts, ...misreadTexts, "_x0041\0"];
    const rows = texts.map((it, index) => [`${index}`, it, 0.25 - index]);
    const parts = { codebook, title: "설문 <1> & \0", form: { labelRow: true } };
    await inFolder(async (folder) => {
      const file = join(folder, "t.xlsx");
      await writeFile(file, await bytesOf(rows, parts));
      const seen = await output("python3", "-c", openpyxlScript, file);
      const book = openpyxlBook.parse(JSON.parse(seen));
      assert.equal(book.title, "설문 <1> &  ");
      assert.match(book.created, /^2026-11-22T00:15:30/);
      const [sheet, last] = book.sheets;
      assert.equal(last?.name, "Codebook");
      assert.equal(sheet?.frozen, "A3");
      assert.deepEqual(sheet.isBold, [true, true, true]);
      assert.deepEqual(
        sheet.rows.slice(2).map(([id, open, age]) => [id, ["s", unescaped(`${open?.[1]}`)], age]),
        rows.map(([id, open, age]) => [
          ["s", id],
          ["s", open],
          ["n", age],
        ]),
      );
    });
  });

  it("has the same cells in LibreOffice, and nothing to evaluate", async function () {
    needsOffice(this);
    const all = [...naughtyStrings(), ...formulaTexts, ...misreadTexts, "_x0041\0"];
    // LibreOffice ends each line with LF, whatever was written, and lacks the noncharacters of Unicode.
    const texts = all.filter((it) => !/[\r\ufffe\uffff]/.test(it));
    const rows = texts.map((it, index) => [`${index}`, it, -index]);
    await inFolder(async (folder) => {
      const file = join(folder, "t.xlsx");
      await writeFile(file, await bytesOf(rows));
      await convertByOffice(folder, file, "fods");
      assert.ok(!(await readFile(join(folder, "t.fods"), "utf8")).includes("table:formula"));
      await convertByOffice(folder, file, "csv:Text - txt - csv (StarCalc):44,34,76");
      const seen: unknown = parse(await readFile(join(folder, "t.csv")), { bom: false });
      assert.deepEqual(seen, [["id", "open", "age"], ...rows.map((row) => row.map(String))]);
    });
  });
});
