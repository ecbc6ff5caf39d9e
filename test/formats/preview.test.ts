import assert from "node:assert/strict";
import type { PreviewJob } from "../../src/formats/calls.ts";
import { alignedText, previewOf } from "../../src/formats/preview.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import { english } from "../../src/model/localizable.ts";
import { numberColumn, textColumn } from "./support/tables.ts";

const survey = {
  apiVersion: "v3",
  surveyId: "s",
  label: "A survey",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "How?",
      options: [
        { name: "1", label: "Very" },
        { name: "2", label: "Not" },
      ],
    },
  ],
  embeddedData: [],
} as const;
const sent = [
  '{"responseId":"00123", "variables":[{"name":"Q1","answer":[{"value":"1"}]}]}',
  '{\n"responseId":"=1+1", "number":9007199254740993}',
];
const body = Buffer.from(`{"data":[${sent.join(" ,\n")}]}`);
const items = sent.map((it) => {
  const start = body.indexOf(it);
  return { start, end: start + Buffer.byteLength(it) };
});

const translations = { locale: "en", strings: {} };

function jobOf(format: PreviewJob["format"], form: Partial<PreviewJob["form"]> = {}): PreviewJob {
  const source = {
    version: "v3",
    dataSpace: "Space",
    survey,
    collectGroups: [],
    kind: "responses",
  } as const;
  return { source, body, items, format, form: { ...defaultTableForm, ...form }, translations };
}

describe("preview", () => {
  it("of JSON and NDJSON shows the items as they were sent", async () => {
    const lines = sent.map((it) => it.replaceAll("\n", ""));
    assert.deepEqual(await previewOf(jobOf("ndjson")), {
      text: lines.map((it) => `${it}\n`).join(""),
      language: "jsonl",
    });
    assert.deepEqual(await previewOf(jobOf("json")), {
      text: `[\n${lines.join(",\n")}\n]\n`,
      language: "json",
    });
    assert.equal((await previewOf({ ...jobOf("json"), items: [] })).text, "[]\n");
  });

  it("of CSV shows the beginning of the file", async () => {
    const { text, language } = await previewOf(
      jobOf("csv", { cells: "both", labelRow: true, preset: "excel" }),
    );
    assert.equal(language, "csv");
    const [names, labels, ...rows] = text.split("\r\n");
    assert.match(names ?? "", /^responseId,.*,Q1,Q1_label$/);
    assert.match(labels ?? "", /,How\?,How\?$/);
    assert.match(rows[0] ?? "", /^00123,.*,1,Very$/);
    assert.match(rows[1] ?? "", /^'=1\+1,/);
  });

  it("of other formats shows the same rows in aligned columns", async () => {
    for (const format of ["xlsx", "parquet", "sav"] as const) {
      const { text, language } = await previewOf(jobOf(format));
      assert.equal(language, "plaintext");
      assert.match(text, /^responseId .* Q1\n/);
      assert.match(text, /How\?\n.*number, nominal\n/);
      assert.match(text, /\n00123 .* 1\n/);
    }
  });

  it("uses the column names of the file", async () => {
    const job = jobOf("sav");
    const questions = [{ name: "1 a", label: "How?", options: [] }];
    const source = { ...job.source, survey: { ...survey, questions } };
    const { text, table } = await previewOf({ ...job, source });
    assert.match(text, / @1_a /);
    assert.ok(table?.columns.some((it) => it.name === "@1_a"));
  });

  it("begins the line of labels with a dash if the first label is empty", () => {
    const columns = [textColumn("serial", { label: "" }), textColumn("Q1", { label: "How?" })];
    assert.equal(
      alignedText(columns, [["S1", "1"]], english).split("\n")[1],
      "–              How?",
    );
  });

  it("aligns wide characters, and truncates long texts", () => {
    const columns = [
      textColumn("이름", { label: "한국어 👩‍👩‍👧 label" }),
      numberColumn("n", { label: "How\nmany?" }),
    ];
    const text = alignedText(
      columns,
      [
        ["김".repeat(20), 1],
        [null, -12.5],
        ["two\nlines", null],
        ["a".repeat(32), 3],
        ["x".repeat(100_000), 4],
      ],
      english,
    );
    assert.equal(
      text,
      [
        `이름${" ".repeat(28)}  n`,
        `한국어 👩‍👩‍👧 label${" ".repeat(17)}  How many?`,
        `text, nominal${" ".repeat(19)}  number, scale`,
        `${"─".repeat(32)}  ${"─".repeat(13)}`,
        `${"김".repeat(15)}…${" ".repeat(15)}1`,
        `${" ".repeat(32)}  ${"-12.5".padStart(13)}`,
        `two lines`,
        `${"a".repeat(32)}  ${"3".padStart(13)}`,
        `${"x".repeat(31)}…  ${"4".padStart(13)}`,
        "",
        "5 rows; the columns are those of the structure and of these rows.",
        "",
      ].join("\n"),
    );
  });
});
