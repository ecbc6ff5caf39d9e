import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { scanList, scanPage } from "../../src/client/itemScanner.ts";
import { JsonError, maximumDepth } from "../../src/protocol/json.ts";
import { corpora, needsFolder } from "../support/shared.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fields = ["responseId", "finishedAt"];

/** Asserts that the scanner and JSON.parse find the same in a list of this one item. */
function agree(item: Uint8Array): void {
  const list = Buffer.concat([bytesOf("["), item, bytesOf("]")]);
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(list));
  } catch {
    assert.throws(() => scanList(list, fields), JsonError, `accepted: ${String(item)}`);
    return;
  }
  const found = scanList(list, fields);
  assert.ok(Array.isArray(parsed));
  assert.deepEqual(
    found.map(
      ({ start, end }) => JSON.parse(list.subarray(start, end).toString("utf8")) as unknown,
    ),
    parsed,
  );
  for (const [index, value] of (parsed as unknown[]).entries()) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      assert.deepEqual(
        found[index]?.fields,
        fields.map((name) => new Map<string, unknown>(Object.entries(value)).get(name)),
      );
    }
  }
}

describe("item scanner", () => {
  it("finds the same values as JSON.parse in valid JSON", () => {
    const name = fc.oneof(fc.constantFrom(...fields), fc.string({ unit: "grapheme" }));
    const value = fc.dictionary(name, fc.jsonValue());
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (it, indent) =>
        agree(bytesOf(JSON.stringify(it, undefined, indent))),
      ),
      { seed: 3, numRuns: 500 },
    );
  });

  it("matches JSON.parse for JSON with a byte changed, removed or added", () => {
    const text = `{"responseId":"r\\u0041\\n한","finishedAt":null,"n":[-0.5e+10,0,12,true,false,null,{}],"":"\\\\"}`;
    const bytes = bytesOf(text);
    const edit = fc.record({
      at: fc.nat(bytes.length - 1),
      remove: fc.nat(2),
      add: fc.uint8Array({ maxLength: 2 }),
    });
    fc.assert(
      fc.property(edit, ({ at, remove, add }) =>
        agree(Buffer.concat([bytes.subarray(0, at), add, bytes.subarray(at + remove)])),
      ),
      { seed: 4, numRuns: 5_000 },
    );
  });

  for (const text of [
    "01",
    "1.",
    ".5",
    "-",
    "1e",
    "+1",
    "tru",
    "nul",
    "NaN",
    `"\\x"`,
    `"\t"`,
    `"\\u12g4"`,
    "'a'",
    "{,}",
    `{"a":1,}`,
    "\u00a01",
    "1 /* */",
    "1e400",
    "-0",
    `"\\ud800"`,
    `"\u2028"`,
  ]) {
    it(`matches JSON.parse for ${JSON.stringify(text)}`, () => agree(bytesOf(text)));
  }

  const corpus = join(corpora, "json-parsing");
  it("matches JSON.parse for every file of the JSON parsing corpus", function () {
    needsFolder(this, corpus);
    let files = 0;
    for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && entry.name.endsWith(".json")) {
        const bytes = readFileSync(join(entry.parentPath, entry.name));
        if (isNestedTooDeep(bytes)) {
          assert.throws(() => scanList(Buffer.concat([bytesOf("["), bytes, bytesOf("]")]), fields));
        } else {
          agree(bytes);
        }
        files++;
      }
    }
    assert.ok(files > 300, `${files} files`);
  });

  it("finds the end of strings of every length, with an escape at every position", () => {
    for (let length = 0; length < 40; length++) {
      const text = "x".repeat(length);
      for (const it of [`"${text}"`, `"${text}`, `"${text}\u0001"`, `"${text}\\"`]) {
        agree(bytesOf(it));
      }
      for (let at = 0; at <= length; at++) {
        agree(bytesOf(`"${text.slice(0, at)}\\n${text.slice(at)}"`));
      }
    }
  });

  it("finds 2,500 items and an item of 40 MB", () => {
    const items = Array.from({ length: 2_500 }, (_, index) => ({ responseId: `r${index}` }));
    items.push({ responseId: "x".repeat(40_000_000) });
    const found = scanList(bytesOf(JSON.stringify(items)), fields);
    assert.equal(found.length, items.length);
    assert.ok(found.every((it, index) => it.fields[0] === items[index]?.responseId));
    agree(bytesOf("{}"));
  });

  it("reads names written with escapes, and the last of duplicate names", () => {
    const bytes = bytesOf(`[{"response\\u0049d":"a","responseId":"b","finishedAt":"x\\ty"}, 7]`);
    const [item, other] = scanList(bytes, fields);
    assert.deepEqual(item?.fields, ["b", "x\ty"]);
    assert.equal(other?.isObject, false);
  });

  it("finds the list, cursor and field names of a page", () => {
    const page = scanPage(
      bytesOf(`{"n":{"items":[]},"items":[{}, {}],"next":"c"}`),
      "items",
      "next",
      [],
    );
    assert.equal(page.items?.length, 2);
    assert.equal(page.cursor, "c");
    assert.deepEqual(page.names, ["n", "items", "next"]);
    assert.equal(scanPage(bytesOf(`{"items":{}}`), "items", "next", []).items, undefined);
    assert.throws(() => scanPage(bytesOf("[]"), "items", "next", []), JsonError);
  });
});

function isNestedTooDeep(bytes: Uint8Array): boolean {
  return bytes.filter((it) => it === 0x5b || it === 0x7b).length >= maximumDepth - 1;
}
