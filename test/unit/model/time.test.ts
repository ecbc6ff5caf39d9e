import assert from "node:assert/strict";
import {
  formatDateTime,
  isDateTime,
  secondsOf,
  timeOfSeconds,
  typedTime,
} from "../../../src/model/time.ts";

describe("date-times of the API", () => {
  for (const text of ["2025-03-27T10:00:00", "2024-02-29T23:59:59", "2000-02-29T00:00:00"]) {
    it(`accept ${text}`, () => assert.equal(isDateTime(text), true));
  }
  for (const text of [
    "",
    "2025-03-27",
    "2025-03-27T10:00",
    "2025-03-27T10:00:00Z",
    "2025-03-27T10:00:00.000",
    "2025-03-27 10:00:00",
    "2025-02-29T00:00:00",
    "1900-02-29T00:00:00",
    "2025-04-31T00:00:00",
    "2025-13-01T00:00:00",
    "2025-00-01T00:00:00",
    "2025-01-00T00:00:00",
    "2025-01-01T24:00:00",
    "2025-01-01T00:60:00",
    "2025-01-01T00:00:60",
    "2025-01-01T00:00:00\n",
  ]) {
    it(`reject ${JSON.stringify(text)}`, () => assert.equal(isDateTime(text), false));
  }

  for (const [text, time] of [
    ["2025-03-27T10:00:09", "2025-03-27T10:00:09"],
    [" 2025-03-27  10:00:09 ", "2025-03-27T10:00:09"],
    ["2025-03-27 10:00", "2025-03-27T10:00:00"],
    ["2025-03-27", "2025-03-27T23:59:59"],
    ["2025-02-29", undefined],
    ["2025-03-27 10", undefined],
    ["27.03.2025", undefined],
    ["", undefined],
  ] as const) {
    it(`parse typed text ${JSON.stringify(text)}`, () =>
      assert.equal(typedTime(text, "23:59:59"), time));
  }

  it("are formatted for the locale without time-zone conversion", () => {
    assert.equal(formatDateTime("2025-03-03T09:14:05", "en-GB"), "3 Mar 2025, 09:14");
    assert.match(formatDateTime("2025-03-03T09:14:05", "ko"), /2025.*3.*3.*09:14/);
    assert.match(formatDateTime("2025-03-03T00:14:05", "en-US", true), /00:14:05/);
  });

  it("convert to seconds and back in any year, including the first hundred", () => {
    const years = [0, 1, 4, 99, 100, 399, 400, 1899, 1900, 1999, 2000, 2025, 9999];
    const times = years.flatMap((it) => {
      const year = String(it).padStart(4, "0");
      return [`${year}-01-01T00:00:00`, `${year}-03-01T10:30:59`, `${year}-12-31T23:59:59`];
    });
    const seconds = times.map((it) => secondsOf(it) ?? NaN);
    assert.deepEqual(seconds.map(timeOfSeconds), times);
    assert.deepEqual(
      seconds.toSorted((a, b) => a - b),
      seconds,
    );
    assert.equal(formatDateTime("0025-03-03T09:14:05", "en-GB"), "3 Mar 25, 09:14");
    assert.equal(secondsOf("0001-02-29T00:00:00"), undefined);
  });

  it("are shown unchanged if in another form", () => {
    assert.equal(formatDateTime("yesterday", "en"), "yesterday");
  });
});
