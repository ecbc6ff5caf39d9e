import assert from "node:assert/strict";
import fc from "fast-check";
import { earliestToday, fieldworkFigures } from "../../src/analysis/fieldworkFigures.ts";
import { FieldworkTally, type FieldworkItem } from "../../src/analysis/fieldworkTally.ts";
import type { CollectGroup } from "../../src/model/survey.ts";
import { isDateTime } from "../../src/model/time.ts";
import { plainFieldwork } from "./support/plainFieldwork.ts";

function tallyOf(items: readonly FieldworkItem[]): FieldworkTally {
  const tally = new FieldworkTally();
  items.forEach((it) => tally.add(it));
  return tally;
}

/** Returns one item a minute, starting at 10:00, each with its given duration in seconds. */
function items(durations: readonly number[], collectGroupId = "a", day = "2025-03-01") {
  return durations.map((duration, index): FieldworkItem => {
    const at = (seconds: number) =>
      new Date(Date.parse(`${day}T10:00:00Z`) + seconds * 1000).toISOString().slice(0, 19);
    return { collectGroupId, startedAt: at(index * 60 - duration), finishedAt: at(index * 60) };
  });
}

/** Returns ten items a day, ending on 23 March; the first and the last are exactly `days` days apart. */
function steadily(collectGroupId: string, days: number): FieldworkItem[] {
  const end = Date.parse("2025-03-23T10:00:00Z");
  return Array.from({ length: 10 * days + 1 }, (_, index) => ({
    collectGroupId,
    finishedAt: new Date(end - (days * 10 - index) * 8_640_000).toISOString().slice(0, 19),
  }));
}

const group = (collectGroupId: string, targetCnt?: number): CollectGroup => ({
  collectGroupId,
  label: `Group ${collectGroupId}`,
  state: "RUNNING",
  targetCnt,
});

const all = { scope: {}, rule: { share: 1 / 3 }, isComplete: true };

