import assert from "node:assert/strict";
import fc from "fast-check";
import { contentFilter } from "../../../src/model/filterSchema.ts";
import { mappers } from "../../../src/client/mappers/mappers.ts";
import { gridCells, type Column } from "../../../src/model/grid.ts";
import { metadataFields } from "../../../src/model/metadataColumns.ts";
import type { Response, Variable } from "../../../src/model/response.ts";
import { cellTest, type Condition } from "../../../src/model/conditions/conditions.ts";
import { isOfMetadata, matchesFilter, responseTest } from "../../../src/model/responseFilter.ts";
import type { ColumnName, NoAnswerReason } from "../../../src/model/conditions/condition.ts";
import type { NumberBounds } from "../../../src/model/conditions/kinds.ts";
import { anyCondition } from "../../support/conditionExamples.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";

/** The same response as each version sends it. */
const sent: Readonly<Record<ApiVersion, object>> = {
  v1: older(),
  v2: older(),
  v3: {
    responseId: "r1",
    completedStatus: "COMPLETED",
    ...facts(),
    embeddedData: [{ name: "source", value: "Web" }, { name: "empty" }],
    variables: [
      { name: "sex", answer: [{ value: "2" }] },
      { name: "drinks", answer: [{ value: "1" }, { value: "9", etcValue: "Black COFFEE" }] },
      { name: "why", answer: [] },
    ],
  },
};

function facts() {
  return {
    serial: "S1",
    collectGroupId: "g1",
    startedAt: "2025-02-28T23:59:00",
    finishedAt: "2025-03-01T00:01:30",
  };
}

function older() {
  return {
    ...facts(),
    parameters: { source: "Web", empty: null },
    answers: [
      { name: "sex", rank: 1, answer: [{ num: 2 }] },
      { name: "drinks", rank: 2, answer: [{ num: 1 }, { num: 9, str: "Black COFFEE" }] },
      { name: "why", rank: 3, answer: [] },
    ],
  };
}

const ranks: Readonly<Record<string, number>> = { sex: 1, drinks: 2, why: 3, never: 4 };

