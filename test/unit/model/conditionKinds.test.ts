import assert from "node:assert/strict";
import {
  cellTest,
  conditionNames,
  conditionSentence,
  conditionsOf,
  type Condition,
  type ConditionKindName,
} from "../../../src/model/conditions/conditions.ts";
import { contentFilter } from "../../../src/model/filterSchema.ts";
import { conditionExamples } from "../../support/conditionExamples.ts";
import { english } from "../charts/reportFixtures.ts";

const column = { kind: "variable", name: "NPS" } as const;

function decoded(is: ConditionKindName, fields: object): unknown {
  return contentFilter.parse({ conditions: [{ ...column, is, ...fields }] }).conditions?.[0];
}

for (const is of conditionNames) {
  describe(`condition "${is}"`, () => {
    const { asked, brief, passing, failing, refused } = conditionExamples[is];
    const condition = { ...column, is, ...asked } as Condition;

    it("is decoded, and rejected with missing, unknown or invalid fields", () => {
      assert.deepEqual(decoded(is, asked), condition);
      for (const wrong of [{}, { ...asked, other: 1 }, ...refused]) {
        assert.throws(() => decoded(is, wrong), { name: "ZodError" }, JSON.stringify(wrong));
      }
    });

    it("matches the cells that fulfil it, and no others", () => {
      const isFulfilledBy = cellTest(condition);
      assert.ok(passing.length > 0 && failing.length > 0);
      assert.deepEqual(
        passing.filter((it) => !isFulfilledBy(it)),
        [],
      );
      assert.deepEqual(failing.filter(isFulfilledBy), []);
    });

    it("is kept in a filter", () => {
      assert.deepEqual(conditionsOf(column, { [is]: asked }), [condition]);
    });

    it("is described in words", () => {
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

describe("conditions without a requirement", () => {
  it("are left out", () => {
    const nothing = { oneOf: { values: [], missing: [] }, between: {}, contains: { text: "" } };
    assert.deepEqual(conditionsOf(column, nothing), []);
    const bound = { atMost: 0, atLeast: undefined };
    assert.deepEqual(conditionsOf(column, { ...nothing, between: bound }), [
      { ...column, is: "between", ...bound },
    ]);
  });
});
