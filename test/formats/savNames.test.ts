import assert from "node:assert/strict";
import { describe, it } from "mocha";
import fc from "fast-check";
import { savNames, savSetNames, shortNames } from "../../src/formats/writers/sav/names.ts";

describe("names in a .sav file", () => {
  it("stay unchanged if SPSS allows them", () => {
    const names = ["Q1", "a.b", "@x", "한국어", "Q_1$#@", "éa", "x".repeat(64), "가".repeat(21)];
    assert.deepEqual(savNames(names), names);
  });

  it("begin with a letter or @, and contain no invalid characters or reserved words", () => {
    assert.deepEqual(
      savNames(["1st", "_x", "$y", "#z", "a b-c", "Q1😀", "q.", "q2..", "all", "With", "...", "-"]),
      ["@1st", "@_x", "@$y", "@#z", "a_b_c", "Q1_", "q_", "q2__", "@all", "@With", "@___", "@_"],
    );
  });

  it("are truncated between characters to 64 bytes", () => {
    const accent = "e\u0301";
    assert.deepEqual(savNames(["가".repeat(30), `${"x".repeat(62)}${accent}`]), [
      "가".repeat(21),
      "x".repeat(62),
    ]);
  });

  it("do not end with a period when they are truncated", () => {
    assert.deepEqual(savNames([`${"x".repeat(63)}.more`]), [`${"x".repeat(63)}_`]);
  });

  it("become unique regardless of case, and valid unique ones stay unchanged", () => {
    assert.deepEqual(savNames(["a-b", "A b", "a_b", "a_b_2"]), ["a_b_3", "A_b_4", "a_b", "a_b_2"]);
    assert.deepEqual(savNames(["Ａ", "a", "A-"]), ["Ａ", "a_2", "A_"]);
    const long = ["x".repeat(70), "X".repeat(71), "x".repeat(72)];
    assert.deepEqual(savNames(long), [
      "x".repeat(64),
      `${"X".repeat(62)}_2`,
      `${"x".repeat(62)}_3`,
    ]);
  });

  it("are valid, unique and repeatable for any column names", () => {
    const piece = fc.constantFrom(
      "a",
      "A",
      "ß",
      "ss",
      "가",
      ".",
      "-",
      " ",
      "1",
      "😀",
      "to",
      "é",
      "_2",
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 40 }).map((it) => it.join(""));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (all) => {
        const unlike = [...new Map(all.map((it) => [it.toUpperCase(), it])).values()];
        const names = savNames(unlike);
        assert.equal(new Set(names.map((it) => it.toLowerCase())).size, unlike.length);
        for (const it of names) {
          assert.match(it, /^[\p{L}@][\p{L}\p{M}\p{N}._$#@]*(?<!\.)$/u);
          assert.ok(Buffer.byteLength(it) <= 64);
        }
        assert.deepEqual(savNames(unlike), names);
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it("of multiple-response sets begin with $", () => {
    assert.deepEqual(savSetNames(["Q1", "1 a", "가".repeat(30), "q1"]), [
      "$Q1",
      "$1_a",
      `$${"가".repeat(21)}`,
      "$q1_2",
    ]);
  });

  it("of eight bytes differ from the long names and their beginnings", () => {
    assert.deepEqual(shortNames(["a", "v0002", "V000301"]), ["V0001", "V0004", "V0005"]);
  });
});
