import { strict as assert } from "node:assert";
import fc from "fast-check";
import { roundText } from "../../../src/model/numberText.ts";
import { ticks, timeTicks } from "../../../src/charts/ticks.ts";
import { english } from "./questions.ts";

describe("axis ticks", () => {
  it("are round numbers within the range", () => {
    assert.deepEqual(ticks(0, 112, 4), [0, 50, 100]);
    assert.deepEqual(ticks(0, 9, 5), [0, 2, 4, 6, 8]);
    assert.deepEqual(ticks(-1.5, 1.5, 6), [-1.5, -1, -0.5, 0, 0.5, 1, 1.5]);
    assert.deepEqual(ticks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
    assert.deepEqual(ticks(1e6, 1.5e6, 5), [1e6, 1.1e6, 1.2e6, 1.3e6, 1.4e6, 1.5e6]);
  });

  it("have labels of their own, however many digits they have in common", () => {
    for (const [from, step] of [
      [123_456_789_012_340, 1],
      [1_234_567_890_123, 0.1],
      [-987_654_321_098_760, 20],
    ] as const) {
      const found = ticks(from, from + 5 * step, 5);
      assert.equal(found.length, 6);
      assert.equal(new Set(found.map((it) => roundText(it, english))).size, 6);
    }
  });

  it("keep a minimum distance", () => {
    assert.deepEqual(ticks(0, 2, 4, 1), [0, 1, 2]);
    assert.deepEqual(ticks(0, 1, 4, 1), [0, 1]);
  });

  it("divide time into usual units", () => {
    assert.deepEqual(timeTicks(0, 720, 5), [0, 300, 600]);
    assert.deepEqual(timeTicks(0, 7200, 4), [0, 1800, 3600, 5400, 7200]);
    assert.deepEqual(timeTicks(0, 864_000, 4), [0, 432_000, 864_000]);
  });

  it("are limited in number for any range", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (from, span, most) => {
          for (const found of [
            ticks(from, from + span, most),
            timeTicks(from, from + span, most),
          ]) {
            assert(found.length <= most + 1);
          }
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });
});
