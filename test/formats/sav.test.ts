import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SurveyError } from "../../src/model/errors.ts";
import { randomTables } from "./support/randomTables.ts";
import { asStoredInSav, readSav, savFile } from "./support/sav.ts";
import { numberColumn, textColumn } from "./support/tables.ts";

// Reads files with the package sav-reader, which runs everywhere; savPspp.test.ts reads them with PSPP and R.
describe(".sav file", () => {
  it("contains columns with labels, and rows", async () => {
    const columns = [
      textColumn("responseId", { width: 9, label: "응답 번호" }),
      numberColumn("Q1", {
        label: 'What "do" you think?',
        labels: [
          { value: 1, label: "좋아요" },
          { value: 2.5, label: "so so" },
          { value: -9, label: "n/a" },
        ],
      }),
      textColumn("Q2", { width: 3, labels: [{ value: "x", label: "short" }] }),
      textColumn("Q3", { width: 30, labels: [{ value: "a code of many bytes", label: "길다" }] }),
    ];
    const rows = [
      ["a1", 1, "x", "a code of many bytes"],
      ["a2", null, "NA", "한국어 텍스트"],
      ["a3", 0.1 + 0.2, null, ' leading, "quoted"\nand\tmore'],
    ];
    const { bytes, warnings } = await savFile({ columns, rows });
    const read = await readSav(bytes);
    assert.deepEqual(
      read.columns,
      columns.map(({ name, label }) => ({ name, label })),
    );
    assert.deepEqual(
      read.rows,
      rows.map((it) => asStoredInSav(it, columns)),
    );
    assert.deepEqual(
      [...read.labels.values()],
      [
        [],
        [
          { val: 1, label: "좋아요" },
          { val: 2.5, label: "so so" },
          { val: -9, label: "n/a" },
        ],
        [{ val: "x", label: "short" }],
        [{ val: "a code of many bytes", label: "길다" }],
      ],
    );
    assert.deepEqual(warnings, []);
  });

  it("stores numbers exactly, including those at the limits of compression", async () => {
    const values = [-100, -99, -98, 0, 150, 151, 152, 0.5, 1e300, 5e-324, 2 ** 53, -1e-7, null];
    const { bytes } = await savFile({
      columns: [numberColumn("n")],
      rows: values.map((it) => [it]),
    });
    assert.deepEqual(
      (await readSav(bytes)).rows.map(([it]) => it),
      values,
    );
  });

  for (const width of [1, 8, 9, 255, 256, 300, 504, 505, 32_767]) {
    it(`stores texts of ${width} bytes`, async () => {
      const full = Array.from({ length: width }, (_, index) => index % 10).join("");
      const korean = "가".repeat(Math.floor(width / 3));
      const columns = [numberColumn("before"), textColumn("t", { width }), numberColumn("after")];
      const rows = [full, korean, null, "x"].map((it) => [1, it, 2.5]);
      const { bytes } = await savFile({ columns, rows });
      assert.deepEqual(
        (await readSav(bytes)).rows,
        rows.map((it) => asStoredInSav(it, columns)),
      );
    });
  }

  it("refuses texts that are too long for SPSS, and names the column", async () => {
    await assert.rejects(
      savFile({ columns: [textColumn("essay", { width: 32_768 })], rows: [] }),
      (error) =>
        error instanceof SurveyError &&
        error.code === "invalid-input" &&
        /"essay".*32,768 bytes.*CSV or Parquet/.test(error.message),
    );
  });

  it("can have no rows", async () => {
    const columns = [textColumn("a", { width: 0 }), numberColumn("b", { label: "B" })];
    const read = await readSav((await savFile({ columns, rows: [] })).bytes);
    assert.deepEqual(read.rows, []);
    assert.deepEqual(
      read.columns.map(({ name }) => name),
      ["a", "b"],
    );
  });

  it("can have 5,000 columns", async () => {
    const columns = Array.from({ length: 5000 }, (_, index) =>
      index % 2 === 0 ? numberColumn(`Question ${index}`) : textColumn(`Q${index}`, { width: 12 }),
    );
    const rows = [0, 1].map((row) =>
      columns.map(({ type }, index) => (type === "number" ? index * row : `t${index + row}`)),
    );
    const { bytes } = await savFile({ columns, rows });
    const read = await readSav(bytes);
    assert.deepEqual(read.rows, rows);
    assert.equal(read.columns[2]?.name, "Question_2");
  });

  it("has the same bytes for rows in any batches", async () => {
    const columns = [
      textColumn("a", { width: 300 }),
      numberColumn("b"),
      textColumn("c", { width: 5 }),
    ];
    const rows = Array.from({ length: 2000 }, (_, index) => [
      `가나 ${"x".repeat(index % 250)}.`,
      index / 8,
      `c${index % 90}`,
    ]);
    const { bytes } = await savFile({ columns, rows });
    assert.ok(bytes.equals((await savFile({ columns, rows, batch: 7 })).bytes));
    assert.deepEqual((await readSav(bytes)).rows, rows);
  });

  it("truncates labels between characters, with a warning", async () => {
    const family = "👨‍👩‍👧‍👦";
    const columns = [
      numberColumn("n", {
        label: "가".repeat(100),
        labels: [
          { value: 1, label: "나".repeat(41) },
          { value: 2, label: `${"x".repeat(100)}${family}` },
          { value: 3, label: "y".repeat(120) },
        ],
      }),
      textColumn("t", { width: 20, labels: [{ value: "a long value", label: "다".repeat(50) }] }),
    ];
    const { bytes, warnings } = await savFile({ columns, rows: [], title: "라".repeat(50) });
    const read = await readSav(bytes);
    assert.equal(read.columns[0]?.label, "가".repeat(85));
    assert.deepEqual(
      read.labels.get("n")?.map(({ label }) => label),
      ["나".repeat(40), "x".repeat(100), "y".repeat(120)],
    );
    assert.equal(read.labels.get("t")?.[0]?.label, "다".repeat(40));
    assert.deepEqual(warnings, [
      "SPSS has labels of 256 bytes at most, so these are cut: n.",
      "SPSS has value labels of 120 bytes at most, so some are cut: n, t.",
    ]);
  });

  it("keeps the first label of a value, and at most 32,767 labels per column", async () => {
    const many = Array.from({ length: 32_800 }, (_, value) => ({ value, label: `l${value}` }));
    const columns = [
      numberColumn("many", { labels: many }),
      textColumn("twice", {
        width: 12,
        labels: [
          { value: "a", label: "first" },
          { value: "a ", label: "second" },
          { value: "b", label: "" },
        ],
      }),
    ];
    const { bytes, warnings } = await savFile({ columns, rows: [] });
    const read = await readSav(bytes);
    assert.equal(read.labels.get("many")?.length, 32_767);
    assert.deepEqual(read.labels.get("twice"), [{ val: "a", label: "first" }]);
    assert.deepEqual(warnings, [
      "SPSS has 32,767 value labels a column at most, so only the first are kept: many.",
    ]);
  });

  it("has room for a code that no response contains", async () => {
    const columns = [
      textColumn("c", { width: 2, labels: [{ value: "nobody gave this", label: "l" }] }),
    ];
    const read = await readSav((await savFile({ columns, rows: [["ab"]] })).bytes);
    assert.deepEqual(read.rows, [["ab"]]);
    assert.deepEqual(read.labels.get("c"), [{ val: "nobody gave this", label: "l" }]);
  });

  it("is refused if rows do not match their description", async () => {
    await assert.rejects(
      savFile({ columns: [numberColumn("n")], rows: [[1]], rowCount: 2 }),
      /2 rows/,
    );
    await assert.rejects(savFile({ columns: [numberColumn("n")], rows: [["1"]] }), /"n".*numbers/);
    for (const longer of ["가나", "four", "x".repeat(5000)]) {
      await assert.rejects(
        savFile({ columns: [textColumn("t", { width: 3 })], rows: [[longer]] }),
        /"t".*longer/,
      );
    }
  });

  it("stores values, names and labels of random tables", async () => {
    for (const table of randomTables(60)) {
      const read = await readSav((await savFile(table)).bytes);
      assert.deepEqual(
        read.rows,
        table.rows.map((row) => asStoredInSav(row, table.columns)),
      );
      assert.deepEqual(
        read.columns,
        table.columns.map(({ name, label }) => ({ name, label })),
      );
      assert.deepEqual(
        [...read.labels.values()],
        table.columns.map(({ labels }) =>
          labels.map(({ value, label }) => ({ val: value, label })),
        ),
      );
    }
  });
});
