import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import type { SnippetJob } from "../../src/formats/calls.ts";
import { DayFiles } from "../../src/formats/dayFiles.ts";
import { snippetOf } from "../../src/formats/snippet.ts";
import { sqlText } from "../../src/formats/snippets/literals.ts";
import type { TableColumn, TableValue } from "../../src/model/tabular/tableColumn.ts";
import { optionsOf, type TableFormat, tableFormats } from "../../src/formats/kinds/formats.ts";
import { defaultTableForm, type TableForm } from "../../src/model/tabular/tableForm.ts";
import { loadedFormats, loadingPackages } from "./support/loadedFormats.ts";
import { contextOf, numberColumn, textColumn, writerOf, writeTable } from "./support/tables.ts";
import { output } from "./support/tools.ts";
import { needsPython, needsR } from "../support/witnesses.ts";
import { folderOfSuite } from "../support/folders.ts";

const run = promisify(execFile);
const support = join(import.meta.dirname, "support");

interface Case {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableValue[])[];
  readonly form?: Partial<TableForm>;
  readonly formats?: readonly TableFormat[];
}

const scale = [
  { value: 1, label: "Not at all" },
  { value: 2, label: '아주 "그렇다"' },
  { value: -9, label: "It's \\n none|of 'these'; DROP TABLE x; --" },
];
const columns = [
  textColumn("serial"),
  numberColumn("Q1", { label: 'How\'s "it"? 만족도', measure: "ordinal", labels: scale }),
  numberColumn("Q2", { label: "And that?", measure: "ordinal", labels: scale }),
  textColumn("Q3", {
    label: "Coded by texts",
    labels: [
      { value: "00123", label: "Leading zeros" },
      { value: "NA", label: "North America" },
      { value: 'it\'s "a\\b"', label: "Same" },
      { value: "z", label: "Same" },
      { value: "e", label: "" },
    ],
  }),
  numberColumn("Q4 \"height\" in 'm'", { label: "Height", decimals: 2 }),
  textColumn("한국어 \\열", { label: "Open" }),
];
const rows: TableValue[][] = [
  ["S1", 1, 2, "00123", 1.75, "=1+1"],
  ["00002", -9, null, "NA", -0.1, '한국, "text"\r\nwith lines'],
  ["NA", 77, 1, "unknown", null, null],
  ["S4", null, null, null, 0.30000000000000004, " blanks "],
  ["S5", 2, 2, 'it\'s "a\\b"', 123456789.25, "z;\\;"],
];

/** Texts that the preset for Excel guards with an apostrophe, and texts that only look guarded. */
const guardedTexts = ["=1+1", "'=1+1", "\n@x", "-5", "'it'"];

const cases: Record<string, Case> = {
  plain: { columns, rows },
  labelRow: {
    columns,
    rows,
    form: { labelRow: true },
    formats: tableFormats.filter((it) => optionsOf(it).includes("labelRow")),
  },
  excel: {
    columns: [...columns.slice(0, 5), textColumn("=name")],
    rows: rows.map((row, at) => [...row.slice(0, 5), guardedTexts[at] ?? null]),
    form: { preset: "excel", labelRow: true },
    formats: ["csv"],
  },
  empty: { columns, rows: [] },
  "one column": { columns: [numberColumn("x")], rows: [[1], [null], [3]], formats: ["csv"] },
};

/** Random texts for names, labels, codes and values. */
const hostileText = fc
  .string({
    unit: fc.constantFrom(
      ...Array.from("'\"\\;,|`$%{}()#<>[]-/*ab1 \n\r\t한😀\u202e\u2028\u00a0="),
    ),
  })
  .map((it) => it.replace(/\p{Surrogate}/gu, "\ufffd"));
