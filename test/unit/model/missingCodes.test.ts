import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  codesOfText,
  hasMissingCodes,
  isMissing,
  missingCodesOf,
  noMissingCodes,
  withMissingCodes,
} from "../../../src/model/missingCodes.ts";

const question = (name: string, rank?: number) => ({ kind: "variable" as const, name, rank });

describe("missing codes", () => {
  it("of the survey apply to all questions, but not to embedded data", () => {
    const declared = withMissingCodes(noMissingCodes, undefined, codesOfText(" 99, 98;-1 99 "));
    assert.deepEqual(declared.survey, ["99", "98", "-1"]);
    assert.ok(isMissing(declared, question("Q1"), "99"));
    assert.ok(isMissing(declared, question("Q1"), "-1.0"));
    assert.ok(!isMissing(declared, question("Q1"), "9"));
    assert.ok(!isMissing(declared, { kind: "embedded", name: "Q1" }, "99"));
  });

  it("of a question override those of the survey, until removed", () => {
    const survey = withMissingCodes(noMissingCodes, undefined, ["99"]);
    const own = withMissingCodes(survey, { name: "Q1" }, ["dk", "dk"]);
    assert.deepEqual(missingCodesOf(own, question("Q1")), ["dk"]);
    assert.deepEqual(missingCodesOf(own, question("Q2")), ["99"]);
    const none = withMissingCodes(own, { name: "Q1" }, []);
    assert.deepEqual(missingCodesOf(none, question("Q1")), []);
    assert.deepEqual(withMissingCodes(none, { name: "Q1" }, undefined), survey);
    assert.ok(hasMissingCodes(none));
    assert.ok(!hasMissingCodes(withMissingCodes(survey, undefined, [])));
  });

  it("identify questions of v1 and v2 by rank, regardless of their name in responses", () => {
    const declared = withMissingCodes(noMissingCodes, { name: "3", rank: 3 }, ["7"]);
    assert.ok(isMissing(declared, question("satisfaction", 3), "7"));
    assert.ok(!isMissing(declared, question("satisfaction", 4), "7"));
  });
});
