import assert from "node:assert/strict";
import {
  gridRow,
  metadataFields,
  structureColumns,
  withResponseColumns,
} from "../../../src/model/grid.ts";
import type { Response } from "../../../src/model/response.ts";

const survey = {
  apiVersion: "v3" as const,
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "<b>One</b>",
      options: [{ name: "1", label: "Yes" }],
    },
  ],
  embeddedData: [{ name: "source", label: "Source" }],
};
const response: Response = {
  responseId: "r1",
  serial: "s1",
  embeddedData: [
    { name: "source", value: "w", valueLabel: "Web" },
    { name: "extra", value: "__proto__", valueLabel: "odd" },
  ],
  variables: [
    {
      name: "Q1",
      options: [{ name: "2", label: "<i>No</i>" }],
      answer: [{ value: "2", etcValue: "well" }],
    },
    { name: "Q9", label: "Nine", options: [], answer: [] },
  ],
};

describe("the grid", () => {
  const columns = withResponseColumns(structureColumns(survey), [response]);

  it("has a column for all that the survey or a response has", () => {
    const named = columns.map(({ kind, name, text }) => `${kind} ${name} ${text}`.trim());
    const own = named.filter((it) => it.startsWith("metadata "));
    assert.deepEqual(own.toSorted(), metadataFields.map((name) => `metadata ${name}`).toSorted());
    assert.deepEqual(
      named.filter((it) => !own.includes(it)),
      ["variable Q1 One", "variable Q9 Nine", "embedded source Source", "embedded extra"],
    );
  });

  it("knows the labels of the survey and of the responses", () => {
    const options = (name: string) => columns.find((it) => it.name === name)?.options;
    assert.deepEqual(options("Q1"), [
      { name: "1", label: "Yes" },
      { name: "2", label: "No" },
    ]);
    assert.deepEqual(options("source"), [{ name: "w", label: "Web" }]);
    assert.deepEqual(options("extra"), [{ name: "__proto__", label: "odd" }]);
  });

  it("puts each value below its column, and nothing where the response says nothing", () => {
    const { cells } = gridRow(columns, response);
    const cell = (name: string) => cells[columns.findIndex((it) => it.name === name)];
    assert.deepEqual(cell("serial"), [{ value: "s1" }]);
    assert.deepEqual(cell("Q1"), [{ value: "2", etcValue: "well" }]);
    assert.deepEqual(cell("extra"), [{ value: "__proto__" }]);
    assert.equal(cell("Q9"), null);
    assert.equal(cell("finishedAt"), null);
  });

  it("leaves the structure's columns as they are where responses add nothing", () => {
    const structure = structureColumns(survey);
    assert.deepEqual(withResponseColumns(structure, []), structure);
  });
});
