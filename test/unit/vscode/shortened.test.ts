import assert from "node:assert/strict";
import { shortened } from "../../../src/vscode/platform/shortened.ts";

describe("shortened text", () => {
  it("keeps the start and the end of a long text, and whole characters", () => {
    assert.equal(shortened("1234567890", 10), "1234567890");
    assert.equal(shortened("12345678901", 10), "12345…8901");
    assert.equal(shortened("🙂".repeat(11), 10), `${"🙂".repeat(5)}…${"🙂".repeat(4)}`);
  });
});
