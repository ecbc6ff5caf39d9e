import assert from "node:assert/strict";
import {
  cellTest,
  conditionNames,
  conditionSentence,
  conditionsOf,
  type Condition,
  type ConditionKindName,
} from "../../../src/model/conditions/conditions.ts";
import { contentFilter, fieldSchema } from "../../../src/model/filterSchema.ts";
import { conditionExamples } from "../../support/conditionExamples.ts";
import { english } from "../charts/reportFixtures.ts";

const column = { kind: "variable", name: "NPS" } as const;

function decoded(is: ConditionKindName, fields: object): unknown {
  return contentFilter.parse({ conditions: [{ ...column, is, ...fields }] }).conditions?.[0];
}

for (const is of conditionNames) {
  describe(`a condition "${is}"`, () => {
    const { asked, brief, passing, failing, refused } = conditionExamples[is];
    const condition = { ...column, is, ...asked } as Condition;

    it("is decoded from outside, and refused where it says what nobody knows", () => {
      assert.deepEqual(decoded(is, asked), condition);
      for (const wrong of [{}, { ...asked, other: 1 }, ...refused]) {
        assert.throws(() => decoded(is, wrong), { name: "ZodError" }, JSON.stringify(wrong));
      }
    });

    it("lets cells through that fulfil it, and no others", () => {
      const isFulfilledBy = cellTest(condition);
      assert.ok(passing.length > 0 && failing.length > 0);
      assert.deepEqual(
        passing.filter((it) => !isFulfilledBy(it)),
        [],
      );
      assert.deepEqual(failing.filter(isFulfilledBy), []);
    });

    it("stays in a filter", () => {
      assert.deepEqual(conditionsOf(column, { [is]: asked }), [condition]);
    });

    it("is said in words", () => {
      const words = {
        ...english,
        column: "NPS",
        value: (value: string) => value,
        missing: () => "no answer",
      };
      assert.equal(conditionSentence(condition, { ...words, isBrief: true }), brief);
      assert.match(conditionSentence(condition, { ...words, isBrief: false }), /^NPS.+/);
    });
  });
}

describe("conditions that demand nothing", () => {
  it("are left out", () => {
    const nothing = { oneOf: { values: [], missing: [] }, between: {}, contains: { text: "" } };
    assert.deepEqual(conditionsOf(column, nothing), []);
    const bound = { atMost: 0, atLeast: undefined };
    assert.deepEqual(conditionsOf(column, { ...nothing, between: bound }), [
      { ...column, is: "between", ...bound },
    ]);
  });
});

describe("a field of a condition", () => {
  it("can be a text of some form", () => {
    const day = fieldSchema({ type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
    assert.deepEqual(
      ["2025-03-01", "2025-3-1", "", 20250301].map((it) => day.safeParse(it).success),
      [true, false, false, false],
    );
  });
});