const hostileName = hostileText.map((it) => `v${it.replace(/\p{Cc}/gu, " ").trim()}`);
/** A table whose first column has numbers, coded or not, and whose other columns have texts. */
const randomCase = fc
  .uniqueArray(hostileName, { minLength: 2, maxLength: 5, selector: (it) => it.toLowerCase() })
  .chain((names) => {
    const code: fc.Arbitrary<string | number> = fc.integer({ min: -99, max: 99 });
    const text: fc.Arbitrary<string | number> = hostileText.filter((it) => it !== "");
    const column = (name: string, values: fc.Arbitrary<string | number>) =>
      fc.record({
        name: fc.constant(name),
        label: hostileText.map((it) => it.replace(/[\p{Cc}\u2028]/gu, " ").trim()),
        labels: fc.array(fc.record({ value: values, label: hostileText }), { maxLength: 4 }),
      });
    return fc.record({
      columns: fc.tuple(...names.map((name, index) => column(name, index === 0 ? code : text))),
      rows: fc.array(fc.tuple(...names.map((_, index) => fc.option(index === 0 ? code : text))), {
        minLength: 1,
        maxLength: 5,
      }),
    });
  })
  .map(({ columns, rows }) => ({
    columns: columns.map((it, index) =>
      index === 0 ? numberColumn(it.name, { ...it, width: 3 }) : textColumn(it.name, it),
    ),
    rows,
  }));
fc.sample(randomCase, { numRuns: 40, seed: 20261122 }).forEach((it, index) => {
  cases[`random ${index}`] = { ...it, formats: ["csv", "parquet"] };
});

type Columns = Record<string, (string | number | null)[]>;
/** Converts cells of number columns to numbers: languages pass them differently. Other texts become NaN and fail. */
function withNumbers(columns: readonly TableColumn[], found: Columns, isCoded = true): Columns {
  for (const { name, type, labels } of columns) {
    const cells = found[name];
    if (cells && type === "number" && (isCoded || labels.length === 0)) {
      found[name] = cells.map((it) => (it === null ? null : Number(it)));
    }
  }
  return found;
}

type Whole = Required<Omit<Loaded, "answers">> & Pick<Loaded, "answers">;

interface Loaded {
  readonly data: Columns;
  readonly labelled: Columns;
  readonly variableLabels: Record<string, string>;
  /** Answers loaded from items. */
  answers?: Columns;
  /** Names of columns with ordered labels; undefined if the language has no ordered labels. */
  readonly ordered?: string[];
}

/** Returns what a snippet must have loaded. */
function expected({ columns, rows }: Case): Whole {
  const of = (cell: (column: TableColumn, value: TableValue) => TableValue): Columns =>
    Object.fromEntries(
      columns.map((column, place) => [
        column.name,
        rows.map((row) => cell(column, row[place] ?? null)),
      ]),
    );
  return {
    data: of((_, value) => value),
    labelled: of(({ labels }, value) =>
      labels.length === 0 || value === null
        ? value
        : (labels.find((it) => it.value === value)?.label ?? value.toString()),
    ),
    variableLabels: Object.fromEntries(
      columns.filter((it) => it.label !== "").map((it) => [it.name, it.label]),
    ),
    ordered: columns
      .filter((it) => it.measure === "ordinal" && it.labels.length > 0)
      .map((it) => it.name),
  };
}

