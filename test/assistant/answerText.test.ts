import assert from "node:assert/strict";
import { shortLabel } from "../../src/assistant/answerText.ts";

describe("A label in an answer", () => {
  it("is not cut within a character", () => {
    assert.equal(shortLabel("ab😀c", 3), "ab…");
    assert.equal(shortLabel("ab😀c", 4), "ab😀…");
  });
});
