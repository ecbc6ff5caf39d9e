import { strict as assert } from "node:assert";
import {
  decodeExports,
  stateOf,
  withExports,
  type PastExport,
} from "../../../src/vscode/exports/pastExport.ts";
import { plural, sentences } from "../../../src/model/localizable.ts";

function entry(file: string, startedAt: number, more: Partial<PastExport> = {}): PastExport {
  return {
    file,
    dataSpace: "Acme",
    surveyId: "s1",
    label: "Customers",
    kind: "responses",
    format: "json",
    query: {},
    startedAt,
    ...more,
  };
}

const done = { finishedAt: 2, responses: 3, bytes: 4, sha256: "ab", warnings: [] };

describe("list of past exports", () => {
  it("skips invalid stored entries", () => {
    const filter: NonNullable<PastExport["query"]["filter"]> = {
      duration: { atMost: 60 },
      conditions: [{ kind: "variable", name: "Q1", rank: 1, is: "contains", text: "x" }],
    };
    const kept = entry("/a.json", 1, { query: { variables: ["Q1"], filter }, done });
    const stored: unknown = JSON.parse(
      JSON.stringify([kept, { file: "/b.json" }, 7, { ...kept, kind: "chart" }]),
    );
    assert.deepEqual(decodeExports(stored), [kept]);
    assert.deepEqual(decodeExports("nothing"), []);
    assert.deepEqual(decodeExports(undefined), []);
  });

  it("stores warnings for any language, and reads plain ones of earlier versions", () => {
    const texts = [plural(2, { one: "{0} row", other: "{0} rows" }), sentences("Said before.")];
    const kept = entry("/a.json", 1, { done: { ...done, warnings: texts } });
    assert.deepEqual(decodeExports(JSON.parse(JSON.stringify([kept]))), [kept]);
    const former = { ...kept, done: { ...done, warnings: ["Said before."] } };
    assert.deepEqual(decodeExports([former])[0]?.done?.warnings, [sentences("Said before.")]);
  });

  it("drops unknown fields, such as a key", () => {
    assert.deepEqual(decodeExports([{ ...entry("/a.json", 1), apiKey: "secret" }]), [
      entry("/a.json", 1),
    ]);
  });

  it("is sorted newest first, with one entry per file and at most 100 entries", () => {
    const list = withExports([entry("/a", 1), entry("/b", 2)], [entry("/a", 3)]);
    assert.deepEqual(list, [entry("/a", 3), entry("/b", 2)]);
    const many = Array.from({ length: 100 }, (_, index) => entry(`/${index}`, index));
    const full = withExports(many, [entry("/new", 1000)]);
    assert.equal(full.length, 100);
    assert.equal(full[0]?.file, "/new");
    assert.ok(!full.some((it) => it.file === "/0"), "the oldest is dropped");
  });
});

describe("state of a past export", () => {
  const there = { changedAt: 10 };
  const verification = { at: 20, changedAt: 10, ok: true, missing: 0, extra: 0, doubled: 0 };
  const complete = entry("/a", 1, { done });
  for (const [what, given, disk, expected] of [
    ["was completed", complete, there, "complete"],
    ["was completed but whose file is missing", complete, {}, "missing"],
    ["was interrupted", entry("/a", 1), { leftAt: 5 }, "unfinished"],
    [
      "was interrupted in an earlier version",
      entry("/a", 1),
      { leftAt: 5, isFromOlderVersion: true },
      "outdated",
    ],
    ["left no files", entry("/a", 1), {}, "missing"],
    [
      "was interrupted while replacing a file",
      entry("/a", 1),
      { ...there, leftAt: 5 },
      "unfinished",
    ],
    ["was verified successfully", { ...complete, verification }, there, "verified"],
    [
      "failed its verification",
      { ...complete, verification: { ...verification, ok: false } },
      there,
      "different",
    ],
    [
      "changed after its verification",
      { ...complete, verification },
      { changedAt: 30 },
      "complete",
    ],
  ] as const) {
    it(`is "${expected}" for an export that ${what}`, () => {
      assert.equal(stateOf(given, disk, false), expected);
    });
  }

  it('is "running" for a running export', () => {
    assert.equal(stateOf(complete, there, true), "running");
  });
});
