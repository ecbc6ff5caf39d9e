import assert from "node:assert/strict";
import { freeMemory } from "../../src/store/freeMemory.ts";

describe("freeMemory", () => {
  it("releases the memory at once and can be called twice", () => {
    const bytes = Buffer.alloc(1024 * 1024);
    const part = bytes.subarray(1, 10);
    freeMemory(part);
    freeMemory(bytes);
    assert.equal(bytes.length, 0);
    assert.equal(part.length, 0);
  });

  it("keeps memory that Node shares among buffers", () => {
    const [one, other] = [Buffer.from("one"), Buffer.from("other")];
    assert.equal(one.buffer, other.buffer);
    freeMemory(one);
    assert.equal(other.toString(), "other");
  });
});