describe("snippets", () => {
  const folder = folderOfSuite();
  const jobs = new Map<string, Omit<SnippetJob, "language">>();
  before(async () => {
    for (const [name, it] of Object.entries(cases)) {
      const form = { ...defaultTableForm, ...it.form };
      // .sav changes names, so it has a test of its own.
      for (const format of it.formats ?? tableFormats.filter((of) => of !== "sav")) {
        const file = join(
          folder,
          `it's "${name}" 한국`,
          name === "plain" ? `[1]*?.${format}` : `\\b.${format}`,
        );
        await mkdir(dirname(file), { recursive: true });
        await writeFile(
          file,
          (await writeTable(await writerOf(format), it.columns, it.rows, { form })).bytes,
        );
        jobs.set(`${name}, ${format}`, { file, format, form, table: { columns: it.columns } });
      }
    }
  });

  async function programs(
    language: SnippetJob["language"],
  ): Promise<[key: string, program: string][]> {
    const formats = loadedFormats(language);
    return Promise.all(
      [...jobs]
        .filter(([, { format }]) => formats.some((it) => it === format))
        .map(async ([key, job]) => [key, await snippetOf({ ...job, language })] as const),
    );
  }

  function check(key: string, program: string, loaded: Partial<Loaded> | undefined): void {
    const it = cases[key.split(",")[0] ?? ""];
    assert.ok(it && loaded, key);
    const { ordered } = expected(it);
    const { data = {}, labelled = {}, variableLabels, ordered: found = ordered } = loaded;
    const shown = {
      data: withNumbers(it.columns, data),
      labelled: withNumbers(it.columns, labelled, false),
      variableLabels,
      ordered: found,
    };
    assert.deepEqual(shown, expected(it), `${key}:\n${program}`);
  }

  it("load every table format unchanged into pandas", async function () {
    needsPython(this, ...(await loadingPackages("python")));
    const all = await programs("python");
    const results = await runAllInPython(all);
    for (const [key, program] of all) {
      check(key, program, results[key]);
    }
  });

  it("load every table format unchanged into R", async function () {
    needsR(this, ...(await loadingPackages("r")));
    const all = await programs("r");
    const results = await runInR(all);
    for (const [key, program] of all) {
      check(key, program, results.get(key));
    }
  });

  it("load every table format unchanged into DuckDB", async () => {
    for (const [key, program] of await programs("sql")) {
      check(
        key,
        program,
        await runInDuckDb(program).catch((error: unknown) =>
          assert.fail(`${String(error)}\n${program}`),
        ),
      );
    }
  });

  it("load workbooks with a row of labels into DuckDB", async () => {
    const [key, csv] = ["labelRow, xlsx", jobs.get("labelRow, csv")];
    const job = jobs.get(key);
    assert.ok(job && csv);
    const program = await snippetOf({ ...job, language: "sql" });
    // DuckDB would download what it needs to read workbooks, so the same cells come as texts from a CSV file.
    const sheet = `read_csv(${sqlText(csv.file)}, header = true, all_varchar = true, nullstr = '')`;
    const local = program
      .replace(/^(INSTALL|LOAD) .*$/gm, "")
      .replace(/read_xlsx\([^\n]*?false\)/, sheet);
    assert.match(local, /read_csv/);
    check(key, local, await runInDuckDb(local));
  });

  it("load .sav with its labels into R", async function () {
    needsR(this, "haven");
    const names = ["serial", "Q1", "Q2", "Q3", "Q4", "열"];
    const named = columns.map((it, place) => ({ ...it, name: names[place] ?? "", width: 100 }));
    // Trailing blanks, empty labels and missing texts are left to the tests of the format.
    const simple = named.map((it) => ({
      ...it,
      labels: it.labels.filter((of) => of.label !== ""),
    }));
    const kept = rows.map((row) => row.map((it) => (it === " blanks " ? "blanks" : it)));
    const { bytes } = await writeTable(await writerOf("sav"), simple, kept);
    const file = join(folder, 'it\'s "한국".sav');
    await writeFile(file, bytes);
    const key = "sav";
    cases[key] = { columns: simple, rows: kept };
    const job = {
      language: "r",
      file,
      format: "sav",
      form: defaultTableForm,
      table: { columns },
    } as const;
    const found = (await runInR([[key, await snippetOf(job)]])).get(key);
    const { data, labelled, variableLabels } = expected({ columns: simple, rows: kept });
    const emptied = (of: Columns | undefined) =>
      Object.fromEntries(
        Object.entries(of ?? {}).map(([name, cells]) => [name, cells.map((it) => it ?? "")]),
      );
    assert.deepEqual(emptied(withNumbers(simple, found?.data ?? {})), emptied(data));
    assert.deepEqual(emptied(withNumbers(simple, found?.labelled ?? {}, false)), emptied(labelled));
    assert.deepEqual(found?.variableLabels, variableLabels);
  });

  describe("load a folder by day", () => {
    let target = "";
    before(async () => {
      target = join(folder, "it's [by] day?");
      const create = await writerOf("parquet");
      const days = new DayFiles(target, (sink) => create(sink, contextOf(columns, rows.length)));
      await days.write("2026-11-21T08:00:00", rows.slice(0, 3));
      await days.write(undefined, rows.slice(3));
      await days.finish();
    });
    const job = (language: SnippetJob["language"]) =>
      snippetOf({
        language,
        file: target,
        format: "parquet",
        form: { ...defaultTableForm, partition: "day" },
        table: { columns },
      });
    const days = ["2026-11-21", "2026-11-21", "2026-11-21", null, null];

    function checkDays(found: Loaded): void {
      const { day = [], ...data } = found.data;
      const order = rows.map((row) => found.data["serial"]?.indexOf(row[0] ?? null) ?? -1);
      const sorted = (cells: Columns) =>
        Object.fromEntries(
          Object.entries(cells).map(([name, it]) => [name, order.map((at) => it[at] ?? null)]),
        );
      const { labelled } = expected({ columns, rows });
      assert.deepEqual(
        order.map((at) => day[at]),
        days,
      );
      assert.deepEqual(sorted(withNumbers(columns, data)), expected({ columns, rows }).data);
      assert.deepEqual(sorted(found.labelled)["Q3"], labelled["Q3"]);
    }

    it("into pandas", async function () {
      needsPython(this, "pandas", "pyarrow");
      checkDays(await runInPython(await job("python")));
    });

    it("into DuckDB", async () => {
      checkDays(await runInDuckDb(await job("sql")));
    });
  });

  describe("load items as the service sent them, with an answer per row", () => {
    const answer = (
      variable: string,
      value: string,
      valueLabel: string | null,
      otherText: string | null,
    ) => ({ variable, value, valueLabel, otherText });
    const versions = {
      v3: {
        survey: { surveyId: "s", label: "한국", questions: [{ name: "Q1", options: [] }] },
        responses: [
          {
            responseId: "00123",
            variables: [
              {
                name: "Q1",
                options: [
                  { value: "01", valueLabel: "Very" },
                  { value: "9", valueLabel: "Other" },
                ],
                answer: [{ value: "9", etcValue: 'it\'s "x"' }, { value: "01" }, { value: "7" }],
              },
              { name: "Q2", answer: [{ value: "9007199254740993" }] },
            ],
          },
          { responseId: "NA", variables: [] },
        ],
        answers: [
          answer("Q1", "9", "Other", 'it\'s "x"'),
          answer("Q1", "01", "Very", null),
          answer("Q1", "7", null, null),
          answer("Q2", "9007199254740993", null, null),
        ],
      },
      v1: {
        survey: {
          surveyId: "s",
          questions: [
            {
              rank: 1,
              options: [
                { rank: 1, text: "아주" },
                { rank: 2, text: "Other" },
              ],
            },
          ],
        },
        responses: [
          {
            serial: "S1",
            answers: [
              { rank: 1, name: "Q1", answer: [{ num: 1 }, { num: 2, str: "text" }] },
              { rank: 2, answer: [{ str: "열린 답" }] },
              { rank: 3, answer: [{ num: 3000000000 }, { num: 0.0001 }, { num: 2.5 }] },
            ],
          },
        ],
        answers: [
          answer("Q1", "1", "아주", null),
          answer("Q1", "2", "Other", "text"),
          answer("2", "열린 답", null, null),
          answer("3", "3000000000", null, null),
          answer("3", "0.0001", null, null),
          answer("3", "2.5", null, null),
        ],
      },
    };

    for (const format of ["json", "ndjson"] as const) {
      it(`with halves of characters of ${format} into pandas`, async function () {
        needsPython(this, "pandas");
        const file = join(folder, `halves.${format}`);
        // JSON.stringify writes them as escapes, as services do.
        const item = JSON.stringify({
          responseId: "\udc00",
          variables: [{ name: "Q1", answer: [{ value: "a\ud800b", etcValue: "😀\ud83d" }] }],
        });
        await writeFile(
          file,
          format === "json" ? `{"survey":{},"responses":[${item}]}` : `${item}\n`,
        );
        const form = defaultTableForm;
        const job = { language: "python", file, format, form, table: { columns: [] } } as const;
        const { value, otherText } = (await runInPython(await snippetOf(job))).answers ?? {};
        assert.deepEqual([value, otherText], [["a\ufffdb"], ["😀\ufffd"]]);
      });
    }

    for (const [version, { survey, responses, answers }] of Object.entries(versions)) {
      for (const format of ["json", "ndjson"] as const) {
        const job = async (language: SnippetJob["language"]) => {
          const file = join(folder, `it's [${version}].${format}`);
          const text =
            format === "json"
              ? JSON.stringify({ apiVersion: version, survey, responses, count: responses.length })
              : responses.map((it) => `${JSON.stringify(it)}\n`).join("");
          await writeFile(file, text);
          return snippetOf({
            language,
            file,
            format,
            form: defaultTableForm,
            table: { columns: [] },
          });
        };
        // ndjson has no structure, and in v1 only the structure has labels.
        const isLabelled = version === "v3" || format === "json";
        const wanted = Object.fromEntries(
          (["variable", "value", "valueLabel", "otherText"] as const).map((name) => [
            name,
            answers.map((it) => (name === "valueLabel" && !isLabelled ? null : it[name])),
          ]),
        );

        it(`of ${version} and ${format} into pandas`, async function () {
          needsPython(this, "pandas");
          const { response, ...found } = (await runInPython(await job("python"))).answers ?? {};
          assert.deepEqual(found, wanted);
          assert.deepEqual(new Set(response), new Set([0]));
        });

        it(`of ${version} and ${format} into DuckDB`, async () => {
          const { response, ...found } = await inDuckDb(await job("sql"), (table) =>
            table("responses"),
          );
          assert.deepEqual(found, wanted);
          assert.deepEqual(new Set(response), new Set(["1"]));
        });

        it(`of ${version} and ${format} into R`, async function () {
          needsR(this, "jsonlite");
          const found = (await runInR([["plain", await job("r")]])).get("plain")?.answers;
          assert.deepEqual(
            Object.fromEntries(Object.keys(wanted).map((it) => [it, found?.[it]])),
            wanted,
          );
        });
      }
    }
  });

  it("name the languages for a format that DuckDB cannot read", async () => {
    const job = { language: "sql", file: "/a.sav", format: "sav", form: defaultTableForm } as const;
    await assert.rejects(snippetOf({ ...job, table: { columns } }), {
      code: "invalid-input",
      message: /Python or R/,
    });
  });

  it("list a scale that many questions share only once", async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      numberColumn(`Q${index}`, { labels: scale }),
    );
    for (const language of ["python", "r", "sql"] as const) {
      const text = await snippetOf({
        language,
        file: "/a.csv",
        format: "csv",
        form: defaultTableForm,
        table: { columns: many },
      });
      assert.equal(text.split("Not at all").length, 2);
      assert.ok(text.split("\n").every((line) => line.length < 200));
    }
  });

  async function runInPython(program: string): Promise<Loaded> {
    const { only } = await runAllInPython([["only", program]]);
    assert.ok(only && !("error" in only), `${JSON.stringify(only)}\n${program}`);
    return only;
  }

  async function runAllInPython(
    all: [key: string, program: string][],
  ): Promise<Record<string, Loaded>> {
    const file = join(folder, "programs.json");
    await writeFile(file, JSON.stringify(Object.fromEntries(all)));
    return JSON.parse(await output("python3", join(support, "snippetRun.py"), file)) as Record<
      string,
      Loaded
    >;
  }

  async function runInR(all: [key: string, program: string][]): Promise<Map<string, Loaded>> {
    await mkdir(join(folder, "r"), { recursive: true });
    const files = all.map((_, index) => join(folder, "r", index.toString()));
    await Promise.all(all.map(([, program], index) => writeFile(files[index] ?? "", program)));
    const { stdout } = await run("Rscript", [join(support, "snippetRun.R"), ...files], {
      maxBuffer: 1e8,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    const results = new Map<string, Whole>();
    for (const line of stdout.trimEnd().split("\n")) {
      const [index = "", what, column = "", ...values] = line.split("\t");
      const [key, program] = all[Number(index)] ?? assert.fail(line);
      const it = results.get(key) ?? { data: {}, labelled: {}, variableLabels: {}, ordered: [] };
      const name = decodeURIComponent(column);
      const cells = values.map((value) => (value === "*" ? null : decodeURIComponent(value)));
      switch (what) {
        case "answers":
          it.answers = { ...it.answers, [name]: cells };
          break;
        case "data":
        case "labelled":
          it[what][name] = cells;
          break;
        case "label":
          it.variableLabels[name] = cells[0] ?? "";
          break;
        case "ordered":
          it.ordered.push(name);
          break;
        default:
          assert.fail(`${key}: ${name}\n${program}`);
      }
      results.set(key, it);
    }
    return results;
  }
});

function runInDuckDb(program: string): Promise<Loaded> {
  return inDuckDb(program, async (table, connection) => {
    const comments = await connection.runAndReadAll(
      "SELECT column_name, comment FROM duckdb_columns() WHERE comment IS NOT NULL",
    );
    return {
      data: await table("responses"),
      labelled: await table("labelled"),
      variableLabels: Object.fromEntries(comments.getRows() as [string, string][]),
    };
  });
}

async function inDuckDb<T>(
  program: string,
  use: (table: (name: string) => Promise<Columns>, connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run(program);
    return await use(async (name) => {
      const reader = await connection.runAndReadAll(`FROM ${name}`);
      const cells = reader.getColumnsJson() as (string | number | null)[][];
      return Object.fromEntries(reader.columnNames().map((it, place) => [it, cells[place] ?? []]));
    }, connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