for (const version of apiVersions) {
  describe(`filter for responses of ${version}`, () => {
    const response = mappers[version].response(sent[version]);
    const variable = (name: string): ColumnName =>
      version === "v3" ? { kind: "variable", name } : { kind: "variable", name, rank: ranks[name] };
    const isOneOf = (column: ColumnName, values: string[], missing: NoAnswerReason[] = []) =>
      matchesFilter({ conditions: [{ ...column, is: "oneOf", values, missing }] }, response);
    const contains = (column: ColumnName, text: string) =>
      matchesFilter({ conditions: [{ ...column, is: "contains", text }] }, response);

    it("matches if it is empty", () => {
      assert.ok(matchesFilter({}, response));
      assert.ok(matchesFilter({ conditions: [] }, response));
    });

    it("matches exact values of any answer", () => {
      assert.ok(isOneOf(variable("sex"), ["1", "2"]));
      assert.ok(!isOneOf(variable("sex"), ["1", "3", "22", ""]));
      assert.ok(isOneOf(variable("drinks"), ["9"]));
      assert.ok(isOneOf(variable("drinks"), ["1"]));
      assert.ok(!isOneOf(variable("drinks"), ["Black COFFEE"]));
      assert.ok(!isOneOf(variable("sex"), []));
    });

    it("distinguishes unanswered questions from questions not shown", () => {
      const kinds: readonly (readonly NoAnswerReason[])[] = [
        [],
        ["noAnswer"],
        ["notShown"],
        ["noAnswer", "notShown"],
      ];
      const found = (name: string) => kinds.map((it) => isOneOf(variable(name), ["5"], [...it]));
      assert.deepEqual(found("sex"), [false, false, false, false]);
      assert.deepEqual(found("why"), [false, true, false, true]);
      assert.deepEqual(found("never"), [false, false, true, true]);
    });

    it("finds text in values and other texts, ignoring case", () => {
      for (const text of ["Black COFFEE", "black coffee", "COFFEE", "k c"]) {
        assert.ok(contains(variable("drinks"), text), text);
      }
      assert.ok(contains(variable("drinks"), "9"));
      assert.ok(!contains(variable("drinks"), "tea"));
      assert.ok(!contains(variable("sex"), "coffee"));
      assert.ok(!contains(variable("why"), "a"));
      assert.ok(!contains(variable("never"), "a"));
    });

    it("matches embedded data, and those without a value", () => {
      const embedded = (name: string): ColumnName => ({ kind: "embedded", name });
      assert.ok(isOneOf(embedded("source"), ["Web"]));
      assert.ok(!isOneOf(embedded("source"), ["web"]));
      assert.ok(contains(embedded("source"), "wEB"));
      for (const name of ["empty", "none", "__proto__", "constructor", "sex"]) {
        assert.ok(isOneOf(embedded(name), [], ["notShown"]), name);
        assert.ok(!isOneOf(embedded(name), ["Web", "2"], ["noAnswer"]), name);
      }
    });

    it("matches the metadata that the version provides", () => {
      const fact = (name: string): ColumnName => ({ kind: "metadata", name });
      assert.ok(isOneOf(fact("collectGroupId"), ["g1"]));
      assert.ok(contains(fact("finishedAt"), "03-01t00"));
      const isIn = version === "v3";
      assert.equal(isOneOf(fact("completedStatus"), ["COMPLETED"]), isIn);
      assert.equal(isOneOf(fact("completedStatus"), [], ["notShown"]), !isIn);
      // These are not columns, even if the response has such fields.
      for (const name of ["variables", "embeddedData", "answerUid", "toString", "__proto__"]) {
        assert.ok(isOneOf(fact(name), [], ["notShown"]), name);
      }
    });

    it("compares times like the service: after the start, up to the end", () => {
      const isIn = (startDateTime?: string, endDateTime?: string) =>
        matchesFilter({ startDateTime, endDateTime }, response);
      const [before, at, after] = [
        "2025-03-01T00:01:29",
        "2025-03-01T00:01:30",
        "2025-03-01T00:01:31",
      ];
      assert.deepEqual(
        [before, at, after].map((it) => isIn(it)),
        [true, false, false],
      );
      assert.deepEqual(
        [before, at, after].map((it) => isIn(undefined, it)),
        [false, true, true],
      );
      assert.ok(isIn(before, at));
    });

    it("compares the duration in seconds, including both bounds", () => {
      const took = (atLeast?: number, atMost?: number) =>
        matchesFilter({ duration: { atLeast, atMost } }, response);
      assert.deepEqual(
        [149, 150, 151].map((it) => took(it)),
        [true, true, false],
      );
      assert.deepEqual(
        [149, 150, 151].map((it) => took(undefined, it)),
        [false, true, true],
      );
      assert.ok(took(150, 150));
      assert.ok(took());
    });

    it("requires all of its parts", () => {
      const group = { collectGroupId: "g1" };
      const condition: Condition = { ...variable("sex"), is: "oneOf", values: ["2"], missing: [] };
      assert.ok(matchesFilter({ ...group, conditions: [condition, condition] }, response));
      assert.ok(!matchesFilter({ collectGroupId: "g2", conditions: [condition] }, response));
      const other: Condition = { ...variable("sex"), is: "contains", text: "1" };
      assert.ok(!matchesFilter({ ...group, conditions: [condition, other] }, response));
    });
  });
}

