import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { chiSquareTail, chiSquareTest } from "../../src/analysis/chiSquare.ts";

/** Chi-square, degrees of freedom, probability. Computed from the power series with 400 digits; R's pchisq agrees. */
const tails: readonly (readonly [number, number, number])[] = [
  [0.001, 1, 0.9747728793699604],
  [1, 1, 0.3173105078629141],
  [3.9, 1, 0.04828610767668164],
  [4.1, 1, 0.042883213527400064],
  [3.841458820694124, 1, 0.05000000000000006],
  [50, 1, 1.537459794428035e-12],
  [1400, 1, 2.1010145162642176e-306],
  [0.5, 2, 0.7788007830714049],
  [5.99, 2, 0.05003662708658629],
  [10, 3, 0.018566135463043233],
  [0.02, 7, 0.9999999914694195],
  [100, 7, 1.0787979671702883e-18],
  [30, 29, 0.4140036429175426],
  [25, 30, 0.7250318841806],
  [150, 100, 0.0009039320423540091],
  [1000, 900, 0.010994608942135848],
  [700, 3481, 1],
  [5000, 3481, 1.635365726909102e-58],
];

describe("chi-square distribution", () => {
  for (const [chiSquare, degreesOfFreedom, p] of tails) {
    it(`has the probability ${p} above ${chiSquare} with ${degreesOfFreedom} degrees of freedom`, () => {
      const tail = chiSquareTail(chiSquare, degreesOfFreedom);
      assert.ok(Math.abs(tail / p - 1) < 1e-11, String(tail));
    });
  }

  it("has the probability 1 above 0 and 0 above very large values", () => {
    assert.equal(chiSquareTail(0, 3), 1);
    assert.equal(chiSquareTail(1e7, 3), 0);
    assert.equal(chiSquareTail(1e7, 2), 0);
  });
});

describe("chi-square test", () => {
  it("matches the textbook formula for a table of two by two", () => {
    const { p, ...test } = chiSquareTest([
      [10, 20],
      [30, 40],
    ]);
    assert.deepEqual(
      { ...test, chiSquare: test.chiSquare.toFixed(12) },
      {
        // 100 (10 * 40 - 20 * 30)^2 / (30 * 70 * 40 * 60)
        chiSquare: (100 / 126).toFixed(12),
        degreesOfFreedom: 1,
        n: 100,
        cells: 4,
        smallCells: 0,
      },
    );
    assert.equal(p, chiSquareTail(test.chiSquare, 1));
  });

  it("counts the cells with an expected count below 5", () => {
    const { smallCells, cells, degreesOfFreedom } = chiSquareTest([
      [8, 2, 1],
      [9, 3, 0],
    ]);
    assert.deepEqual([smallCells, cells, degreesOfFreedom], [4, 6, 2]);
  });

  it("returns 0 with a probability of 1 for independent answers", () => {
    const { chiSquare, p } = chiSquareTest([
      [2, 4],
      [3, 6],
    ]);
    assert.deepEqual([chiSquare, p], [0, 1]);
  });
});