describe("fieldwork figures", () => {
  it("interpolate quartiles between the two nearest ranks, like R and PSPP", () => {
    const tally = tallyOf(items([12, 1, 2, 10, 3, 4]));
    const { duration } = fieldworkFigures(tally, { ...all, groups: [] }).all;
    assert.deepEqual(duration, {
      n: 6,
      unknown: 0,
      negative: 0,
      min: 1,
      q1: 2.25,
      median: 3.5,
      q3: 8.5,
      max: 12,
      speeders: 1,
      below: (1 / 3) * 3.5,
    });
  });

  it("list only days with responses, and the hours of the selected day", () => {
    const tally = tallyOf([...items([5, 5]), ...items([5], "b", "2025-03-04")]);
    const { days, hours } = fieldworkFigures(tally, {
      ...all,
      scope: { day: "2025-03-04" },
      groups: [],
    });
    assert.deepEqual(days, [
      { day: "2025-03-01", count: 2 },
      { day: "2025-03-04", count: 1 },
    ]);
    assert.equal(hours[10], 1);
    assert.equal(
      hours.reduce((a, b) => a + b),
      1,
    );
  });

  it("report a target as reached, expected or stalled", () => {
    const tally = tallyOf([
      ...items([5, 5, 5], "reached"),
      ...items([5], "stalled"),
      ...steadily("expected", 4),
    ]);
    const groups = [
      group("reached", 2),
      group("stalled", 9),
      group("expected", 80),
      group("new", 1),
    ];
    const figures = fieldworkFigures(tally, { ...all, groups });
    assert.deepEqual(
      figures.groups.map((it) => it.progress),
      [
        { state: "reached", at: "2025-03-01T10:01:00" },
        { state: "stalled" },
        // 41 responses in four days, so the 39 that are missing take a little less than four.
        { state: "expected", on: "2025-03-27", perDay: 10.25 },
        { state: "stalled" },
      ],
    );
    assert.equal(figures.all.target, 92);
    assert.equal(figures.all.progress?.state, "expected");
  });

  it("predict no date before three days and thirty responses", () => {
    const progressOf = (list: readonly FieldworkItem[]) =>
      fieldworkFigures(tallyOf(list), { ...all, groups: [group("a", 1000)] }).all.progress?.state;
    assert.equal(progressOf(steadily("a", 3)), "expected");
    assert.equal(progressOf(steadily("a", 3).slice(0, 29)), "early");
    assert.equal(progressOf(steadily("a", 3).slice(1)), "early");
    assert.equal(progressOf(items(Array.from({ length: 100 }, () => 5))), "early");
  });

  it("predict no date that is over", () => {
    const progressOn = (today: string) => {
      const groups = [group("a", 80)];
      const figures = fieldworkFigures(tallyOf(steadily("a", 4)), { ...all, groups, today });
      return [...figures.groups, figures.all].map((it) => it.progress);
    };
    const expected = { state: "expected", on: "2025-03-27", perDay: 10.25 };
    assert.deepEqual(progressOn("2025-03-27"), [expected, expected]);
    assert.deepEqual(progressOn("2025-03-28"), [undefined, undefined]);
    // In the west it is still the 27th.
    assert.equal(earliestToday(Date.parse("2025-03-28T11:59:59Z")), "2025-03-27");
    assert.equal(earliestToday(Date.parse("2025-03-28T12:00:00Z")), "2025-03-28");
  });

  it("predict no date for closed or paused groups, and exclude them from the total prediction", () => {
    const states = (groups: readonly CollectGroup[], ...more: FieldworkItem[]) => {
      const tally = tallyOf([...steadily("a", 4), ...steadily("b", 4), ...more]);
      const figures = fieldworkFigures(tally, { ...all, groups });
      return [...figures.groups, figures.all].map((it) => it.progress);
    };
    const a = group("a", 80);
    const b = (state: string, target = 80) => ({ ...group("b", target), state });
    const expected = { state: "expected", on: "2025-03-27", perDay: 10.25 };
    assert.deepEqual(states([a, b("COMPLETED")]), [
      expected,
      { state: "closed" },
      { ...expected, isOfOpen: true },
    ]);
    assert.deepEqual(states([a, b("PAUSED")])[1], { state: "paused" });
    // The surplus of a closed group does not reduce what an open group needs.
    assert.deepEqual(states([a, b("COMPLETED", 11)])[2], {
      state: "expected",
      on: "2025-03-24",
      perDay: 10.25,
    });
    assert.deepEqual(
      states([{ ...a, state: "STOPPED" }, b("COMPLETED")]).map((it) => it?.state),
      ["closed", "closed", "closed"],
    );
    assert.deepEqual(
      states([{ ...a, state: "PAUSED" }, b("COMPLETED")]).map((it) => it?.state),
      ["paused", "closed", "paused"],
      "the paused group may go on",
    );
    assert.deepEqual(
      states([group("a", 41), b("COMPLETED")]).map((it) => it?.state),
      ["reached", "closed", "full"],
    );
  });

  it("report no progress before reading is complete, and no total target if a group lacks one", () => {
    const tally = tallyOf(items([5, 5, 5]));
    const half = { ...all, isComplete: false, groups: [group("a", 2)] };
    assert.equal(fieldworkFigures(tally, half).groups[0]?.progress, undefined);
    assert.equal(fieldworkFigures(tally, half).groups[0]?.target, 2);
    const groups = [group("a", 2), group("b")];
    assert.equal(fieldworkFigures(tally, { ...all, groups }).all.target, undefined);
  });

  it("report no progress if responses without times reached the target", () => {
    const tally = tallyOf([...items([5]), { collectGroupId: "b" }, { collectGroupId: "b" }]);
    const figures = fieldworkFigures(tally, { ...all, groups: [group("a", 1), group("b", 2)] });
    assert.equal(figures.groups[1]?.responses, 2);
    assert.equal(figures.groups[1].progress, undefined);
  });

  it("report when a fractional target was reached", () => {
    const figures = fieldworkFigures(tallyOf(items([5, 5, 5])), {
      ...all,
      groups: [group("a", 1.5)],
    });
    assert.deepEqual(figures.groups[0]?.progress, { state: "reached", at: "2025-03-01T10:01:00" });
  });

  it("limit predicted dates to the year 9999", () => {
    const tally = tallyOf(steadily("a", 3));
    const { progress } = fieldworkFigures(tally, { ...all, groups: [group("a", 1e15)] }).all;
    assert.deepEqual(progress, { state: "expected", on: "9999-12-31", perDay: 31 / 3 });
  });

  it("count missing, invalid and negative times separately", () => {
    const tally = tallyOf([
      ...items([60, 30]),
      { collectGroupId: "a", startedAt: "2025-03-01T10:00:00" },
      { collectGroupId: "a", startedAt: "2025-03-01T10:00:00", finishedAt: "2025-03-01 10:00" },
      { finishedAt: "2025-03-01T09:00:00", startedAt: "2025-03-01T09:00:01" },
    ]);
    const { all: whole, groups: parts } = fieldworkFigures(tally, { ...all, groups: [group("a")] });
    assert.equal(whole.responses, 5);
    assert.equal(whole.timeless, 2);
    assert.deepEqual(
      [whole.duration?.n, whole.duration?.unknown, whole.duration?.negative],
      [2, 2, 1],
    );
    assert.equal(parts[0]?.responses, 4);
    assert.equal(parts[0].duration?.negative, 0);
    assert.equal(whole.first, "2025-03-01T09:00:00");
  });

  it("are zero for a survey without responses", () => {
    const figures = fieldworkFigures(new FieldworkTally(), { ...all, groups: [group("a", 3)] });
    assert.equal(figures.newest, undefined);
    assert.equal(figures.groups[0]?.responses, 0);
    assert.equal(figures.groups[0].progress, undefined);
    assert.equal(figures.durations, undefined);
  });

  it("have a duration histogram of at most 30 round bins, with the longest 3 percent beyond it", () => {
    const durations = Array.from({ length: 1000 }, (_, it) => (it < 975 ? it : it * 1000));
    const { durations: histogram } = fieldworkFigures(tallyOf(items(durations)), {
      ...all,
      groups: [],
    });
    assert.ok(histogram);
    assert.equal(histogram.width, 60);
    assert.equal(histogram.from, 0);
    assert.equal(histogram.beyond, 25);
    assert.equal(histogram.counts.length, 17);
    assert.equal(histogram.counts[0], 60);
  });
});

