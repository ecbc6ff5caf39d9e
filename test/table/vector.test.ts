import assert from "node:assert/strict";
import fc from "fast-check";
import type { Cell } from "../../src/model/grid.ts";
import {
  decodeVector,
  emptyCode,
  encodeVector,
  entriesOf,
  nullCode,
  type TextCell,
} from "../../src/table/vector.ts";
import { timeOfSeconds } from "../../src/model/time.ts";

const hostile = fc.oneof(
  fc.constantFrom(
    "",
    "\0",
    "1",
    "a\tb\r\n",
    "\ud800",
    "\udc00",
    "ÿ",
    "ä",
    "한국어",
    "🙂",
    "=",
    "[]",
  ),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const time = fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }).map(timeOfSeconds);
const answer = fc.record({ value: hostile, etcValue: fc.option(hostile, { nil: undefined }) });
const cells: fc.Arbitrary<Cell[]> = fc.oneof(
  fc.array(fc.option(fc.array(answer, { maxLength: 4 }))),
  fc.array(fc.option(time.map((value) => [{ value }]))),
  fc.array(fc.option(fc.oneof(hostile, time).map((value) => [{ value }]))),
);

function decoded(bytes: Uint8Array | undefined, rows: number): TextCell[] {
  if (!bytes) {
    return Array.from({ length: rows }, () => null);
  }
  const vector = decodeVector(bytes);
  if (vector.kind === "times") {
    return Array.from(vector.seconds, (it) => (Number.isNaN(it) ? null : [timeOfSeconds(it)]));
  }
  const entries = entriesOf(vector);
  return Array.from(vector.codes, (code) =>
    code === nullCode ? null : code === emptyCode ? [] : (entries[code - 2] ?? null),
  );
}

describe("vectors", () => {
  it("preserve the values of any cells", () => {
    fc.assert(
      fc.property(cells, (page) => {
        assert.deepEqual(
          decoded(encodeVector(page, "values"), page.length),
          page.map((cell) => cell?.map((it) => it.value) ?? null),
        );
      }),
    );
  });

  it("preserve texts beside options", () => {
    fc.assert(
      fc.property(cells, (page) => {
        const others = page.map((cell) =>
          cell?.some((it) => it.etcValue) ? cell.map((it) => it.etcValue ?? "") : null,
        );
        assert.deepEqual(decoded(encodeVector(page, "others"), page.length), others);
      }),
    );
  });

  it("store times as numbers, including absent ones", () => {
    const page: Cell[] = [
      [{ value: "2026-11-21T10:00:00" }],
      null,
      [{ value: "2025-01-01T00:00:00" }],
    ];
    const bytes = encodeVector(page, "values");
    assert.ok(bytes);
    assert.equal(decodeVector(bytes).kind, "times");
    assert.deepEqual(decoded(bytes, 3), [["2026-11-21T10:00:00"], null, ["2025-01-01T00:00:00"]]);
  });

  it("support texts of a megabyte, and more distinct cells than fit into one or two bytes", () => {
    for (const page of [
      [[{ value: "\ud83d".repeat(1_000_000) }]],
      Array.from({ length: 70_000 }, (_, row) => [{ value: `v${String(row)}` }]),
      Array.from({ length: 300 }, (_, row) => [{ value: `${String(row)} 한` }]),
    ]) {
      const values = page.map((cell) => cell.map((it) => it.value));
      assert.deepEqual(decoded(encodeVector(page, "values"), page.length), values);
    }
  });

  it("use a byte per row if there are few distinct cells", () => {
    const page = Array.from({ length: 1000 }, (_, row) => [{ value: String(row % 7) }]);
    assert.ok((encodeVector(page, "values")?.length ?? 0) < 1060);
  });

  it("are undefined if no cell has a value", () => {
    assert.equal(encodeVector([null, null], "values"), undefined);
    assert.equal(encodeVector([[], [{ value: "1" }], null], "others"), undefined);
    assert.equal(encodeVector([], "values"), undefined);
  });

  it("can be decoded at any place in a buffer", () => {
    const bytes = encodeVector(
      Array.from({ length: 400 }, (_, row) => [{ value: `a${String(row)}` }]),
      "values",
    );
    assert.ok(bytes);
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    assert.deepEqual(decodeVector(moved.subarray(1)), decodeVector(bytes));
  });
});
