import assert from "node:assert/strict";
import {
  cellReader,
  gridCells,
  structureColumns,
  withResponseColumns,
} from "../../../src/model/grid.ts";
import {
  fieldsNotProvided,
  isFirstField,
  metadataFields,
} from "../../../src/model/metadataColumns.ts";
import type { Response, Variable } from "../../../src/model/response.ts";

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

describe("grid", () => {
  const columns = withResponseColumns(structureColumns(survey), [response]);

  it("has a column for each field of survey and responses, the answers after serial and time", () => {
    assert.deepEqual(
      columns.map(({ kind, name, text }) => `${kind} ${name} ${text}`.trim()),
      [
        ...metadataFields.filter(isFirstField).map((it) => `metadata ${it}`),
        ...["variable Q1 One", "variable Q9 Nine", "embedded source Source", "embedded extra"],
        ...metadataFields.filter((it) => !isFirstField(it)).map((it) => `metadata ${it}`),
      ],
    );
  });

  it("combines option labels of the survey and the responses", () => {
    const options = (name: string) => columns.find((it) => it.name === name)?.options;
    assert.deepEqual(options("Q1"), [
      { name: "1", label: "Yes" },
      { name: "2", label: "No" },
    ]);
    assert.deepEqual(options("source"), [{ name: "w", label: "Web" }]);
    assert.deepEqual(options("extra"), [{ name: "__proto__", label: "odd" }]);
  });

  it("puts each value into its column, and null for absent values", () => {
    const cells = gridCells(columns, response);
    const cell = (name: string) => cells[columns.findIndex((it) => it.name === name)];
    assert.deepEqual(cell("serial"), [{ value: "s1" }]);
    assert.deepEqual(cell("Q1"), [{ value: "2", etcValue: "well" }]);
    assert.deepEqual(cell("extra"), [{ value: "__proto__" }]);
    assert.equal(cell("finishedAt"), null);
  });

  it("joins fields that a response has twice, as tables do", () => {
    const twice: Response = {
      embeddedData: ["a", "b"].map((value) => ({ name: "source", value })),
      variables: ["1", "2"].map((value) => ({ name: "Q1", options: [], answer: [{ value }] })),
    };
    const cells = gridCells(columns, twice);
    const cellOf = (name: string) => cells[columns.findIndex((it) => it.name === name)];
    assert.deepEqual(cellOf("Q1"), [{ value: "1" }, { value: "2" }]);
    assert.deepEqual(cellOf("source"), [{ value: "a" }, { value: "b" }]);
  });

  it("distinguishes an unanswered question from one that the response lacks", () => {
    const cells = (given: Response) => gridCells(columns, given);
    const at = columns.findIndex((it) => it.name === "Q9");
    assert.deepEqual(cells(response)[at], []);
    assert.equal(cells({ ...response, variables: [] })[at], null);
  });

  it("keeps the structure's columns if responses add none", () => {
    const structure = structureColumns(survey);
    assert.deepEqual(withResponseColumns(structure, []), structure);
  });
});

describe("grid of a survey with ranks", () => {
  const ranked = {
    apiVersion: "v2" as const,
    questions: [
      { name: "1", rank: 1, label: "One", options: [{ name: "1", rank: 1, label: "Yes" }] },
      { name: "2", rank: 2, label: "Two", options: [] },
    ],
    embeddedData: [{ name: "source", isCollectable: true }],
  };
  const variable = (name: string, rank: number | undefined, value: string): Variable => ({
    name,
    rank,
    options: [],
    answer: [{ value }],
  });
  const responses: Response[] = [
    { embeddedData: [], variables: [variable("age", 2, "41"), variable("zed", undefined, "z")] },
    { embeddedData: [], variables: [variable("1", 1, "1"), variable("2", undefined, "no rank")] },
    { embeddedData: [], variables: [variable("sex", 1, "2"), variable("2", 2, "42")] },
    { embeddedData: [], variables: [variable("old", 1, "3"), variable("sex", undefined, "4")] },
  ];
  const columns = withResponseColumns(structureColumns(ranked), responses);
  const variables = columns.filter((it) => it.kind === "variable");

  it("takes names from responses, with two names of one rank as two questions", () => {
    assert.deepEqual(
      variables.map(({ name, rank, text }) => [name, rank, text]),
      [
        ["sex", 1, "One"],
        ["age", 2, "Two"],
        ["zed", undefined, ""],
        ["2", undefined, ""],
        ["old", 1, ""],
      ],
    );
  });

  it("puts each answer into one column", () => {
    assert.deepEqual(
      responses.map((it) => gridCells(variables, it).map((cell) => cell?.[0]?.value ?? "")),
      [
        ["", "41", "z", "", ""],
        ["1", "", "", "no rank", ""],
        ["2", "42", "", "", ""],
        ["4", "", "", "", "3"],
      ],
    );
  });

  it("reads responses in sequence as it reads each one alone", () => {
    const mixed = [...responses, ...responses.toReversed(), ...responses].map((it, index) => ({
      ...it,
      embeddedData: ["a", "b", "a"].slice(index % 3).map((name, at) => ({ name, value: `${at}` })),
    }));
    const all = withResponseColumns(columns, mixed);
    assert.deepEqual(
      mixed.map(cellReader(all)),
      mixed.map((it) => gridCells(all, it)),
    );
    assert.deepEqual(
      gridCells(all, mixed[0] ?? assert.fail())
        .filter((_, at) => all[at]?.kind === "embedded")
        .slice(-2),
      [[{ value: "0" }, { value: "2" }], [{ value: "1" }]],
    );
  });

  it("omits columns that the version does not provide, and lists them", () => {
    const missing = fieldsNotProvided("v2");
    assert.ok(missing.includes("responseId"));
    assert.deepEqual(fieldsNotProvided("v3"), []);
    const names = columns.filter((it) => it.kind === "metadata").map((it) => it.name);
    assert.deepEqual(
      names,
      metadataFields.filter((name) => !missing.includes(name)),
    );
  });
});
