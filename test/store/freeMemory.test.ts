import assert from "node:assert/strict";
import { freeMemory } from "../../src/store/freeMemory.ts";

describe("memory that is given back", () => {
  it("is gone at once, and can be given back twice", () => {
    const bytes = Buffer.alloc(1024 * 1024);
    const part = bytes.subarray(1, 10);
    freeMemory(part);
    freeMemory(bytes);
    assert.equal(bytes.length, 0);
    assert.equal(part.length, 0);
  });

  it("is not what Node shares among buffers", () => {
    const [one, other] = [Buffer.from("one"), Buffer.from("other")];
    assert.equal(one.buffer, other.buffer);
    freeMemory(one);
    assert.equal(other.toString(), "other");
  });
});
