import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { TableColumn, TableValue } from "../../src/model/tabular/tableColumn.ts";
import { parquetWriter } from "../../src/formats/writers/parquet.ts";
import {
  columnOf,
  contextOf,
  Duck,
  MemorySink,
  parquetOf,
  python,
  quoted,
} from "./support/parquetFiles.ts";
import { folderOfSuite } from "../support/folders.ts";

const seed = 20261122;

const option = columnOf("drinks_1", {
  type: "number",
  width: 1,
  origin: { kind: "variable", name: "drinks", part: "option", code: "1" },
  label: "무엇을 마시나요? - 커피",
  labels: [
    { value: 0, label: "no" },
    { value: 1, label: "yes" },
  ],
});
const columns = [
  columnOf("responseId", { origin: { kind: "metadata", name: "responseId", part: "value" } }),
  option,
  columnOf("q1", {
    type: "number",
    width: 2,
    measure: "ordinal",
    labels: [{ value: 5, label: "매우 만족" }],
  }),
  columnOf("amount", { type: "number", width: 16 }),
  columnOf("length", { type: "number", width: 5, decimals: 2, measure: "scale" }),
  columnOf("의견"),
];
const rows: TableValue[][] = [
  ["R_1", 1, 5, 9007199254740991, 1.25, "좋아요 🙂"],
  ["R_2", 0, -1, -9007199254740991, -0.5, ""],
  ["00123", null, 99, 0, 100, "NA"],
  ["R_4", null, null, null, null, null],
];

