import assert from "node:assert/strict";
import fc from "fast-check";
import { tableNames, uniqueNames } from "../../../../src/model/tabular/columnNames.ts";

const seed = 20_261_122;

// Few letters, so that names collide.
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "A", "b", "_", "2", "3"), maxLength: 4 }),
  fc.constantFrom(
    "",
    " ",
    "a\r\nb",
    "\u0000",
    "\ud800",
    "\ud801",
    "나이",
    "İ",
    "__proto__",
    "a\u2028b",
  ),
);

describe("column names", () => {
  it("stay unchanged if valid and unique", () => {
    assert.deepEqual(uniqueNames(["Q1", "나이", "a b", "=1", "__proto__"]), [
      "Q1",
      "나이",
      "a b",
      "=1",
      "__proto__",
    ]);
  });

  it("get a number if already taken, but never another column's own name", () => {
    assert.deepEqual(uniqueNames(["a", "A", "a_2", "a", "b"], ["B"]), [
      "a",
      "A_3",
      "a_2",
      "a_4",
      "b_2",
    ]);
  });

  it("are on one line and not empty", () => {
    assert.deepEqual(uniqueNames([" a\r\n\tb ", "", "\u0007", "x\u2028y", "\ud800"]), [
      "a b",
      "unnamed",
      "unnamed_2",
      "x y",
      "\ufffd",
    ]);
  });

  it("are assigned to metadata first, then to variables and embedded data", () => {
    const columns = [
      { kind: "embedded", name: "serial" },
      { kind: "variable", name: "SERIAL" },
      { kind: "metadata", name: "serial" },
    ] as const;
    assert.deepEqual(tableNames(columns), ["serial_3", "SERIAL_2", "serial"]);
  });

  it("are unique and valid, and unchanged when made again", () => {
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (names, taken) => {
        const made = uniqueNames(names, taken);
        const folded = [...made, ...new Set(taken.map((it) => it.toLowerCase()))].map((it) =>
          it.toLowerCase(),
        );
        assert.equal(new Set(folded).size, folded.length);
        assert.ok(made.every((it) => it !== "" && it === it.trim() && !/[\p{Cc}\p{Cs}]/u.test(it)));
        assert.deepEqual(uniqueNames(made, taken), made);
      }),
      { seed, numRuns: 2000 },
    );
  });
});
