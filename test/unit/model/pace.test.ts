import { strict as assert } from "node:assert";
import { PaceMeter, rateInWords, timeInWords } from "../../../src/model/pace.ts";

/** Adds a sample each `every` ms from 0 to `until`, with the count that `countAt` returns. */
function fill(meter: PaceMeter, until: number, every: number, countAt: (ms: number) => number) {
  for (let at = 0; at <= until; at += every) {
    meter.add({ count: countAt(at), share: countAt(at) / 100_000 }, at);
  }
}

describe("pace of an export", () => {
  it("is unknown at first", () => {
    const meter = new PaceMeter();
    assert.deepEqual(meter.read(0), {});
    meter.add({ count: 1000, share: 0.1 }, 100);
    meter.add({ count: 2000, share: 0.2 }, 200);
    assert.deepEqual(meter.read(300), {});
  });

  it("covers only recent samples", () => {
    const meter = new PaceMeter();
    fill(meter, 60_000, 100, (ms) => (ms < 40_000 ? ms / 10 : 4_000 + (ms - 40_000)));
    const { perSecond = 0 } = meter.read(60_000);
    assert.ok(Math.abs(perSecond - 1000) < 50, String(perSecond));
  });

  it("is known for slow services, and falls when no more responses arrive", () => {
    const meter = new PaceMeter();
    fill(meter, 60_000, 15_000, (ms) => ms / 15);
    const { perSecond = 0 } = meter.read(60_000);
    assert.ok(Math.abs(perSecond - 1000 / 15) < 5, String(perSecond));
    const later = meter.read(120_000).perSecond ?? 0;
    assert.ok(later < perSecond / 2, String(later));
  });

  it("includes the time left if the share is known", () => {
    const meter = new PaceMeter();
    fill(meter, 20_000, 100, (ms) => ms);
    const { secondsLeft = 0 } = meter.read(20_000);
    assert.ok(Math.abs(secondsLeft - 80) < 2, String(secondsLeft));
    const unknown = new PaceMeter();
    for (let at = 0; at <= 20_000; at += 100) {
      unknown.add({ count: at }, at);
    }
    assert.equal(unknown.read(20_000).secondsLeft, undefined);
  });

  it("changes the time left gradually at varying speed", () => {
    const meter = new PaceMeter();
    let count = 0;
    let before: number | undefined;
    let largest = 0;
    for (let at = 0; at <= 40_000; at += 300) {
      // Every other page arrives at ten times the speed.
      count += (at / 300) % 2 === 0 ? 50 : 500;
      meter.add({ count, share: count / 100_000 }, at);
      const { secondsLeft } = meter.read(at);
      if (secondsLeft !== undefined && before !== undefined) {
        largest = Math.max(largest, Math.abs(secondsLeft - before));
      }
      before = secondsLeft;
    }
    assert.ok(before !== undefined);
    assert.ok(largest < 5, String(largest));
  });

  it("is reset after a wait", () => {
    const meter = new PaceMeter();
    fill(meter, 10_000, 100, (ms) => ms);
    meter.restart();
    meter.add({ count: 10_000, share: 0.1 }, 60_000);
    assert.deepEqual(meter.read(60_100), {});
  });

  it("stays correct with 100,000 samples", () => {
    const meter = new PaceMeter();
    for (let at = 0; at < 100_000; at++) {
      meter.add({ count: at * 2, share: at / 200_000 }, at);
    }
    const { perSecond = 0, secondsLeft = 0 } = meter.read(100_000);
    assert.ok(Math.abs(perSecond - 2000) < 50, String(perSecond));
    assert.ok(Math.abs(secondsLeft - 100) < 3, String(secondsLeft));
  });
});

describe("rate in words", () => {
  for (const [perSecond, count, per] of [
    [1934, 1900, "second"],
    [15_432, 15_000, "second"],
    [87.4, 87, "second"],
    [1.2, 1, "second"],
    [0.4, 24, "minute"],
    [0.001, 1, "minute"],
  ] as const) {
    it(`of ${perSecond} per second is ${count} per ${per}`, () => {
      assert.deepEqual(rateInWords(perSecond), { count, per });
    });
  }
});

describe("time in words", () => {
  for (const [seconds, expected] of [
    [0, { about: "moment" }],
    [30, { about: "less than a minute" }],
    [50, { about: "hours and minutes", hours: 0, minutes: 1 }],
    [119, { about: "hours and minutes", hours: 0, minutes: 2 }],
    [13 * 60, { about: "hours and minutes", hours: 0, minutes: 15 }],
    [57 * 60, { about: "hours and minutes", hours: 0, minutes: 55 }],
    [58 * 60, { about: "hours and minutes", hours: 1, minutes: 0 }],
    [100 * 60, { about: "hours and minutes", hours: 1, minutes: 30 }],
    [25.4 * 3600, { about: "hours and minutes", hours: 25, minutes: 0 }],
  ] as const) {
    it(`of ${seconds} seconds is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(timeInWords(seconds), expected);
    });
  }
});
