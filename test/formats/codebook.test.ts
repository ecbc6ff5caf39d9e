import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { codebookText } from "../../src/formats/codebook.ts";
import type { CodebookRow } from "../../src/model/tabular/codebook.ts";

const question = { kind: "variable", block: "Use; of | it", order: 1, question: "Q1" } as const;
const coded: CodebookRow = {
  ...question,
  type: "SingleChoice",
  label: "Which | one?",
  html: '<p>Which | "one"?</p>',
  columns: ["Q1"],
  dataType: "number",
};
const rows: CodebookRow[] = [
  {
    kind: "metadata",
    order: 1,
    question: "serial",
    label: "",
    columns: ["serial"],
    dataType: "text",
  },
  { ...coded, optionValue: "01", optionLabel: "전화" },
  { ...coded, optionValue: "9", optionLabel: "Other", columns: ["Q1", "Q1_9;TEXT"] },
  { ...coded, optionValue: "77", unknownCount: 1200, isMissing: true },
  {
    kind: "variable",
    order: 2,
    question: "Q2",
    label: "Why?\nTell us",
    columns: ["Q2"],
    dataType: "text",
    textReason: "words",
  },
  {
    kind: "embedded",
    order: 1,
    question: "tier",
    label: "Tier",
    columns: ["tier"],
    dataType: "text",
    textReason: "digits",
  },
];