describe("response filter", () => {
  const none: Response = { embeddedData: [], variables: [] };

  it("does not match fields that the response lacks", () => {
    assert.ok(!matchesFilter({ startDateTime: "2025-01-01T00:00:00" }, none));
    assert.ok(!matchesFilter({ endDateTime: "2025-01-01T00:00:00" }, none));
    assert.ok(!matchesFilter({ collectGroupId: "g" }, none));
    assert.ok(!matchesFilter({ duration: { atLeast: 0 } }, none));
    const strange = { ...none, startedAt: "yesterday", finishedAt: "2025-03-01T00:00:00" };
    assert.ok(!matchesFilter({ duration: { atMost: 10 } }, strange));
  });

  it("distinguishes questions of one rank by name, and uses the rank if a name is missing", () => {
    const given = (name: string, rank: number | undefined, value: string): Variable => ({
      name,
      rank,
      options: [],
      answer: [{ value }],
    });
    const is = (column: Omit<ColumnName, "kind">, value: string, ...variables: Variable[]) =>
      matchesFilter(
        {
          conditions: [{ kind: "variable", ...column, is: "oneOf", values: [value], missing: [] }],
        },
        { ...none, variables },
      );
    assert.ok(is({ name: "sex", rank: 1 }, "2", given("sex", 1, "2")));
    assert.ok(!is({ name: "sex", rank: 1 }, "2", given("age", 1, "2")));
    assert.ok(is({ name: "sex", rank: 1 }, "2", given("1", 1, "2")));
    assert.ok(is({ name: "1", rank: 1 }, "2", given("sex", 1, "2")));
    assert.ok(is({ name: "sex", rank: 1 }, "2", given("sex", undefined, "2")));
    // The question "2" without a rank is not the one of rank 2.
    assert.ok(!is({ name: "2", rank: 2 }, "x", given("2", undefined, "x")));
    // Of a question that the response has twice, both answers count, as in the grid.
    assert.ok(is({ name: "sex", rank: 1 }, "2", given("sex", 1, "2"), given("1", 1, "7")));
    assert.ok(is({ name: "sex", rank: 1 }, "7", given("sex", 1, "2"), given("1", 1, "7")));
  });

  it("matches the cell that the grid shows in any column", () => {
    const name = fc.constantFrom("1", "2", "sex", "age");
    const rank = fc.constantFrom(undefined, 1, 2);
    const answers = fc.array(fc.record({ value: fc.constantFrom("a", "b") }), { maxLength: 2 });
    const variables = fc.array(
      fc.record({ name, rank, answer: answers, options: fc.constant([]) }),
      { maxLength: 4 },
    );
    const embeddedData = fc.array(
      fc.record({ name, value: fc.constantFrom(undefined, "a", "b") }),
      { maxLength: 3 },
    );
    const response = fc.record({
      variables,
      embeddedData,
      serial: fc.constantFrom("a", undefined),
    });
    const column = fc.oneof(
      fc.record({ kind: fc.constant("variable" as const), name, rank }),
      fc.record({ kind: fc.constant("embedded" as const), name }),
      fc.record({
        kind: fc.constant("metadata" as const),
        name: fc.constantFrom(...metadataFields),
      }),
    );
    const ask = anyCondition(fc.constantFrom("a", "A", "b"));
    fc.assert(
      fc.property(response, column, ask, (given, place, asked) => {
        const shown: Column = { ...place, text: "", options: [] };
        const condition: Condition = { ...place, ...asked };
        const [cell] = gridCells([shown], given);
        assert.ok(cell !== undefined);
        assert.equal(matchesFilter({ conditions: [condition] }, given), cellTest(condition)(cell));
      }),
      { seed: 5, numRuns: 2000 },
    );
  });

  it("finds plain numbers within bounds, with an inclusive or exclusive upper bound", () => {
    const values = ["-2", "1", "1.5", "2", "10", "", "01", "1.50", "1e3", " 1", "abc", "Infinity"];
    const within = (bounds: NumberBounds): string[] => {
      const isFulfilledBy = cellTest({ kind: "embedded", name: "n", is: "between", ...bounds });
      assert.ok(!isFulfilledBy(null));
      assert.ok(!isFulfilledBy([]));
      assert.equal(
        isFulfilledBy([{ value: "x" }, { value: "1.5" }]),
        isFulfilledBy([{ value: "1.5" }]),
      );
      return values.filter((value) => isFulfilledBy([{ value }]));
    };
    assert.deepEqual(within({ atLeast: 1, atMost: 2 }), ["1", "1.5", "2", "1.50"]);
    assert.deepEqual(within({ atLeast: 1, below: 2 }), ["1", "1.5", "1.50"]);
    assert.deepEqual(within({ atLeast: 1.5 }), ["1.5", "2", "10", "1.50"]);
    assert.deepEqual(within({ atMost: 1 }), ["-2", "1"]);
    assert.deepEqual(within({ below: 1 }), ["-2"]);
    assert.deepEqual(within({ atMost: 2, below: 2 }), ["-2", "1", "1.5", "1.50"]);
    assert.deepEqual(within({ atLeast: 3, atMost: 2 }), []);
  });

  it("is decidable by metadata if it uses only metadata", () => {
    const of = (kind: ColumnName["kind"]): Condition => ({
      kind,
      name: "x",
      is: "contains",
      text: "y",
    });
    assert.ok(isOfMetadata({ duration: { atLeast: 1 } }));
    assert.ok(isOfMetadata({ conditions: [of("metadata")] }));
    assert.ok(!isOfMetadata({ conditions: [of("metadata"), of("variable")] }));
    assert.ok(!isOfMetadata({ conditions: [of("embedded")] }));
  });

  it("is decoded by a schema that rejects unknown or invalid fields", () => {
    const condition = { kind: "variable", name: "Q", is: "contains", text: "x" };
    assert.ok(
      contentFilter.safeParse({ duration: { atLeast: 1 }, conditions: [condition] }).success,
    );
    const range = { kind: "embedded", name: "age", is: "between", atLeast: 18, below: 24.5 };
    assert.deepEqual(contentFilter.parse({ conditions: [range] }), { conditions: [range] });
    for (const wrong of [
      { conditions: [{ ...range, atLeast: undefined, below: undefined }] },
      { conditions: [{ ...range, atLeast: "18" }] },
      { conditions: [{ ...range, atLeast: Infinity }] },
      { conditions: [{ ...range, above: 3 }] },
      { conditions: [{ ...condition, text: "" }] },
      { conditions: [{ ...condition, is: "isNot" }] },
      { conditions: [{ ...condition, values: [] }] },
      { duration: { atLeast: "1" } },
      { durations: {} },
      [],
      null,
    ]) {
      assert.ok(!contentFilter.safeParse(wrong).success, JSON.stringify(wrong));
    }
  });

  it("lowers the case of its text once for all responses", () => {
    let folds = 0;
    const text = {
      toLowerCase: () => {
        folds++;
        return "a";
      },
    };
    const isWanted = responseTest({
      conditions: [{ kind: "metadata", name: "serial", is: "contains", text: text as string }],
    });
    assert.deepEqual(
      ["xAx", "b", "a"].map((serial) => isWanted({ ...none, serial })),
      [true, false, true],
    );
    assert.equal(folds, 1);
  });
});

describe("decoded filter", () => {
  const decoded = (condition: object) =>
    contentFilter.parse({ conditions: [{ kind: "variable", name: "Q1", ...condition }] })
      .conditions;

  it("requires values or missing", () => {
    const named = { kind: "variable", name: "Q1", is: "oneOf" };
    assert.deepEqual(decoded({ is: "oneOf", values: ["1"] }), [
      { ...named, values: ["1"], missing: [] },
    ]);
    assert.deepEqual(decoded({ is: "oneOf", missing: ["noAnswer"] }), [
      { ...named, values: [], missing: ["noAnswer"] },
    ]);
    assert.throws(() => decoded({ is: "oneOf" }), /must have values, or missing/);
    assert.throws(() => decoded({ is: "oneOf", values: ["1"], other: 1 }));
  });
});
