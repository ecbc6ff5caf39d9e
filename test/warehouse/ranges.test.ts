import assert from "node:assert/strict";
import fc from "fast-check";
import { timeOfSeconds } from "../../src/model/time.ts";
import { RangePlan, type Plan, type StoredRange } from "../../src/warehouse/ranges.ts";

const size = 5;

/** @param seconds times of the responses, in any order */
function planOf(seconds: readonly number[], stored: readonly StoredRange[]): Plan {
  const plan = new RangePlan(stored, size);
  seconds
    .toSorted((a, b) => b - a)
    .map(timeOfSeconds)
    .forEach((it) => plan.add(it));
  return plan.plan();
}

/** Returns the ranges in the tables after the first `count` ranges of the plan were written. */
function written({ ranges }: Plan, seconds: readonly number[], count: number): StoredRange[] {
  const times = seconds.map(timeOfSeconds);
  const next = ranges.reduce((most, { range = 0 }) => Math.max(most, range), 0) + 1;
  return ranges.flatMap((it, index) => {
    const responses = times.filter((time) => time > it.after && time <= it.until).length;
    return index < count || it.range !== undefined
      ? [{ ...it, range: it.range ?? next + index, responses }]
      : [];
  });
}

describe("ranges of responses in the tables", () => {
  const moments = fc.array(fc.nat(60), { maxLength: 60 });

  it("contain each response once, in whole seconds, newest first, and keep the bounds of stored ranges", () => {
    fc.assert(
      fc.property(moments, moments, fc.nat(8), (first, more, count) => {
        const before = planOf(first, []);
        const stored = written(before, first, count);
        const seconds = [...first, ...more];
        const { ranges, obsolete } = planOf(seconds, stored);
        assert.deepEqual(obsolete, []);
        for (const time of seconds.map(timeOfSeconds)) {
          const its = ranges.filter((it) => time > it.after && time <= it.until);
          assert.equal(its.length, 1, time);
        }
        ranges.slice(1).forEach((it, index) => assert.ok(it.until <= (ranges[index]?.after ?? "")));
        for (const { range, after, until } of stored) {
          const now = ranges.find((it) => it.range === range);
          assert.equal(now?.after, after);
          assert.ok(now.until >= until);
        }
      }),
      { seed: 19, numRuns: 500 },
    );
  });

  it("are full except the oldest, if none is stored", () => {
    fc.assert(
      fc.property(moments, (seconds) => {
        const plan = planOf(seconds, []);
        const counts = written(plan, seconds, Infinity).map((it) => it.responses);
        assert.ok(counts.slice(0, -1).every((it) => it >= size));
      }),
      { seed: 20 },
    );
  });

  it("extend the newest range until it is full", () => {
    const one = written(planOf([1, 2, 3], []), [1, 2, 3], 1);
    const [grown, ...none] = planOf([1, 2, 3, 4, 5], one).ranges;
    assert.deepEqual([grown?.range, grown?.until, none.length], [1, timeOfSeconds(5), 0]);
    assert.equal(planOf([1, 2, 3, 4, 5, 6], one).ranges.length, 2);
  });

  it("are replaced by a single range if the responses are not ordered by time, and vice versa", () => {
    const stored = written(planOf([1, 2, 3], []), [1, 2, 3], 1);
    const plan = new RangePlan(stored, size);
    ["2025-01-01T00:00:00", "2025-01-02T00:00:00", undefined].forEach((it) => plan.add(it));
    const { ranges, obsolete } = plan.plan();
    assert.deepEqual(ranges, [{ after: "", until: "" }]);
    assert.deepEqual(obsolete, stored);
    const back = planOf([1], [{ after: "", until: "", range: 7, responses: 3 }]);
    assert.deepEqual(
      back.obsolete.map((it) => it.range),
      [7],
    );
  });
});