const time = fc.oneof(
  {
    weight: 20,
    // Times around a leap day and the turn of a year, and on two other days.
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "2024-02-28T23:5",
          "2024-02-29T00:0",
          "2024-03-01T00:1",
          "2023-12-31T23:5",
          "2024-03-08T00:0",
        ),
        fc.integer({ min: 0, max: 599 }),
      )
      .map(([start, it]) => `${start}${Math.floor(it / 60)}:${String(it % 60).padStart(2, "0")}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[undefined, "", "2024-02-30T00:00:00", "2024-03-01", "2024-02-29T00:60:00"],
      ...[
        "2024-02-29T00:00:0",
        "2024-02-29T00:00:00Z",
        "2024-02-29T00-00-00",
        "2024-02-29T00:0a:01",
      ],
      ...["2024-02-29T00:01:6:", "2024-02-29T24:00:00"],
    ),
  },
);

const item = fc.record({
  collectGroupId: fc.constantFrom("a", "a", "a", "b", "d", "d", "z", "__proto__", undefined),
  startedAt: time,
  finishedAt: time,
});

const groups = [
  group("b", 1.5),
  group("a", 90),
  group("c"),
  group("e", 0),
  { ...group("d", 60), state: "COMPLETED" },
  { ...group("f", 2), state: "PAUSED" },
];

const query = fc.record({
  scope: fc.record({
    collectGroupId: fc.constantFrom("a", "z", "c", undefined),
    day: fc.constantFrom("2024-02-29", "2024-03-02", undefined),
  }),
  rule: fc.record({ share: fc.constantFrom(1 / 3, 0.5) }),
  groups: fc.subarray(groups),
  isComplete: fc.constant(true),
});

describe("fieldwork figures of random responses", () => {
  it("match a naive computation", () => {
    const found = new Set<unknown>();
    const lists = fc.array(item, { maxLength: 150, size: "max" });
    fc.assert(
      fc.property(lists, query, (list, asked) => {
        const figures = fieldworkFigures(tallyOf(list), asked);
        assert.deepEqual(figures, plainFieldwork(list, asked));
        found.add(figures.all.progress?.state);
        for (const { progress } of figures.groups) {
          found.add(progress?.state);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
    for (const state of ["reached", "expected", "closed", "paused", "full", "early", "stalled"]) {
      assert.ok(found.has(state), `no group is ${state}`);
    }
  });

  it("do not depend on the order of responses", () => {
    const shuffled = fc
      .array(item, { maxLength: 30 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      );
    fc.assert(
      fc.property(shuffled, query, ([list, other], asked) => {
        assert.deepEqual(
          fieldworkFigures(tallyOf(other), asked),
          fieldworkFigures(tallyOf(list), asked),
        );
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("match a naive computation after the newest responses are replaced", () => {
    const change = fc.record({
      before: fc.array(item, { maxLength: 30 }),
      after: fc.array(item, { maxLength: 30 }),
      from: fc.constantFrom("2024-02-28T23:55:00", "2024-02-29T00:03:00", "2024-03-05T00:00:00"),
    });
    fc.assert(
      fc.property(change, query, ({ before, after, from }, asked) => {
        const isLater = (it: FieldworkItem) =>
          it.finishedAt !== undefined && isDateTime(it.finishedAt) && it.finishedAt > from;
        const tally = tallyOf(before);
        tally.replaceAfter(from, tallyOf(after.filter(isLater)));
        const list = [...before.filter((it) => !isLater(it)), ...after.filter(isLater)];
        assert.deepEqual(fieldworkFigures(tally, asked), plainFieldwork(list, asked));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe("start of the overlap of a fieldwork refresh", () => {
  const at = (seconds: number) => timeOf(seconds);

  it("lies ten minutes before the newest response", () => {
    const tally = tallyOf([0, 700, 1000].map((it) => ({ finishedAt: at(it) })));
    assert.equal(tally.overlap(600, 10), at(400));
  });

  it("lies later if many responses came since, but before the newest second", () => {
    const tally = tallyOf(Array.from({ length: 50 }, (_, it) => ({ finishedAt: at(it) })));
    assert.equal(tally.overlap(600, 10), at(39));
    const crowd = tallyOf(Array.from({ length: 50 }, () => ({ finishedAt: at(100) })));
    assert.equal(crowd.overlap(600, 10), at(99));
  });

  it("is undefined without valid times", () => {
    assert.equal(tallyOf([{}, { finishedAt: "soon" }]).overlap(600, 10), undefined);
    assert.equal(tallyOf([{}]).hasOddTimes, false);
    assert.equal(tallyOf([{ finishedAt: "soon" }]).hasOddTimes, true);
  });
});

function timeOf(seconds: number): string {
  return new Date(Date.UTC(2025, 2, 1) + seconds * 1000).toISOString().slice(0, 19);
}
