import assert from "node:assert/strict";
import { timeOfSeconds } from "../../src/model/time.ts";
import { Doubles } from "../../src/reader/doubles.ts";

const item = (id: string, second: number) => ({
  id,
  finishedAt: timeOfSeconds(1_740_000_000 + second),
});

describe("doubles", () => {
  it("are found within a second, however many items it has", () => {
    const doubles = new Doubles();
    for (let count = 0; count < 50_000; count++) {
      assert.equal(doubles.isDouble(item(`r${count}`, 1)), false);
    }
    assert.equal(doubles.isDouble(item("r0", 1)), true);
    assert.equal(doubles.outOfOrder, false);
  });

  it("are found when the last pages come again", () => {
    const doubles = new Doubles();
    for (let count = 30_000; count > 0; count--) {
      doubles.isDouble(item(`r${count}`, count));
    }
    for (let count = 5_000; count > 0; count--) {
      assert.equal(doubles.isDouble(item(`r${count}`, count)), true);
    }
    assert.equal(doubles.outOfOrder, false);
  });

  it("are found after a break in the order, and nothing is lost by it", () => {
    const doubles = new Doubles();
    const answers = [item("a", 5), item("b", 4), item("c", 9), item("b", 4), item("c", 9)].map(
      (it) => doubles.isDouble(it),
    );
    assert.deepEqual(answers, [false, false, false, true, true]);
    assert.equal(doubles.outOfOrder, true);
  });

  it("cannot be told without an id", () => {
    const doubles = new Doubles();
    assert.equal(doubles.isDouble({}), false);
    assert.equal(doubles.isDouble({}), false);
    assert.equal(doubles.withoutId, 2);
  });

  it("are suspected where items without an id come out of order", () => {
    const doubles = new Doubles();
    const { finishedAt: later } = item("", 2);
    const { finishedAt: earlier } = item("", 1);
    for (const finishedAt of [later, later, undefined, earlier]) {
      assert.equal(doubles.isDouble({ finishedAt }), false);
      assert.equal(doubles.outOfOrder, false);
    }
    assert.equal(doubles.isDouble({ finishedAt: later }), false);
    assert.equal(doubles.outOfOrder, true);
  });
});
