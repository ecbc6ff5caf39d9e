import assert from "node:assert/strict";
import { codebookRows } from "../../../../src/model/tabular/codebook.ts";
import { answered, question, surveyOf, tableOf } from "./support.ts";

const survey = surveyOf(
  [
    question("one", { "1": "<i>Yes</i>", "2": "No" }),
    question("several", { a: "A", b: "B" }, "MULTI_SELECT"),
    question("open", {}, "Text"),
  ],
  {
    blocks: [{ name: "b", label: "Block", questions: ["open"] }],
    embeddedData: [{ name: "source", label: "Source" }],
  },
);
const groups = [{ collectGroupId: "g", label: "Panel" }];
const responses = [
  answered({ one: [{ value: "2", etcValue: "so" }], several: ["b", "x"], gone: ["?"] }, [
    { name: "source", value: "w", valueLabel: "Web" },
  ]),
];

function rows(form: Parameters<typeof tableOf>[2]) {
  const table = tableOf(survey, responses, form, { collectGroups: groups });
  return codebookRows(survey, table);
}

describe("codebook rows", () => {
  it("contain one row per option with its columns", () => {
    const short = rows({ cells: "both" })
      .filter((it) => it.kind === "variable")
      .map((it) => [it.order, it.question, it.optionValue, it.optionLabel, it.columns.join(" ")]);
    assert.deepEqual(short, [
      [1, "one", "1", "Yes", "one one_label"],
      [1, "one", "2", "No", "one one_label one_2_TEXT"],
      [2, "several", "a", "A", "several_a"],
      [2, "several", "b", "B", "several_b"],
      [2, "several", "x", undefined, "several_x"],
      [3, "open", undefined, undefined, "open"],
      [4, "gone", undefined, undefined, "gone"],
    ]);
  });

  it("contain block, type, text and HTML, and the count of unknown codes", () => {
    const all = rows({});
    assert.deepEqual(
      all.find((it) => it.question === "open"),
      {
        block: "Block",
        order: 3,
        kind: "variable",
        question: "open",
        type: "Text",
        label: "Text of open",
        html: "<b>Text</b> of open",
        columns: ["open"],
        dataType: "text",
      },
    );
    assert.equal(all.find((it) => it.optionValue === "x")?.unknownCount, 1);
  });

  it("include collect groups and embedded data", () => {
    const all = rows({});
    assert.deepEqual(
      all.filter((it) => it.question === "collectGroupId"),
      [
        {
          order: 3,
          kind: "metadata",
          question: "collectGroupId",
          label: "",
          columns: ["collectGroupId"],
          dataType: "text",
          optionValue: "g",
          optionLabel: "Panel",
        },
      ],
    );
    const embedded = all.filter((it) => it.kind === "embedded");
    assert.deepEqual(
      embedded.map((it) => [it.order, it.label, it.optionValue, it.optionLabel, ...it.columns]),
      [[1, "Source", "w", "Web", "source"]],
    );
  });

  it('name the values of the column "variable" in a long table', () => {
    const long = rows({ layout: "long" }).filter((it) => it.kind === "variable");
    assert.deepEqual(
      [...new Set(long.flatMap((it) => it.columns))],
      ["one", "several", "open", "gone"],
    );
  });

  it("of two questions with one name have the columns and the block of each", () => {
    const twice = surveyOf(
      [
        question("q", { 1: "A", 2: "B" }),
        question("q", { 1: "C", 3: "D" }, "MULTI_SELECT"),
        question("once"),
      ],
      {
        blocks: [
          { name: "b", label: "One", questions: ["once", "q"] },
          { name: "c", label: "Two", questions: ["q"] },
        ],
      },
    );
    const given = [answered({ q: [{ value: "1", etcValue: "so" }] })];
    const shown = codebookRows(twice, tableOf(twice, given))
      .filter((it) => it.kind === "variable")
      .map((it) => [it.order, it.block, it.question, it.optionLabel, it.columns.join(" ")]);
    assert.deepEqual(shown, [
      [1, "One", "q", "A", "q q_1_TEXT"],
      [1, "One", "q", "B", "q"],
      [2, "Two", "q", "C", "q_2_1"],
      [2, "Two", "q", "D", "q_2_3"],
      [3, "One", "once", undefined, "once"],
    ]);
  });

  it("use names of v1 and v2 questions that only responses contain", () => {
    const ranked = surveyOf(
      [
        {
          name: "1",
          rank: 1,
          label: "<p>One</p>",
          options: [{ name: "1", rank: 1, label: "Yes" }],
        },
      ],
      { apiVersion: "v2" },
    );
    const given = ["sex", "old"].map((name) => ({
      embeddedData: [],
      variables: [{ name, rank: 1, options: [], answer: [{ value: "1" }] }],
    }));
    assert.deepEqual(
      codebookRows(ranked, tableOf(ranked, given))
        .filter((it) => it.kind === "variable")
        .map((it) => [it.order, it.question, it.html, it.optionLabel]),
      [
        [1, "sex", "<p>One</p>", "Yes"],
        [2, "old", undefined, undefined],
      ],
    );
  });
});
