import assert from "node:assert/strict";
import { timeOfSeconds } from "../../src/model/time.ts";
import { DuplicateFilter } from "../../src/reader/duplicateFilter.ts";

const item = (id: string, second: number) => ({
  id,
  finishedAt: timeOfSeconds(1_740_000_000 + second),
});

describe("duplicate filter", () => {
  it("finds a duplicate within a second of 50,000 items", () => {
    const doubles = new DuplicateFilter();
    for (let count = 0; count < 50_000; count++) {
      assert.equal(doubles.isDuplicate(item(`r${count}`, 1)), false);
    }
    assert.equal(doubles.isDuplicate(item("r0", 1)), true);
    assert.equal(doubles.outOfOrder, false);
  });

  it("finds duplicates when the last pages are repeated", () => {
    const doubles = new DuplicateFilter();
    for (let count = 30_000; count > 0; count--) {
      doubles.isDuplicate(item(`r${count}`, count));
    }
    for (let count = 5_000; count > 0; count--) {
      assert.equal(doubles.isDuplicate(item(`r${count}`, count)), true);
    }
    assert.equal(doubles.outOfOrder, false);
  });

  it("reports a break in the order, and finds duplicates after it without dropping new items", () => {
    const doubles = new DuplicateFilter();
    const answers = [item("a", 5), item("b", 4), item("c", 9), item("b", 4), item("c", 9)].map(
      (it) => doubles.isDuplicate(it),
    );
    assert.deepEqual(answers, [false, false, false, true, true]);
    assert.equal(doubles.outOfOrder, true);
  });

  it("counts items without an ID and never treats them as duplicates", () => {
    const doubles = new DuplicateFilter();
    assert.equal(doubles.isDuplicate({}), false);
    assert.equal(doubles.isDuplicate({}), false);
    assert.equal(doubles.withoutId, 2);
  });

  it("reports a break in the order of items without an ID", () => {
    const doubles = new DuplicateFilter();
    const { finishedAt: later } = item("", 2);
    const { finishedAt: earlier } = item("", 1);
    for (const finishedAt of [later, later, undefined, earlier]) {
      assert.equal(doubles.isDuplicate({ finishedAt }), false);
      assert.equal(doubles.outOfOrder, false);
    }
    assert.equal(doubles.isDuplicate({ finishedAt: later }), false);
    assert.equal(doubles.outOfOrder, true);
  });
});
