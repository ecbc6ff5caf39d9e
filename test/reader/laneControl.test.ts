import assert from "node:assert/strict";
import { LaneControl } from "../../src/reader/laneControl.ts";

/** Reads pages from a service that is simulated, and tells how many lanes there are in the course of it. */
function lanesOver(
  pages: number,
  most: number,
  /** Milliseconds until the next page comes when there are so many lanes. */
  pace: (lanes: number, page: number) => number,
  busy = 0,
): number[] {
  let now = 0;
  const control = new LaneControl({ least: 1, most }, { now: () => now, busy: () => busy });
  return Array.from({ length: pages }, (_, page) => {
    now += pace(control.lanes, page);
    control.page();
    return control.lanes;
  });
}

const idle = (now: () => number) => ({ now, busy: () => 0 });

describe("the number of lanes", () => {
  it("stays at one where this thread has no time for more", () => {
    const lanes = lanesOver(500, 8, (count) => 100 / count, 0.9);
    assert.equal(Math.max(...lanes), 1);
  });

  it("doubles as long as more pages come for it, within a few pages", () => {
    const lanes = lanesOver(40, 8, (count) => 100 / count);
    assert.deepEqual([...new Set(lanes)], [2, 4, 8]);
    assert.ok(lanes.indexOf(8) < 16);
    assert.equal(lanes.at(-1), 8);
  });

  it("never passes what is allowed", () => {
    const lanes = lanesOver(500, 3, (count) => 100 / count);
    assert.equal(Math.max(...lanes), 3);
  });

  it("stays at one where a second brings nothing, and asks again ever more seldom", () => {
    const lanes = lanesOver(2_000, 8, () => 4);
    const withMore = lanes.filter((it) => it > 1).length;
    assert.ok(withMore > 0);
    assert.ok(withMore < 200);
  });

  it("stays where the service is at its best", () => {
    const lanes = lanesOver(1_000, 16, (count) => 100 / Math.min(count, 4));
    const most = lanes.filter((it) => it === 4).length;
    assert.ok(most > 800, String(most));
  });

  it("grows again when the service has become quicker", () => {
    const lanes = lanesOver(2_000, 8, (count, page) => (page < 200 ? 100 : 100 / count));
    assert.equal(lanes.at(-1), 8);
  });

  it("is halved when the service asks for patience, once for all lanes", () => {
    let now = 0;
    const control = new LaneControl(
      { least: 1, most: 8 },
      idle(() => now),
    );
    for (let page = 0; page < 40; page++) {
      now += 100 / control.lanes;
      control.page();
    }
    assert.equal(control.lanes, 8);
    for (let lane = 0; lane < 8; lane++) {
      control.refused();
    }
    assert.equal(control.lanes, 4);
    now += 5_000;
    control.refused();
    assert.equal(control.lanes, 2);
  });

  it("does not fall below what is wanted", () => {
    let now = 0;
    const control = new LaneControl(
      { least: 4, most: 8 },
      idle(() => now),
    );
    for (let time = 0; time < 10; time++) {
      now += 5_000;
      control.refused();
    }
    assert.equal(control.lanes, 4);
  });
});