describe("codebook", () => {
  it("of a table for Excel is CSV for Excel without formulas", () => {
    const hostile = [
      { ...coded, label: "=1+1", optionValue: "-1", optionLabel: "@SUM(A1)" },
      { ...coded, label: "-", block: "+b" },
    ];
    const text = codebookText(hostile, "csv", "A survey", "excel");
    assert.ok(text.startsWith("\ufeff"));
    const [, first, second] = parse(text, { bom: true, record_delimiter: "\r\n" });
    assert.deepEqual(first?.slice(4, 9), ["'=1+1", coded.html, "-1", "'@SUM(A1)", "Q1"]);
    assert.deepEqual(second?.slice(0, 5), ["'+b", "1", "Q1", "SingleChoice", "'-"]);
  });

  it("has a row per option in CSV, with line endings as in RFC 4180", () => {
    const text = codebookText(rows, "csv", "A survey");
    const [header, ...lines] = parse(text, { record_delimiter: "\r\n" });
    assert.deepEqual(header, [
      "block",
      "order",
      "question",
      "type",
      "label",
      "html",
      "value",
      "valueLabel",
      "column",
      "unknown",
      "dataType",
      "missing",
    ]);
    const of = ["Use; of | it", "1", "Q1", "SingleChoice", "Which | one?", '<p>Which | "one"?</p>'];
    assert.deepEqual(lines, [
      ["", "1", "serial", "", "", "", "", "", "serial", "", "text", ""],
      [...of, "01", "전화", "Q1", "", "number", ""],
      [...of, "9", "Other", "Q1;Q1_9\\;TEXT", "", "number", ""],
      [...of, "77", "", "Q1", "1200", "number", "1"],
      [
        "",
        "2",
        "Q2",
        "",
        "Why?\nTell us",
        "",
        "",
        "",
        "Q2",
        "",
        "text: not all values are numbers",
        "",
      ],
      [
        "",
        "1",
        "tier",
        "",
        "Tier",
        "",
        "",
        "",
        "tier",
        "",
        "text: integers of more than 15 digits",
        "",
      ],
    ]);
  });

  it("has an object per question in JSON, with its options and columns", () => {
    assert.deepEqual(JSON.parse(codebookText(rows, "json", "A survey")), {
      codebook: 1,
      survey: "A survey",
      questions: [
        {
          block: "Use; of | it",
          order: 1,
          name: "Q1",
          type: "SingleChoice",
          label: "Which | one?",
          html: '<p>Which | "one"?</p>',
          columns: ["Q1", "Q1_9;TEXT"],
          dataType: "number",
          options: [
            { value: "01", label: "전화", columns: ["Q1"] },
            { value: "9", label: "Other", columns: ["Q1", "Q1_9;TEXT"] },
            { value: "77", columns: ["Q1"], unknown: 1200, missing: true },
          ],
        },
        {
          order: 2,
          name: "Q2",
          label: "Why?\nTell us",
          columns: ["Q2"],
          dataType: "text: not all values are numbers",
          options: [],
        },
      ],
      metadata: [{ name: "serial", label: "", columns: ["serial"], dataType: "text", options: [] }],
      embeddedData: [
        {
          name: "tier",
          label: "Tier",
          columns: ["tier"],
          dataType: "text: integers of more than 15 digits",
          options: [],
        },
      ],
    });
  });

  it("has a table per block in Markdown", () => {
    const head = [
      "| Question | Type | Text | Value | Label | Columns |",
      "| --- | --- | --- | --- | --- | --- |",
    ];
    assert.equal(
      codebookText(rows, "md", "A *survey*"),
      [
        "# A \\*survey\\*",
        "",
        "## Metadata",
        "",
        ...head,
        "| serial |  |  |  |  | serial |",
        "",
        "## Use; of \\| it",
        "",
        ...head,
        "| Q1 | SingleChoice | Which \\| one? | 01 | 전화 | Q1 |",
        "|  |  |  | 9 | Other | Q1, Q1\\_9;TEXT |",
        "|  |  |  | 77 | (not in the structure, 1,200×) (missing) | Q1 |",
        "",
        "## Questions",
        "",
        ...head,
        "| Q2 |  | Why? Tell us |  |  | Q2 |",
        "",
        "## Embedded data",
        "",
        ...head,
        "| tier |  | Tier |  |  | tier |",
        "",
      ].join("\n"),
    );
  });

  it("separates a block from a section of the same name", () => {
    const named: CodebookRow = {
      ...question,
      block: "Metadata",
      label: "",
      columns: ["Q1"],
      dataType: "text",
    };
    const text = codebookText([...rows.slice(0, 1), named], "md", "A");
    assert.equal(text.split("## Metadata\n").length, 3);
  });

  const hostile = fc.string({
    unit: fc.constantFrom(...Array.from("|\\`*_[]<>&~$#@;,\"'=+-:/.w ab1\r\n\t한😀\u202e\u2028\0")),
  });
  const anyRow = fc.record({
    block: hostile,
    order: fc.nat(3),
    kind: fc.constantFrom("metadata", "variable", "embedded"),
    question: hostile,
    type: hostile,
    label: hostile,
    html: hostile,
    optionValue: fc.option(hostile, { nil: undefined }),
    optionLabel: hostile,
    columns: fc.array(
      hostile.map((it) => `c${it}`),
      { minLength: 1, maxLength: 3 },
    ),
    dataType: fc.constant("text" as const),
  });

  it("keeps hostile texts in CSV unchanged", () => {
    fc.assert(
      fc.property(fc.array(anyRow), (all) => {
        const [, ...lines] = parse(codebookText(all, "csv", ""), { record_delimiter: "\r\n" });
        assert.deepEqual(
          lines.map((it) => [it[0], it[2], it[4], it[5], it[6], it[7], it[8]]),
          all.map((it) => [
            it.block,
            it.question,
            it.label,
            it.html,
            it.optionValue ?? "",
            it.optionLabel,
            it.columns
              .map((name) => name.replaceAll("\\", "\\\\").replaceAll(";", "\\;"))
              .join(";"),
          ]),
        );
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  it("escapes hostile texts in Markdown", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1 }), hostile, (all, title) => {
        for (const line of codebookText(all, "md", title).trimEnd().split("\n")) {
          const bare = line.replace(/\\[!-/:-@[-`{-~]/g, "x");
          assert.match(line, /^$|^##? |^\| /);
          assert.doesNotMatch(
            bare.replace(/^##? /, ""),
            /[`*_[\]<>&~$#@\\]|\/\/|www\.|\p{Cc}|\u202e/u,
          );
          if (line.startsWith("|")) {
            assert.equal(bare.split("|").length, 8, line);
          }
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
