import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import * as z from "zod";
import type { NotebookJob } from "../../src/formats/calls.ts";
import { DayFiles } from "../../src/formats/dayFiles.ts";
import type { TableFormat } from "../../src/formats/kinds/formats.ts";
import { notebookOf } from "../../src/formats/notebooks/notebook.ts";
import { notebookForms, type NotebookForm } from "../../src/formats/notebooks/notebookForm.ts";
import type { TableColumn, TableValue } from "../../src/model/tabular/tableColumn.ts";
import { defaultTableForm, type TableForm } from "../../src/model/tabular/tableForm.ts";
import { needsPyreadstat, needsPython, needsR } from "../support/witnesses.ts";
import { loadedFormats, loadingPackages } from "./support/loadedFormats.ts";
import { contextOf, numberColumn, textColumn, writerOf, writeTable } from "./support/tables.ts";
import { output } from "./support/tools.ts";
import { folderOfSuite } from "../support/folders.ts";

const support = join(import.meta.dirname, "support");
const translations = { locale: "en", strings: {} };

function ofQuestion(column: TableColumn, part: "value" | "label" = "value"): TableColumn {
  return { ...column, origin: { kind: "variable", name: column.name, part } };
}

const hostile = "```\n{{< include x >}} `r stop()` \"'\\ #| {0} $x$ <b>한국어</b> \u2028";
const hostileLabel = hostile.replace(/[\n\u2028]/g, " ");

const region = ofQuestion(
  numberColumn("region", {
    label: hostileLabel,
    measure: "nominal",
    missing: [-9],
    labels: [
      { value: 2, label: "South" },
      { value: 1, label: hostileLabel },
      { value: 3, label: "Nobody" },
      { value: -9, label: "No answer" },
    ],
  }),
);
const brand = ofQuestion(
  textColumn('```{{<`"\\#한', {
    label: "Which brand?",
    labels: [
      { value: "b", label: "Same" },
      { value: "a", label: "Same" },
      { value: "010", label: '"Ten"' },
    ],
  }),
);
const columns = [
  textColumn("serial"),
  ofQuestion(numberColumn("age", { label: "Age" })),
  region,
  ofQuestion(textColumn("open", { textReason: "words" })),
  ofQuestion(textColumn("several", { isDelimited: true, labels: [{ value: "1", label: "One" }] })),
  brand,
];
const rows: TableValue[][] = [
  ["S1", 30, 1, "x", "1", "a"],
  ["S2", 31, 1, null, null, "b"],
  ["S3", 32, 2, "", null, "010"],
  ["S4", 33, -9, null, null, "b"],
  ["S5", null, null, null, null, "b"],
  ["S6", 35, 7, null, null, "zzz"],
  ["S7", 35, 1, null, null, null],
];

interface Counted {
  readonly error?: string | undefined;
  readonly said: readonly string[];
  readonly frequencies?: readonly (readonly (string | number | null)[])[] | undefined;
  readonly crossed?: readonly string[] | undefined;
  readonly rows?: readonly string[] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly counts?: readonly (readonly number[])[] | undefined;
  readonly percentages?: readonly (readonly (number | null)[])[] | undefined;
}
const number = z.number();
const counted: z.ZodType<Counted[]> = z.array(
  z.object({
    error: z.string().optional(),
    said: z.array(z.string()),
    frequencies: z.array(z.array(z.union([z.string(), number, z.null()]))).optional(),
    crossed: z.array(z.string()).optional(),
    rows: z.array(z.string()).optional(),
    columns: z.array(z.string()).optional(),
    counts: z.array(z.array(number)).optional(),
    percentages: z.array(z.array(number.nullable())).optional(),
  }),
);

