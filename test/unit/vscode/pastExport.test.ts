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

describe("the list of past exports", () => {
  it("is read one by one: what cannot be read is left out", () => {
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

  it("keeps warnings for any language, and those of former versions as they are", () => {
    const texts = [plural(2, { one: "{0} row", other: "{0} rows" }), sentences("Said before.")];
    const kept = entry("/a.json", 1, { done: { ...done, warnings: texts } });
    assert.deepEqual(decodeExports(JSON.parse(JSON.stringify([kept]))), [kept]);
    const former = { ...kept, done: { ...done, warnings: ["Said before."] } };
    assert.deepEqual(decodeExports([former])[0]?.done?.warnings, [sentences("Said before.")]);
  });

  it("keeps nothing that it does not know, such as a key", () => {
    assert.deepEqual(decodeExports([{ ...entry("/a.json", 1), apiKey: "secret" }]), [
      entry("/a.json", 1),
    ]);
  });

  it("is newest first, has one entry a file, and at most a hundred", () => {
    const list = withExports([entry("/a", 1), entry("/b", 2)], [entry("/a", 3)]);
    assert.deepEqual(list, [entry("/a", 3), entry("/b", 2)]);
    const many = Array.from({ length: 100 }, (_, index) => entry(`/${index}`, index));
    const full = withExports(many, [entry("/new", 1000)]);
    assert.equal(full.length, 100);
    assert.equal(full[0]?.file, "/new");
    assert.ok(!full.some((it) => it.file === "/0"), "the oldest is dropped");
  });
});

describe("the state of a past export", () => {
  const there = { changedAt: 10 };
  const verification = { at: 20, changedAt: 10, ok: true, missing: 0, extra: 0, doubled: 0 };
  const complete = entry("/a", 1, { done });
  for (const [what, given, disk, expected] of [
    ["was finished", complete, there, "complete"],
    ["was finished and its file is gone", complete, {}, "missing"],
    ["was not finished", entry("/a", 1), { leftAt: 5 }, "unfinished"],
    [
      "was not finished by an earlier version",
      entry("/a", 1),
      { leftAt: 5, isFromOlderVersion: true },
      "outdated",
    ],
    ["left nothing", entry("/a", 1), {}, "missing"],
    [
      "would replace a file and was not finished",
      entry("/a", 1),
      { ...there, leftAt: 5 },
      "unfinished",
    ],
    ["was found to be right", { ...complete, verification }, there, "verified"],
    [
      "was found to be wrong",
      { ...complete, verification: { ...verification, ok: false } },
      there,
      "different",
    ],
    [
      "was changed after it was compared",
      { ...complete, verification },
      { changedAt: 30 },
      "complete",
    ],
  ] as const) {
    it(`is "${expected}" of one that ${what}`, () => {
      assert.equal(stateOf(given, disk, false), expected);
    });
  }

  it("is running while it runs", () => {
    assert.equal(stateOf(complete, there, true), "running");
  });
});
