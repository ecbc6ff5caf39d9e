import assert from "node:assert/strict";
import { JsonError } from "../../src/protocol/json.ts";
import { checkJson, walkable, walkValue } from "../../src/protocol/jsonWalker.ts";

const whole = `[{"a":"\\u0041\\n"},-1.5e+10,true,[false,null]]`;

describe("JSON walker", () => {
  it("rejects text truncated at any byte after a complete text was checked", () => {
    for (let end = 0; end < whole.length; end++) {
      checkJson(Buffer.from(whole));
      assert.throws(() => checkJson(Buffer.from(whole.slice(0, end))), JsonError, `cut at ${end}`);
    }
  });

  it("reports the position of a syntax error, truncated text and invalid UTF-8", () => {
    assert.throws(() => checkJson(Buffer.from(`{"a":tru}`)), /^JsonError: is not JSON at byte 5$/);
    assert.throws(() => checkJson(Buffer.from(`{"a\\u00g0":1}`)), /at byte 7$/);
    assert.throws(() => checkJson(Buffer.from("[1,")), /is not JSON, or is cut off$/);
    assert.throws(() => checkJson(Buffer.from("[1]\n]")), /continues after its end, at byte 4$/);
    assert.throws(() => checkJson(Buffer.of(0x22, 0xff, 0x22)), /is not UTF-8 text$/);
  });

  it("accepts texts of many mebibytes", () => {
    checkJson(Buffer.from(JSON.stringify(["x".repeat(40_000_000)])));
    checkJson(Buffer.from(whole));
  });

  it("returns the checked bytes with a terminator, ready to be walked without another copy", () => {
    assert.deepEqual(checkJson(Buffer.from("[1]")), Uint8Array.from(Buffer.from("[1]\0")));
  });

  it("reports numbers that may be inexact, ignoring digits in strings", () => {
    const json = `{"1e5":"1e5","a":[1e5,1234567890123456,123456789012345,-0.5]}`;
    const found: number[] = [];
    walkValue(walkable(Buffer.from(json)), 0, 0, found);
    assert.deepEqual(
      [json.slice(found[0], found[1]), json.slice(found[2], found[3]), found.length],
      ["1e5", "1234567890123456", 4],
    );
  });
});