describe("Parquet file", () => {
  const folder = folderOfSuite();
  let duck: Duck;
  let count = 0;
  before(async () => {
    duck = await Duck.start();
  });
  after(async () => {
    duck.close();
  });

  /** Writes a file. @returns its path, a new one each time, because DuckDB caches what it has read from a path */
  async function write(
    of: readonly TableColumn[],
    values: readonly (readonly TableValue[])[],
  ): Promise<string> {
    return save((await parquetOf(of, values)).bytes);
  }

  async function save(bytes: Uint8Array): Promise<string> {
    count += 1;
    const path = join(folder, `${count}.parquet`);
    await writeFile(path, bytes);
    return path;
  }

  it("has typed columns in which a missing value is null and an empty text is not", async () => {
    const path = await write(columns, rows);
    assert.deepEqual(await duck.types(`FROM ${quoted(path)}`), {
      responseId: "VARCHAR",
      drinks_1: "TINYINT",
      q1: "INTEGER",
      amount: "BIGINT",
      length: "DOUBLE",
      의견: "VARCHAR",
    });
    assert.deepEqual(
      await duck.rows(`FROM ${quoted(path)}`),
      rows.map((row) => row.map((it, index) => (index === 3 && it !== null ? BigInt(it) : it))),
    );
  });

  it("can be read by Arrow and pandas, with the texts of questions", async function () {
    const path = await write(columns, rows);
    const code = `
file = pyarrow.parquet.ParquetFile(sys.argv[1])
table = file.read()
table.validate(full=True)
frame = pandas.read_parquet(sys.argv[1])
print(json.dumps({
  "types": [str(it.type) for it in table.schema],
  "rows": [list(it.values()) for it in table.to_pylist()],
  "sum": int(frame["drinks_1"].sum()),
  "attrs": frame.attrs,
  "logical": file.schema.column(5).logical_type.type,
}))`;
    assert.deepEqual(python(this, ["pandas", "pyarrow.parquet"], code, path), {
      types: ["string", "int8", "int32", "int64", "double", "string"],
      rows,
      sum: 1,
      attrs: {
        title: "커피 설문",
        column_labels: Object.fromEntries(columns.map((it) => [it.name, it.label])),
      },
      logical: "STRING",
    });
  });

  it("contains labels, measures and origins", async () => {
    const path = await write(columns, rows);
    const [entry] = await duck.rows(
      `SELECT decode(value) FROM parquet_kv_metadata(${quoted(path)}) WHERE decode(key) = 'survey-explorer'`,
    );
    const { form, table, title } = contextOf(columns);
    const text = entry?.[0];
    assert.ok(typeof text === "string");
    assert.deepEqual(JSON.parse(text), {
      title,
      form,
      columns: table.columns.map(({ name, label, measure, labels, origin }) => ({
        name,
        label,
        measure,
        labels,
        origin,
      })),
      sets: [],
    });
    assert.deepEqual(
      await duck.rows(`SELECT created_by, num_rows FROM parquet_file_metadata(${quoted(path)})`),
      [["survey-explorer version 1.2.3", BigInt(rows.length)]],
    );
  });

  it("stores any text in UTF-8", async () => {
    const text = fc.oneof(
      fc.constantFrom("", "\0", "a\0b", "NA", "null", "=1+1", "가나다", "🙂", "\ufeff", "\r\n"),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
    );
    const cell = fc.oneof(fc.constant(null), text);
    const table = fc.array(fc.tuple(cell, cell), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(table, async (values) => {
        const path = await write([columnOf("a"), columnOf("b.c d'\"")], values);
        // Compared as bytes: DuckDB's client removes a byte order mark.
        assert.deepEqual(
          await duck.rows(`SELECT hex(COLUMNS(*)) FROM ${quoted(path)}`),
          values.map((row) => row.map((it) => it && Buffer.from(it).toString("hex").toUpperCase())),
        );
      }),
      { seed, numRuns: 150 },
    );
  });

  it("stores any number of its columns", async () => {
    const integer = (digits: number): fc.Arbitrary<number> =>
      fc.integer({ min: -(10 ** (digits - 1) - 1), max: 10 ** digits - 1 });
    const row = fc.tuple(
      fc.option(integer(9)),
      fc.option(integer(15)),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0)),
      fc.option(fc.constantFrom(1e20, -1e20, 123456789012345680000)),
    );
    const of = [
      columnOf("short", { type: "number", width: 9 }),
      columnOf("long", { type: "number", width: 15 }),
      columnOf("double", { type: "number", width: 24, decimals: 20 }),
      columnOf("huge", { type: "number", width: 22 }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (values) => {
        const path = await write(of, values);
        assert.deepEqual(
          await duck.rows(`SELECT short, long::DOUBLE, double, huge FROM ${quoted(path)}`),
          values,
        );
      }),
      { seed, numRuns: 100 },
    );
  });

  it("refuses a number that does not fit the type of its column", async () => {
    const numbers = (width: number) => [columnOf("q1", { type: "number", width })];
    for (const [of, value] of [
      [numbers(5), 1e21],
      [numbers(5), 1.5],
      [numbers(5), -(2 ** 31)],
      [numbers(12), 1e21],
      [[option], -128],
    ] as const) {
      await assert.rejects(parquetOf(of, [[1], [value]]), {
        code: "invalid-input",
        message: /^The column .* Choose CSV\.$/,
      });
    }
  });

  it("is written in row groups while rows arrive", async () => {
    const of = [columnOf("id"), columnOf("code", { labels: [{ value: "1", label: "One" }] })];
    const sink = new MemorySink();
    const writer = parquetWriter(sink, contextOf(of));
    const all = 450_000;
    for (let row = 0; row < all; row += 1000) {
      await writer.write(
        Array.from({ length: 1000 }, (_, index) => [`R_${row + index}`, String(index % 7)]),
      );
    }
    const before = sink.bytes.length;
    await writer.finish();
    assert.ok(before > sink.bytes.length / 3, `${before} of ${sink.bytes.length}`);
    const path = await save(sink.bytes);
    assert.deepEqual(
      await duck.rows(
        `SELECT row_group_num_rows, encodings LIKE '%DICTIONARY%', compression
         FROM parquet_metadata(${quoted(path)}) WHERE path_in_schema = 'code' ORDER BY row_group_id`,
      ),
      [200_000, 200_000, 50_000].map((it) => [BigInt(it), true, "SNAPPY"]),
    );
    assert.deepEqual(
      await duck.rows(
        `SELECT count(DISTINCT id), sum(code::INT), count(*) FILTER (id = 'R_' || (file_row_number))
         FROM read_parquet(${quoted(path)}, file_row_number = true)`,
      ),
      [[BigInt(all), sumOfCodes(all), BigInt(all)]],
    );
  });

  it("ends a row group early if texts are long", async () => {
    const long = "긴 답변 ".repeat(1_000_000);
    const values = [1, 2, 3, 4].map((it) => [`${it}${long}`]);
    const path = await write([columnOf("text")], values);
    assert.deepEqual(
      await duck.rows(`SELECT md5(text) FROM ${quoted(path)}`),
      values.map(([it]) => [
        createHash("md5")
          .update(it ?? "")
          .digest("hex"),
      ]),
    );
    assert.deepEqual(
      await duck.rows(`SELECT num_row_groups FROM parquet_file_metadata(${quoted(path)})`),
      [[2n]],
    );
  });

  it("can have no rows and one column", async () => {
    const path = await write([columnOf("only")], []);
    assert.deepEqual(await duck.types(`FROM ${quoted(path)}`), { only: "VARCHAR" });
    assert.deepEqual(await duck.rows(`FROM ${quoted(path)}`), []);
  });

  it("can have 3,000 columns", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...option, name: `q_${index}` }));
    const values = Array.from({ length: 1100 }, (_, row) =>
      many.map((_column, index) => ((row + index) % 3 === 0 ? null : (row + index) % 2)),
    );
    const path = await write(many, values);
    assert.deepEqual(
      await duck.rows(`SELECT q_0, q_1, q_2999 FROM ${quoted(path)}`),
      values.map((row) => [row[0], row[1], row[2999]]),
    );
    assert.deepEqual(
      await duck.rows(`SELECT num_row_groups FROM parquet_file_metadata(${quoted(path)})`),
      [[2n]],
    );
  });

  it("has the same bytes for the same rows at any time and in any batches", async () => {
    const context = { ...contextOf(columns), createdAt: "2027-01-01T00:00:00.000Z" };
    const { bytes } = await parquetOf(columns, rows, { batch: 1, context });
    assert.deepEqual(bytes, (await parquetOf(columns, rows)).bytes);
  });
});

function sumOfCodes(count: number): bigint {
  return BigInt(
    Array.from({ length: count }, (_, index) => (index % 1000) % 7).reduce((a, b) => a + b, 0),
  );
}
