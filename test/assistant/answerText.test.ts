import assert from "node:assert/strict";
import { percentText, shortLabel } from "../../src/assistant/answerText.ts";
import * as charts from "../../src/model/numberText.ts";
import { english } from "../../src/model/localizable.ts";

describe("A label in an answer", () => {
  it("is not cut within a character", () => {
    assert.equal(shortLabel("ab😀c", 3), "ab…");
    assert.equal(shortLabel("ab😀c", 4), "ab😀…");
  });
});

describe("A percentage", () => {
  for (const [count, whole, text] of [
    [7, 2000, "0.4%"],
    [9, 2000, "0.5%"],
    [3, 2000, "0.2%"],
    [97, 2000, "4.9%"],
    [1, 3, "33.3%"],
    [5, 8, "62.5%"],
  ] as const) {
    it(`of ${count} of ${whole} is ${text} in an answer and in the panel`, () => {
      const percent = (100 * count) / whole;
      assert.deepEqual([percentText(percent), charts.percentText(percent, english)], [text, text]);
    });
  }
});
