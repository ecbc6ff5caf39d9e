import assert from "node:assert/strict";
import fc from "fast-check";
import { isPlainNumber, plainNumber } from "../../../src/model/plainNumber.ts";

describe("plain number", () => {
  it("has digits, optionally with a sign, a decimal point and trailing zeros", () => {
    const numbers: Readonly<Record<string, number>> = {
      "0": 0,
      "7": 7,
      "-12": -12,
      "0.500": 0.5,
      "1015.10": 1015.1,
      "-2.0": -2,
      "0.0000001": 1e-7,
      "123456789012345": 123_456_789_012_345,
    };
    for (const [text, number] of Object.entries(numbers)) {
      assert.ok(isPlainNumber(text), text);
      assert.equal(plainNumber(text), number);
    }
    assert.ok(Object.is(plainNumber("-0.00"), 0));
  });

  it("excludes leading zeros, exponents, separators and more than 15 digits", () => {
    const others = [
      "",
      "007",
      "00",
      "-01",
      "1e3",
      "1E3",
      "+1",
      ".5",
      "1.",
      "1,5",
      "1,000",
      "1.2.3",
    ];
    const digits = ["1234567890123456", "9007199254740993", "9".repeat(400)];
    for (const text of [
      ...others,
      ...digits,
      " 1",
      "1\n",
      "--1",
      "-",
      "Infinity",
      "NaN",
      "0x1",
      "१",
    ]) {
      assert.ok(!isPlainNumber(text), text);
      assert.ok(Number.isNaN(plainNumber(text)), text);
    }
  });

  it("is unchanged by trailing zeros after its decimals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 9 }),
        (whole, decimals, zeros) => {
          const text = (whole / 10 ** decimals).toFixed(decimals);
          assert.equal(plainNumber(text + "0".repeat(zeros)), whole / 10 ** decimals);
        },
      ),
      { seed: 3 },
    );
  });
});
