import assert from "node:assert/strict";
import fc from "fast-check";
import {
  JsonError,
  maximumDepth,
  parseJson,
  withoutByteOrderMark,
} from "../../src/protocol/json.ts";
import { elements, members, type Slice } from "../../src/protocol/jsonSlices.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array, { start, end }: Slice) =>
  new TextDecoder().decode(bytes.subarray(start, end));

describe("JSON elements and members as byte ranges", () => {
  it("splits an array into its elements and an object into its members, without white space", () => {
    const array = bytesOf(` [ 1.50 ,"a,]\\"", {"b" : [ ]},[],null ]\n`);
    assert.deepEqual(
      elements(array).map((it) => textOf(array, it)),
      ["1.50", `"a,]\\""`, `{"b" : [ ]}`, "[]", "null"],
    );
    const object = bytesOf(`{"a":1 , "\\u0062" : {"c":2},"a":"}" , "__proto__":[3]}`);
    assert.deepEqual(
      members(object).map((it) => [it.name, textOf(object, it)]),
      [
        ["a", "1"],
        ["b", `{"c":2}`],
        ["a", `"}"`],
        ["__proto__", "[3]"],
      ],
    );
    assert.deepEqual(elements(bytesOf(" [ ] ")), []);
    assert.deepEqual(members(bytesOf("{ }")), []);
  });

  it("parses a range within a larger buffer", () => {
    const bytes = bytesOf(`xx[1,2]yy`);
    assert.deepEqual(
      elements(bytes, 2, 7).map((it) => textOf(bytes, it)),
      ["1", "2"],
    );
    assert.throws(() => elements(bytes, 2, 6), JsonError);
    assert.throws(() => elements(bytes, 2, 8), JsonError);
  });

  it("matches JSON.parse for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const bytes = bytesOf(JSON.stringify(value, undefined, indent));
        if (Array.isArray(value)) {
          const found = elements(bytes).map((it) => JSON.parse(textOf(bytes, it)) as unknown);
          assert.deepEqual(found, JSON.parse(JSON.stringify(value)));
        } else if (value !== null && typeof value === "object") {
          const found = members(bytes).map((it) => [
            it.name,
            JSON.parse(textOf(bytes, it)) as unknown,
          ]);
          assert.deepEqual(found, Object.entries(JSON.parse(JSON.stringify(value)) as object));
        } else {
          assert.throws(() => elements(bytes), JsonError);
          assert.throws(() => members(bytes), JsonError);
        }
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it("rejects truncated JSON", () => {
    const bytes = bytesOf(`{"a":[1,{"b":"c\\\\"}],"d":[true]}`);
    for (let end = 0; end < bytes.length; end++) {
      assert.throws(() => members(bytes, 0, end), JsonError, `cut at ${end}`);
      assert.throws(() => parseJson(bytes.subarray(0, end)), JsonError);
    }
  });

  for (const text of [
    "",
    "1",
    "[1 2]",
    "[1,]",
    "[,1]",
    "[",
    "[1]]",
    `{"a" 1}`,
    "{1:2}",
    `{"a":}`,
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(() => elements(bytesOf(text)), JsonError);
      assert.throws(() => members(bytesOf(text)), JsonError);
    });
  }

  it("accepts nesting up to the maximum depth and rejects deeper nesting", () => {
    const nested = (depth: number) => bytesOf(`[${"[".repeat(depth)}${"]".repeat(depth)}]`);
    assert.equal(elements(nested(maximumDepth)).length, 1);
    assert.throws(() => elements(nested(maximumDepth + 1)), /deeper/);
  });

  it("removes one byte order mark", () => {
    assert.deepEqual(parseJson(withoutByteOrderMark(bytesOf("\ufeff[1]"))), [1]);
    assert.throws(() => parseJson(withoutByteOrderMark(bytesOf("\ufeff\ufeff[1]"))), JsonError);
  });

  it("rejects invalid UTF-8 and quotes no input in its errors", () => {
    assert.throws(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22)), /not UTF-8/);
    assert.throws(
      () => parseJson(bytesOf(`{"secret": oops}`)),
      (error: unknown) => error instanceof JsonError && !/secret|oops/.test(String(error.stack)),
    );
  });

  it("parses __proto__ as an ordinary field", () => {
    const value = parseJson(bytesOf(`{"__proto__":{"polluted":1}}`));
    assert.deepEqual(Object.keys(value as object), ["__proto__"]);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });
});