const id = z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/);
const head = { id, metadata: z.strictObject({}), source: z.array(z.string()) };
/** The parts of nbformat 4.5 that a notebook has before it is run. */
const notebookFile = z.strictObject({
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
  metadata: z.strictObject({
    kernelspec: z.strictObject({
      name: z.literal("python3"),
      display_name: z.string(),
      language: z.literal("python"),
    }),
    language_info: z.strictObject({ name: z.literal("python") }),
  }),
  cells: z.array(
    z.discriminatedUnion("cell_type", [
      z.strictObject({ cell_type: z.literal("markdown"), ...head }),
      z.strictObject({
        cell_type: z.literal("code"),
        execution_count: z.null(),
        outputs: z.tuple([]),
        ...head,
      }),
    ]),
  ),
});

/** Counts the same as the notebooks, naively. */
function expected(columns: readonly TableColumn[], rows: readonly TableValue[][]): Counted {
  const [first, second] = columns.flatMap((column, place) => {
    const isClosed =
      column.origin?.kind === "variable" && column.labels.length > 0 && !column.isDelimited;
    const answers = rows.map((row) => {
      const value = row[place] ?? null;
      return value === null || value === "" || column.missing?.includes(value) ? null : value;
    });
    const known = new Map(column.labels.map((it) => [it.value, it.label]));
    const given = [...new Set(answers)]
      .filter((it) => it !== null && !known.has(it))
      .sort((a, b) => (String(a) < String(b) ? -1 : 1));
    const codes = [...known.keys(), ...given].filter(
      (it) => it !== null && !column.missing?.includes(it),
    );
    const options = codes.map((code) => ({ code, label: known.get(code ?? "") ?? String(code) }));
    return isClosed ? [{ column, answers, options }] : [];
  });
  assert.ok(first && second);
  const share = (part: number, all: number) => (all === 0 ? null : (100 * part) / all);
  const of = (its: typeof first, code: TableValue) =>
    its.answers.filter((it) => it === code).length;
  const total = first.answers.filter((it) => it !== null).length;
  const counts = first.options.map(({ code }) =>
    second.options.map(
      (it) =>
        first.answers.filter((one, at) => one === code && second.answers[at] === it.code).length,
    ),
  );
  const sums = second.options.map((_, at) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  return {
    said: [],
    frequencies: first.options.map(({ code, label }) => [
      String(code),
      label,
      of(first, code),
      share(of(first, code), total),
    ]),
    crossed: [first.column.name, second.column.name],
    rows: first.options.map((it) => it.label),
    columns: second.options.map((it) => it.label),
    counts,
    percentages: counts.map((row) => row.map((it, at) => share(it, sums[at] ?? 0))),
  };
}

/** Compares with a tolerance: languages divide in another order. */
function assertCounted(
  found: Counted | undefined,
  wanted: Counted | undefined,
  text: string,
): void {
  const rounded = (it: unknown): unknown =>
    JSON.parse(
      JSON.stringify(it, (_, value: unknown) =>
        typeof value === "number" ? Math.round(value * 1e9) / 1e9 : value,
      ),
    );
  assert.deepEqual(rounded(found), rounded(wanted), text);
}

const packages = { python: await loadingPackages("python"), r: await loadingPackages("r") };

type Subject = Pick<NotebookJob, "format" | "form" | "table" | "file">;

/** A table, and what its notebooks count. */
interface Case {
  readonly subject: Subject;
  readonly wanted: Counted;
}

const randomText = fc.string({
  unit: fc.constantFrom(...Array.from("'\"\\;,|`$%{}()#<>[]-/*a1 \n\t한😀\u2028")),
  maxLength: 12,
});
const randomName = randomText.map((it) => `v${it.replace(/[\p{Cc}\u2028]/gu, " ").trim()}`);
const randomCode = fc.integer({ min: 0, max: 9 });
const randomTables = fc.record({
  names: fc.uniqueArray(randomName, {
    minLength: 2,
    maxLength: 2,
    selector: (it) => it.toLowerCase(),
  }),
  labels: fc.array(
    fc.uniqueArray(fc.tuple(randomCode, randomText), {
      selector: ([it]) => it,
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 2, maxLength: 2 },
  ),
  missing: fc.array(randomCode, { maxLength: 2 }),
  rows: fc.array(fc.array(fc.option(randomCode), { minLength: 2, maxLength: 2 }), {
    maxLength: 12,
  }),
});

describe("notebooks", () => {
  const folder = folderOfSuite();

  function textOf(subject: Subject, { language, format }: NotebookForm): Promise<string> {
    return notebookOf({ ...subject, language, notebook: format, title: hostile, translations });
  }

  let made = 0;
  /** Writes a notebook of each form of the language, with names that no other test uses. */
  async function notebooks(
    language: NotebookForm["language"],
    subject: Subject,
  ): Promise<string[]> {
    const forms = notebookForms.filter((it) => it.language === language);
    return Promise.all(
      forms.map(async (form) => {
        const file = join(folder, `${made++} it's "한국".${form.format}`);
        await writeFile(file, await textOf(subject, form));
        return file;
      }),
    );
  }

  /** Writes a table in a format. @returns the table, with its path relative to the notebook */
  async function table(
    format: TableFormat,
    columns: readonly TableColumn[],
    rows: readonly TableValue[][],
    form: Partial<TableForm> = {},
  ): Promise<Subject> {
    const whole = { ...defaultTableForm, ...form };
    const name = `~${made++} it's [한국] "x".${format}`;
    const { bytes } = await writeTable(await writerOf(format), columns, rows, { form });
    await writeFile(join(folder, name), bytes);
    return { format, form: whole, table: { columns }, file: `./${name}` };
  }

  async function runPython(files: readonly string[]): Promise<Counted[]> {
    return counted.parse(
      JSON.parse(await output("python3", join(support, "notebookRun.py"), ...files)),
    );
  }

  async function runR(files: readonly string[]): Promise<Counted[]> {
    const { stdout } = await promisify(execFile)(
      "Rscript",
      [join(support, "notebookRun.R"), ...files],
      { maxBuffer: 1e8, env: { ...process.env, LC_ALL: "C.UTF-8" } },
    );
    return counted.parse(JSON.parse(stdout));
  }

  const languages = {
    python: { run: runPython, formats: loadedFormats("python") },
    r: { run: runR, formats: loadedFormats("r") },
  };

  for (const language of ["python", "r"] as const) {
    const { run, formats } = languages[language];
    const needs = (test: Mocha.Context) =>
      language === "python"
        ? needsPython(test, ...packages.python)
        : needsR(test, ...packages.r, "jsonlite");

    describe(`in ${language}`, () => {
      const all = (subjects: readonly Promise<Subject>[], wanted: Counted): Promise<Case[]> =>
        Promise.all(subjects.map(async (it) => ({ subject: await it, wanted })));

      const long = [
        ["1", "Q1", "10", "Ten", null],
        ["1", "Q2", "1", "One", null],
        ["1", "Q2", "2", "Two", null],
        ["1", "open", "text", null, null],
        ["1", hostile, "y", 'Why "not"', null],
        ["2", "Q1", "9", "Nine", "x"],
        ["2", hostile, "y", 'Why "not"', null],
        ["3", "Q1", "9", "Nine", null],
        ["3", hostile, "z", null, null],
      ];
      const answerNames = ["variable", "value", "valueLabel", "otherText"];
      const wantedOfLong: Counted = {
        said: [],
        frequencies: [
          ["9", "Nine", 2, 200 / 3],
          ["10", "Ten", 1, 100 / 3],
        ],
        crossed: ["Q1", hostile],
        rows: ["Nine", "Ten"],
        columns: ['Why "not"', "z"],
        counts: [
          [1, 1],
          [1, 0],
        ],
        percentages: [
          [50, 100],
          [50, 0],
        ],
      };

      const items = async (
        format: "json" | "ndjson",
        responses: readonly object[],
      ): Promise<Subject> => {
        const file = `${made++} ${language}.${format}`;
        const text =
          format === "json"
            ? JSON.stringify({ apiVersion: "v3", survey: {}, responses, count: responses.length })
            : responses.map((it) => `${JSON.stringify(it)}\n`).join("");
        await writeFile(join(folder, file), text);
        return { format, form: defaultTableForm, table: { columns: [] }, file: `./${file}` };
      };
      const longResponses = ["1", "2", "3"].map((responseId) => ({
        responseId,
        variables: [...new Set(long.map((it) => it[1]))].flatMap((name) => {
          const its = long.filter((it) => it[0] === responseId && it[1] === name);
          const options = its.flatMap((it) =>
            it[3] === null ? [] : [{ value: it[2], valueLabel: it[3] }],
          );
          const answer = its.map((it) => ({ value: it[2], etcValue: it[4] ?? undefined }));
          return its.length === 0 ? [] : [{ name, options, answer }];
        }),
      }));

      const said = [
        "This export has no closed question with one answer per response.",
        "This export does not have two closed questions to cross.",
      ];

      const cases: Readonly<Record<string, () => Promise<Case[]>>> = {
        "count the first closed question, and cross the first two": () =>
          all(
            formats.map((it) => table(it, columns, rows)),
            expected(columns, rows),
          ),

        "show counts of 0 if there are no responses": () =>
          all(
            formats.map((it) => table(it, columns, [])),
            expected(columns, []),
          ),

        "count labels that replace codes": () => {
          const labels = [
            textColumn("serial"),
            ofQuestion(textColumn("empty", { width: 0 })),
            ofQuestion(textColumn("Q1")),
            ofQuestion(textColumn("Q2")),
          ];
          const its: TableValue[][] = [
            ["1", null, "Yes", "A"],
            ["2", null, "No", "A"],
            ["3", null, "Yes", null],
          ];
          const form = { cells: "labels", labelRow: true, preset: "excel" } as const;
          return all([table("csv", labels, its, form)], {
            said: [],
            frequencies: [
              ["No", "No", 1, 100 / 3],
              ["Yes", "Yes", 2, 200 / 3],
            ],
            crossed: ["Q1", "Q2"],
            rows: ["No", "Yes"],
            columns: ["A"],
            counts: [[1], [1]],
            percentages: [[50], [50]],
          });
        },

        "find closed questions in the long layout": () => {
          const its = ["responseId", ...answerNames].map((it) => textColumn(it, { width: 99 }));
          const subjects = formats.map((it) => table(it, its, long, { layout: "long" }));
          return all(subjects, wantedOfLong);
        },

        "do not cross answers without response IDs": () => {
          const its = answerNames.map((it) => textColumn(it, { width: 99 }));
          const anonymous = long.map((it) => it.slice(1));
          const { frequencies } = wantedOfLong;
          return all([table("csv", its, anonymous, { layout: "long" })], { said: [], frequencies });
        },

        "find closed questions in JSON": () =>
          all(
            (["json", "ndjson"] as const).map((it) => items(it, longResponses)),
            wantedOfLong,
          ),

        "report that JSON has no closed question": () =>
          all(
            (["json", "ndjson"] as const).flatMap((it) => [
              items(it, [{ responseId: "1", variables: [] }]),
              items(it, []),
            ]),
            { said },
          ),

        "count random tables like a naive computation": () =>
          Promise.all(
            fc.sample(randomTables, { numRuns: 25, seed: 20261123 }).map(async (it) => {
              const its = it.names.map((name, at) =>
                ofQuestion(
                  numberColumn(name, {
                    width: 3,
                    labels: (it.labels[at] ?? []).map(([value, label]) => ({ value, label })),
                    ...(at === 0 && it.missing.length > 0 ? { missing: it.missing } : {}),
                  }),
                ),
              );
              return { wanted: expected(its, it.rows), subject: await table("csv", its, it.rows) };
            }),
          ),
      };

      const written: (Omit<Case, "subject"> & { readonly title: string; readonly file: string })[] =
        [];
      let found: readonly Counted[] = [];
      // One process for all cases, because Python and R take seconds to start.
      before(async function () {
        needs(this);
        for (const [title, prepare] of Object.entries(cases)) {
          for (const { subject, wanted } of await prepare()) {
            const files = await notebooks(language, subject);
            written.push(...files.map((file) => ({ title, wanted, file })));
          }
        }
        found = await run(written.map((it) => it.file));
        assert.equal(found.length, written.length);
      });

      for (const title of Object.keys(cases)) {
        it(title, () => {
          assert.ok(written.some((it) => it.title === title));
          written.forEach(({ wanted, file, ...it }, at) => {
            if (it.title === title) {
              assertCounted(found[at], wanted, file);
            }
          });
        });
      }
    });
  }

  const subject: Subject = {
    format: "csv",
    form: defaultTableForm,
    table: { columns },
    file: hostile,
  };

  it("are valid nbformat 4.5 with any texts", async () => {
    for (const it of [subject, { ...subject, table: { columns: [] } }]) {
      const { cells } = notebookFile.parse(
        JSON.parse(await textOf(it, { language: "python", format: "ipynb" })),
      );
      assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
      for (const { source } of cells) {
        assert.ok(source.slice(0, -1).every((line) => line.indexOf("\n") === line.length - 1));
        assert.ok(source.at(-1) !== "" && source.at(-1)?.includes("\n") === false);
      }
    }
  });

  for (const language of ["python", "r"] as const) {
    it(`contain nothing in .qmd of ${language} that Quarto or knitr would run or include besides the code`, async () => {
      const text = await textOf(subject, { language, format: "qmd" });
      const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? assert.fail(text);
      assert.equal(head.split("\n").length, 2);
      const code = body.match(/^```\{\w+\}\n.*?^```$/gms) ?? [];
      assert.deepEqual(
        body.match(/^ {0,3}`{3,}.*$/gm),
        code.flatMap(() => [`\`\`\`{${language}}`, "```"]),
      );
      const words = code.reduce((left, it) => left.replace(it, ""), head + body);
      assert.doesNotMatch(words, /[`{}\u2028]|(?<!\\)[<>$]/);
      assert.doesNotMatch(text, /\{\{</);
    });
  }

  it("report a table without closed questions", async () => {
    for (const form of notebookForms) {
      const of = (...its: TableColumn[]) => textOf({ ...subject, table: { columns: its } }, form);
      const none = await of(textColumn("serial"), textColumn("open"));
      const one = await of(region);
      assert.match(none, /no closed question/);
      assert.doesNotMatch(none, /_of\b/);
      assert.match(one, /not have two closed questions/);
      assert.match(one, /frequencies_of\(closed/);
      assert.doesNotMatch(one, /cross_table_of\(closed/);
    }
  });

  it("load a folder by day in Python", async function () {
    needsPython(this, "pandas", "pyarrow");
    const create = await writerOf("parquet");
    const days = new DayFiles(join(folder, "by day"), (sink) =>
      create(sink, contextOf(columns, rows.length)),
    );
    await days.write("2026-11-21T08:00:00", rows.slice(0, 3));
    await days.write(undefined, rows.slice(3));
    await days.finish();
    const form = { ...defaultTableForm, partition: "day" } as const;
    const file = "./by day";
    const files = await notebooks("python", { format: "parquet", form, table: { columns }, file });
    for (const it of await runPython(files)) {
      assertCounted(it, expected(columns, rows), "by day");
    }
  });

  it("load .sav into R", async function () {
    needsR(this, "haven", "jsonlite");
    const its = columns.map((it, at) => ({ ...it, name: `v${at}`, width: 20 }));
    const [file = ""] = await notebooks("r", await table("sav", its, rows));
    const [found] = await runR([file]);
    assertCounted(found, expected(its, rows), file);
  });

  it("load .sav into Python", async function () {
    needsPyreadstat(this);
    const its = columns.map((it, at) => ({ ...it, name: `v${at}`, width: 20 }));
    for (const it of await runPython(await notebooks("python", await table("sav", its, rows)))) {
      assertCounted(it, expected(its, rows), "sav");
    }
  });
});
