import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { maximumDepth } from "../../src/protocol/json.ts";
import { layOutJson } from "../../src/protocol/jsonLayout.ts";
import { corpora, needsFolder } from "../support/shared.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

function laidOut(text: string): string | undefined {
  const bytes = layOutJson(bytesOf(text));
  return bytes && textOf(bytes);
}

/** Returns the tokens of valid JSON, found without the code under test. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs) ?? [];
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

describe("JSON layout", () => {
  it("changes only white space between tokens", () => {
    const sent = `{"b":1.50, "a\\u0062 ,[":[ ],"b":\t-0,"c":[{ },1E400,9007199254740993,"\\/ {\\" "]}\n`;
    const lines = [
      `{`,
      `  "b": 1.50,`,
      `  "a\\u0062 ,[": [],`,
      `  "b": -0,`,
      `  "c": [`,
      `    {},`,
      `    1E400,`,
      `    9007199254740993,`,
      `    "\\/ {\\" "`,
      `  ]`,
      `}`,
    ];
    assert.equal(laidOut(sent), lines.join("\n"));
    assert.equal(laidOut(" \n1.0 "), "1.0");
  });

  it("indents like JSON.stringify for any input white space and keeps every token", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", " ", "\r\n\t"), (json, white) => {
        const sent = tokens(json).join(white);
        const lines = laidOut(sent) ?? "nothing";
        assert.deepEqual(tokens(lines), tokens(sent));
        assert.equal(laidOut(lines), lines);
        const value: unknown = JSON.parse(json);
        // Only if parsing changes nothing else: -0, duplicate names and names that are numbers.
        if (JSON.stringify(value) === tokens(json).join("")) {
          assert.equal(lines, JSON.stringify(value, undefined, 2));
        }
      }),
      { seed: 28 },
    );
  });

  it("returns nothing for invalid JSON, excessive nesting and excessive output size", () => {
    for (const text of ["", "{", `{"a":1,}`, "[1 2]", "<p>", "[1] [2]", `{"a" 1}`]) {
      assert.equal(laidOut(text), undefined, text);
    }
    assert.equal(layOutJson(Uint8Array.of(0x22, 0xff, 0x22)), undefined);
    const nested = (levels: number, inner = "") => "[".repeat(levels) + inner + "]".repeat(levels);
    assert.ok(laidOut(nested(maximumDepth)));
    assert.equal(laidOut(nested(maximumDepth + 1)), undefined);
    assert.equal(laidOut(nested(maximumDepth, `${"1,".repeat(100_000)}1`)), undefined);
  });

  it("accepts a byte order mark", () => {
    assert.equal(laidOut("\ufeff[1]"), "[\n  1\n]");
  });

  const corpus = join(corpora, "json-parsing");
  it("lays out exactly the files of the JSON parsing corpus that are valid JSON", function () {
    needsFolder(this, corpus);
    const counts = { json: 0, other: 0 };
    for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".json")) {
        continue;
      }
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const lines = layOutJson(bytes);
      assert.equal(lines !== undefined, isJson(bytes), entry.name);
      if (lines) {
        assert.deepEqual(tokens(textOf(lines)), tokens(textOf(bytes)), entry.name);
      }
      counts[lines ? "json" : "other"]++;
    }
    assert.ok(counts.json > 90 && counts.other > 180, JSON.stringify(counts));
  });
});
