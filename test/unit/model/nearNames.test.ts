import assert from "node:assert/strict";
import { nearNames } from "../../../src/model/nearNames.ts";

describe("near names", () => {
  it("are at most three, the nearest first", () => {
    const names = ["Q1", "Q10", "Q2", "Q11", "price", "Prices", "prize"];
    assert.deepEqual(nearNames("Prise", names), ["price", "prize", "Prices"].slice(0, 2));
    assert.deepEqual(nearNames("q1", names), ["Q1", "Q10", "Q2"]);
  });

  it("exclude very different names and duplicates", () => {
    assert.deepEqual(nearNames("satisfaction", ["Q1", "x".repeat(100_000)]), []);
    assert.deepEqual(nearNames("Q2", ["Q1", "Q1"]), ["Q1"]);
  });
});
