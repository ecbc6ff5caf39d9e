import assert from "node:assert/strict";
import { LastSecond } from "../../src/reader/lastSecond.ts";
import { ReadWindow, ReadWindows } from "../../src/reader/readWindows.ts";

const at = (second: number) =>
  new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString().slice(0, 19);

/** Returns a window whose first page was read. */
function begun(to: number, reached: number, read: number): ReadWindow {
  const window = new ReadWindow(0, undefined, at(to));
  window.lastSecond = new LastSecond(at(reached));
  window.read = read;
  return window;
}

function windowsOf(window: ReadWindow, oldest: number): ReadWindows {
  const windows = new ReadWindows([window]);
  windows.oldest = at(oldest);
  windows.largestPage = 1000;
  return windows;
}

describe("windows of a range", () => {
  it("are divided at the middle of the remaining requests, without overlap", () => {
    const windows = windowsOf(begun(100_000, 99_000, 1000), 0);
    const halves = windows.divide();
    assert.ok(halves);
    const { to } = halves.older;
    // 105 requests are left, each for 95 % of a page.
    assert.equal(to, at(99_000 - Math.ceil((99_000 * 53) / 105)));
    assert.equal(halves.divided.from, to);
    assert.equal(halves.older.from, undefined);
    assert.deepEqual(halves.older.position, { startDateTime: undefined, endDateTime: to });
    assert.deepEqual(windows.list, [halves.divided, halves.older]);
  });

  it("are not divided if only a small part of a page remains", () => {
    assert.equal(windowsOf(begun(3_000, 2_000, 1000), 1_700).divide(), undefined);
    assert.notEqual(windowsOf(begun(3_000, 2_000, 1000), 1_000).divide(), undefined);
  });

  it("are not divided within a second", () => {
    assert.equal(windowsOf(begun(3_000, 1_001, 100_000), 1_000).divide(), undefined);
  });

  it("are not divided before their first page is read", () => {
    assert.equal(windowsOf(new ReadWindow(0, undefined, at(9_000)), 0).divide(), undefined);
  });

  it("are divided further back if the guessed oldest time was too recent", () => {
    const windows = windowsOf(begun(100_000, 99_000, 1000), 99_500);
    const older = windows.divide()?.older.to ?? "";
    assert.ok(older < at(99_000) && older > at(80_000), older);
  });

  it("are divided only a few times if the older halves turn out to be empty", () => {
    const windows = windowsOf(begun(10_000_000, 9_999_999, 1000), 0);
    let count = 0;
    for (let halves = windows.divide(); halves; halves = windows.divide()) {
      halves.older.isRead = true;
      count++;
    }
    // Each time, the older half turns out to be empty.
    assert.ok(count >= 8 && count < 12, String(count));
  });

  it("report the share of time that is read", () => {
    const window = begun(100_000, 75_000, 1000);
    const windows = windowsOf(window, 0);
    assert.equal(windows.share, 0.25);
    window.isRead = true;
    assert.equal(windows.share, 1);
    assert.equal(windowsOf(new ReadWindow(0, undefined, undefined), 0).share, undefined);
  });

  it("are divided before their first page is scanned only if it is known where they start", () => {
    const page = { newest: at(100_000), reached: at(99_000), items: 1000 };
    const window = new ReadWindow(0, undefined, undefined);
    const windows = new ReadWindows([window]);
    windows.expect(window, page);
    assert.equal(windows.divide(), undefined);
    windows.oldest = at(0);
    windows.expect(window, page);
    const older = windows.divide()?.older.to ?? "";
    assert.ok(older > at(45_000) && older < at(50_000), older);
  });

  it("are divided by the density of their own last page", () => {
    const [tail, burst] = [begun(100_000, 50_000, 1000), new ReadWindow(1, undefined, at(20_000))];
    tail.from = at(20_000);
    tail.measure([{ finishedAt: at(100_000) }, { finishedAt: at(50_000) }]);
    burst.lastSecond = new LastSecond(at(19_000));
    burst.read = 1000;
    burst.measure(Array.from({ length: 1000 }, (_, index) => ({ finishedAt: at(20_000 - index) })));
    const windows = new ReadWindows([tail, burst]);
    windows.oldest = at(0);
    windows.largestPage = 1000;
    assert.equal(windows.divide()?.divided, burst);
  });

  it("are not divided because a few items of a neighbour share a second", () => {
    const [few, next] = [begun(100_000, 99_999, 3), new ReadWindow(1, at(99_000), at(99_999))];
    few.from = at(99_999);
    few.isRead = true;
    few.measure([{ finishedAt: at(100_000) }, { finishedAt: at(100_000) }]);
    const rest = begun(99_000, 80_000, 1000);
    rest.isRead = true;
    const windows = new ReadWindows([few, next, rest]);
    windows.largestPage = 1000;
    assert.equal(windows.divide(), undefined);
  });
});
