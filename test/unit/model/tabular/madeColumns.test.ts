import assert from "node:assert/strict";
import { madeColumns } from "../../../../src/model/tabular/madeColumns.ts";
import { question, surveyOf, tableOf } from "./support.ts";
import type { Survey } from "../../../../src/model/survey.ts";

function columnsOf(survey: Survey): [string, string[]][] {
  return madeColumns(survey).map(({ variable, columns }) => [
    variable.name,
    columns.map((it) => it.name),
  ]);
}

describe("columns made of a question", () => {
  it("match the columns of a table", () => {
    const survey = surveyOf(
      [
        question("Q1", { 1: "Yes", 2: "No" }),
        question("Q2", { 1: "One", 2: "Two" }, "MULTI_SELECT"),
        question("open", {}, "LONG_TEXT"),
      ],
      { embeddedData: [{ name: "segment", label: "Segment" }] },
    );
    assert.deepEqual(columnsOf(survey), [
      ["Q1", ["Q1"]],
      ["Q2", ["Q2_1", "Q2_2"]],
      ["open", ["open"]],
      ["segment", ["segment"]],
    ]);
    const table = tableOf(survey, []).columns.filter((it) => it.origin?.kind !== "metadata");
    assert.deepEqual(
      columnsOf(survey).flatMap(([, names]) => names),
      table.map((it) => it.name),
    );
  });

  it("have unique names for equal question names and codes", () => {
    const survey = surveyOf([
      question("Q1", { 1: "One", 2: "Two" }, "MULTI_SELECT"),
      question("q1", { 2: "Two", 3: "Three" }, "MULTI_SELECT"),
      {
        ...question("Q3", {}, "MULTI_SELECT"),
        options: ["1", "1", ""].map((name) => ({ name, label: "Same" })),
      },
    ]);
    const columns = columnsOf(survey);
    assert.deepEqual(
      columns.map(([, names]) => names.length),
      [2, 2, 2],
    );
    assert.equal(new Set(columns.flatMap(([, names]) => names)).size, 6);
  });

  it("are a single one if there would be too many", () => {
    const options = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [at, "Same"]));
    const survey = surveyOf([question("Q1", options, "MULTI_SELECT"), question("Q2")]);
    assert.deepEqual(columnsOf(survey), [
      ["Q1", ["Q1"]],
      ["Q2", ["Q2"]],
    ]);
  });
});
