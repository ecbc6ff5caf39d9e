import assert from "node:assert/strict";
import type { Response, Variable } from "../../../../src/model/response.ts";
import type { Survey } from "../../../../src/model/survey.ts";
import type { TableForm } from "../../../../src/model/tabular/tableForm.ts";
import { answered, question, shown, surveyOf, tableOf } from "./support.ts";

const yesNo = { "1": "<i>Yes</i>", "2": "No" };

/** Returns header and rows, only of the columns from variables and embedded data. */
function rows(survey: Survey, responses: readonly Response[], form: Partial<TableForm> = {}) {
  return shown(tableOf(survey, responses, form), responses);
}

function columnOf(survey: Survey, responses: readonly Response[], name: string) {
  const found = tableOf(survey, responses).columns.find((it) => it.name === name);
  return found ?? assert.fail(`There is no column ${name}.`);
}

describe("columns of a table", () => {
  it("follow the structure if there are no responses", () => {
    const survey = surveyOf([
      question("one", yesNo),
      question("several", { a: "A", b: "B" }, "MULTI_SELECT"),
      question("open"),
    ]);
    assert.deepEqual(rows(survey, []), [["one", "several_a", "several_b", "open"]]);
    const one = columnOf(survey, [], "one");
    assert.deepEqual([one.type, one.measure, one.width], ["number", "nominal", 1]);
    assert.equal(columnOf(survey, [], "open").type, "text");
    assert.equal(columnOf(survey, [], "several_b").label, "Text of several: B");
  });

  it("contain codes, labels or both, using the code if it has no label", () => {
    const survey = surveyOf([question("q", yesNo)]);
    const responses = [answered({ q: ["1"] }), answered({ q: ["7"] }), answered({ q: [] })];
    assert.deepEqual(rows(survey, responses), [["q"], [1], [7], [null]]);
    assert.deepEqual(rows(survey, responses, { cells: "labels" }), [["q"], ["Yes"], ["7"], [null]]);
    assert.deepEqual(rows(survey, responses, { cells: "both" }), [
      ["q", "q_label"],
      [1, "Yes"],
      [7, "7"],
      [null, null],
    ]);
    const { unknownCodes } = tableOf(survey, responses);
    assert.deepEqual(unknownCodes, [{ variable: "q", code: "7", count: 1 }]);
  });

  it("keep a collect group's ID beside its label", () => {
    const its = (cells: TableForm["cells"]) => {
      const response = answered({}, [], { collectGroupId: "g1" });
      const collectGroups = [{ collectGroupId: "g1", label: "Panel\n1" }];
      const table = tableOf(surveyOf([]), [response], { cells }, { collectGroups });
      return table.columns.flatMap(({ name }, index) =>
        name.startsWith("collectGroupId") ? [[name, table.rowsOf(response)[0]?.[index]]] : [],
      );
    };
    assert.deepEqual(its("codes"), [["collectGroupId", "g1"]]);
    const both = [
      ["collectGroupId", "g1"],
      ["collectGroupId_label", "Panel 1"],
    ];
    assert.deepEqual(its("labels"), both);
    assert.deepEqual(its("both"), both);
  });

  for (const type of ["MULTI_SELECT", "MultiSelect", "multiple choice"]) {
    it(`are one per option for the type ${type}, with 0 only if the question was answered`, () => {
      const survey = surveyOf([question("q", { a: "A", b: "B" }, type)]);
      const responses = [answered({ q: ["b"] }), answered({ q: [] }), answered({})];
      assert.deepEqual(rows(survey, responses, { cells: "labels" }), [
        ["q_a", "q_b"],
        [0, 1],
        [null, null],
        [null, null],
      ]);
      assert.deepEqual(tableOf(survey, responses).sets, [
        { name: "q", label: "Text of q", columns: ["q_a", "q_b"] },
      ]);
    });
  }

  it("are one per option if a response has several answers, followed by unknown codes in order", () => {
    const survey = surveyOf([question("q", { b: "B", a: "A" })]);
    const responses = [answered({ q: ["b", "a"] }), answered({ q: ["x"] }), answered({ q: ["9"] })];
    assert.deepEqual(rows(survey, responses), [
      ["q_b", "q_a", "q_9", "q_x"],
      [1, 1, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
    ]);
  });

  it("keep the order of answers if it differs from the options or an answer repeats", () => {
    const survey = surveyOf([question("q", { "1": "A;", "2": "B", "3": "C" }, "Rank")]);
    const responses = [answered({ q: ["3", "1"] }), answered({ q: ["2"] }), answered({ q: [] })];
    assert.deepEqual(rows(survey, responses), [
      ["q_1", "q_2", "q_3", "q_ORDER"],
      [1, 0, 1, "3;1"],
      [0, 1, 0, "2"],
      [null, null, null, null],
    ]);
    assert.deepEqual(rows(survey, responses, { multiSelect: "delimited", cells: "both" }), [
      ["q", "q_label", "q_ORDER"],
      ["1;3", "A\\;;C", "3;1"],
      ["2", "B", "2"],
      [null, null, null],
    ]);
    assert.deepEqual(rows(survey, [answered({ q: ["1", "1"] })])[0]?.at(-1), "q_ORDER");
  });

  it("include other texts, one column for each option that has any", () => {
    const survey = surveyOf([question("q", yesNo), question("open")]);
    const responses = [
      answered({ q: [{ value: "2", etcValue: "so" }], open: [{ value: "a", etcValue: "b" }] }),
      answered({ q: [{ value: "1", etcValue: "" }] }),
      answered({ q: [{ value: "", etcValue: "no code" }] }),
    ];
    assert.deepEqual(rows(survey, responses), [
      ["q", "q_2_TEXT", "q_TEXT", "open", "open_TEXT"],
      [2, "so", null, "a", "b"],
      [1, null, null, null, null],
      [null, null, "no code", null, null],
    ]);
    assert.equal(columnOf(survey, responses, "q_2_TEXT").label, "Text of q: No (text)");
    assert.deepEqual(tableOf(survey, responses).unknownCodes, []);
  });

  it("join all answers to a question without options, in the given order", () => {
    const responses = [answered({ open: ["b;", "a\\"] }), answered({ open: ["c;d"] })];
    const survey = surveyOf([question("open")]);
    assert.deepEqual(rows(survey, responses), [["open"], ["b\\;;a\\\\"], ["c\\;d"]]);
    const { isDelimited, width } = columnOf(survey, responses, "open");
    assert.deepEqual([isDelimited, width], [true, 7]);
  });

  it("are numeric only if every value is a canonical number", () => {
    const column = (...values: string[]) => {
      const responses = values.map((it) => answered({ q: [it] }));
      const { type, decimals, measure, width } = columnOf(
        surveyOf([question("q")]),
        responses,
        "q",
      );
      return [type, decimals, measure, width];
    };
    assert.deepEqual(column("1", "-20", ""), ["number", 0, "scale", 3]);
    assert.deepEqual(column("1.25", "-999999999999999"), ["number", 2, "scale", 16]);
    for (const text of [
      "007",
      "1.50",
      "-0",
      "1000000000000000",
      "-1234567890123456",
      "9007199254740993",
      "1e-7",
      "NaN",
      "1e+21",
      "1e400",
      "NA",
      " 1",
      "+1",
    ]) {
      assert.deepEqual(column("1", text), ["text", 0, "nominal", text.length]);
    }
    assert.deepEqual(column("한국", "\ud83d\ude00", "\ud800")[3], 6);
    assert.equal(column("", "").at(0), "text");
  });

  it("give the reason for being text, regardless of the order of values", () => {
    const reason = (type: string, ...values: string[]) =>
      columnOf(
        surveyOf([question("q", {}, type)]),
        values.map((it) => answered({ q: [it] })),
        "q",
      ).textReason;
    assert.equal(reason("", "1", "2.5"), undefined);
    assert.equal(reason("", "1", "1234567890123456"), "digits");
    assert.equal(reason("", "007", "1234567890123456"), "form");
    assert.equal(reason("", "1234567890123456", "007", "x", "1"), "words");
    assert.equal(reason("LongText", "1", "2"), "question");
    assert.equal(reason("LongText", "1234567890123456"), "question");
  });

  it("use the type of the question if values are absent or ambiguous", () => {
    const typeOf = (type: string, ...values: string[]) =>
      columnOf(
        surveyOf([question("q", {}, type)]),
        values.map((it) => answered({ q: [it] })),
        "q",
      ).type;
    assert.equal(typeOf("Number"), "number");
    assert.equal(typeOf("Number", "many"), "text");
    assert.equal(typeOf("LongText", "7"), "text");
    assert.equal(typeOf("SHORT_TEXT", "7"), "number");
  });

  it('distinguish empty text from no answer, and keep "NA" as text', () => {
    const responses = [answered({ q: [""] }), answered({ q: ["NA"] }), answered({ q: [] })];
    assert.deepEqual(rows(surveyOf([question("q")]), responses), [["q"], [""], ["NA"], [null]]);
  });

  it("are ordinal for scale types", () => {
    const measure = (type: string, options = {}) =>
      columnOf(surveyOf([question("q", options, type)]), [answered({ q: ["1"] })], "q").measure;
    assert.equal(measure("LIKERT_SCALE", yesNo), "ordinal");
    assert.equal(measure("NPS"), "ordinal");
    assert.equal(measure("SingleChoice", yesNo), "nominal");
    assert.equal(measure("Number"), "scale");
  });

  it("have value labels of the same type as the values", () => {
    const labels = (options: Record<string, string>) =>
      columnOf(surveyOf([question("q", options)]), [], "q").labels;
    assert.deepEqual(labels(yesNo), [
      { value: 1, label: "Yes" },
      { value: 2, label: "No" },
    ]);
    assert.deepEqual(labels({ "01": "One", x: "" }), [{ value: "01", label: "One" }]);
  });

  it("include variables that only responses contain, with their options", () => {
    const gone: Response = {
      embeddedData: [{ name: "e", value: "w", valueLabel: "Web" }, { name: "empty" }],
      variables: [
        {
          name: "gone",
          label: "<p>Gone</p>",
          options: [{ name: "g", label: "<b>G</b>" }],
          answer: [{ value: "g" }],
        },
      ],
    };
    assert.deepEqual(rows(surveyOf([question("q")]), [gone], { cells: "both" }), [
      ["q", "gone", "gone_label", "e", "e_label", "empty"],
      [null, "g", "G", "w", "Web", null],
    ]);
    assert.deepEqual(tableOf(surveyOf([]), [gone]).unknownCodes, []);
  });

  it("join duplicate fields of one response", () => {
    const twice: Response = {
      embeddedData: [
        { name: "note", value: "1" },
        { name: "note", value: "2;" },
      ],
      variables: ["a", "b"].map((value) => ({ name: "q", options: [], answer: [{ value }] })),
    };
    const survey = surveyOf([question("q", { a: "A", b: "B", c: "C" })]);
    assert.deepEqual(rows(survey, [twice]), [
      ["q_a", "q_b", "q_c", "note"],
      [1, 1, 0, "1;2\\;"],
    ]);
  });

  it("have labels only of values that they can have", () => {
    const survey = surveyOf([question("one", { "": "Nothing", "1": "Yes" }), question("open")]);
    const options = ["none", "01", "1"].map((name) => ({ name, label: name }));
    const responses: Response[] = [
      answered({ one: ["1"] }, [{ name: "note", value: "", valueLabel: "Nothing" }]),
      answered({ open: ["7"] }, [{ name: "note", value: "2", valueLabel: "Two" }]),
      { embeddedData: [], variables: [{ name: "open", options, answer: [{ value: "1" }] }] },
    ];
    const labelsOf = (name: string) => {
      const { type, labels } = columnOf(survey, responses, name);
      return [type, ...labels.map((it) => it.value)];
    };
    assert.deepEqual(labelsOf("one"), ["number", 1]);
    assert.deepEqual(labelsOf("note"), ["number", 2]);
    assert.deepEqual(labelsOf("open"), ["number", 1]);
  });

  it("get the same variables in their rows as when they were added, whatever names ranks got since", () => {
    const named = (name: string, rank: number | undefined, value: string): Variable => ({
      name,
      rank,
      options: [],
      answer: [{ value }],
    });
    const survey = surveyOf([], { apiVersion: "v2" });
    const responses: Response[] = [
      named("Q", undefined, "none"),
      named("Q", 1, "named"),
      named("1", 1, "5"),
    ].map((it) => ({ embeddedData: [], variables: [it] }));
    assert.deepEqual(rows(survey, responses), [
      ["Q", "1"],
      ["none", null],
      ["named", null],
      [null, 5],
    ]);
  });

  it("include the requested variables and others found in responses", () => {
    const survey = surveyOf([question("Kept"), question("left"), question("sent")], {
      embeddedData: [{ name: "E" }, { name: "F" }],
    });
    const table = tableOf(
      survey,
      [answered({ sent: ["1"] })],
      {},
      {
        variables: ["kept"],
        embeddedData: ["e"],
      },
    );
    assert.deepEqual(shown(table, []), [["Kept", "sent", "E"]]);
  });

  it("report changed names", () => {
    const survey = surveyOf(
      [question("a\nb"), question("q", { "1": "x", "2": "y" }, "MULTI_SELECT"), question("Q_1")],
      {
        embeddedData: [{ name: "Q_1" }],
      },
    );
    const responses = [answered({}, [{ name: "Q_1", value: "v", valueLabel: "V" }])];
    const table = tableOf(survey, responses, { cells: "both" });
    assert.deepEqual(shown(table, []), [["a b", "q_1_3", "q_2", "Q_1", "Q_1_2", "Q_1_2_label"]]);
    assert.deepEqual(table.renamed, [
      { from: "a\nb", to: "a b" },
      { from: "q_1", to: "q_1_3" },
      { from: "Q_1", to: "Q_1_2" },
      { from: "Q_1_label", to: "Q_1_2_label" },
    ]);
  });

  it("are limited to 10,000 per question, with an error that suggests other options", () => {
    const survey = surveyOf([question("many", { a: "A" }, "MULTI_SELECT")]);
    const responses = Array.from({ length: 10_001 }, (_, it) =>
      answered({ many: [{ value: `x${it}`, etcValue: "t" }] }),
    );
    const refusal = (message: RegExp) => ({ code: "too-large", message });
    assert.throws(() => tableOf(survey, responses), refusal(/"many".*delimited.*long layout/));
    const delimited = { multiSelect: "delimited" } as const;
    assert.throws(() => tableOf(survey, responses, delimited), refusal(/"many".*long layout/));
    const long = tableOf(survey, responses, { layout: "long" });
    assert.equal(long.rows, responses.length);
    assert.equal(long.unknownCodes.length, 10_000);
    const without = responses.map((it) =>
      answered({ many: [it.variables[0]?.answer[0]?.value ?? ""] }),
    );
    assert.deepEqual(rows(survey, without, delimited).at(-1), ["x10000"]);
  });

  it("do not depend on the order of responses if the structure has them", () => {
    const survey = surveyOf([
      question("one", yesNo),
      question("several", { b: "B", a: "A" }),
      question("open"),
    ]);
    const responses = [
      answered({ one: ["2"], several: ["u", { value: "b", etcValue: "t" }], open: ["1"] }),
      answered({ one: ["x"], several: ["10"], open: ["2.5"] }),
      answered({ several: ["9", "a"] }),
    ];
    for (const layout of ["wide", "long"] as const) {
      const description = (order: readonly Response[]) => {
        const { rowsOf: _, ...rest } = tableOf(survey, order, { layout, cells: "both" });
        return rest;
      };
      assert.deepEqual(description(responses.toReversed()), description(responses));
    }
  });
});
