import assert from "node:assert/strict";
import { LaneControl } from "../../src/reader/laneControl.ts";

/** Reads a page in each lane, round after round. @returns the number of lanes in each round */
function rounds(control: LaneControl, count: number): number[] {
  return Array.from({ length: count }, () => {
    const { lanes } = control;
    for (let lane = 0; lane < lanes; lane++) {
      control.page();
    }
    return lanes;
  });
}

describe("number of lanes", () => {
  it("doubles with each round up to the maximum", () => {
    assert.deepEqual(rounds(new LaneControl({ min: 1, max: 16 }), 4), [6, 12, 16, 16]);
    assert.deepEqual(rounds(new LaneControl({ min: 1, max: 3 }), 2), [3, 3]);
  });

  it("is halved once per throttling for all lanes, then grows slowly", () => {
    let now = 0;
    const control = new LaneControl({ min: 1, max: 8 }, () => now);
    rounds(control, 4);
    for (let lane = 0; lane < 8; lane++) {
      control.refused();
    }
    assert.deepEqual(rounds(control, 3), [4, 4, 5]);
    now += 5_000;
    control.refused();
    assert.equal(control.lanes, 3);
  });

  it("does not fall below the minimum", () => {
    let now = 0;
    const control = new LaneControl({ min: 4, max: 8 }, () => now);
    for (let time = 0; time < 10; time++) {
      now += 5_000;
      control.refused();
    }
    assert.equal(control.lanes, 4);
  });
});
