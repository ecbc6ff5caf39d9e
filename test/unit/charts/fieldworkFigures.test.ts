import { strict as assert } from "node:assert";
import {
  daysTable,
  durationsTable,
  fieldworkTables,
  groupsTable,
  hoursTable,
  progressText,
} from "../../../src/charts/fieldworkFigures.ts";
import { tableCsv } from "../../../src/charts/tableText.ts";
import type { FigureTable } from "../../../src/charts/table.ts";
import type { TargetProgress } from "../../../src/model/fieldwork.ts";
import { english, fieldworkOf, wordsOf } from "./questions.ts";

function texts(table: FigureTable | undefined): string[][] {
  return (table?.rows ?? []).map((row) => row.cells.map((it) => it.text));
}

describe("fieldwork tables", () => {
  it("have a row for each day, including days without responses", () => {
    const table = daysTable(fieldworkOf(), english);
    assert.deepEqual(texts(table), [
      ["Mar 3, 2025", "40", "40"],
      ["Mar 4, 2025", "112", "152"],
      ["Mar 5, 2025", "60", "212"],
      ["Mar 6, 2025", "0", "212"],
      ["Mar 7, 2025", "50", "262"],
      ["Mar 8, 2025", "0", "262"],
      ["Mar 9, 2025", "0", "262"],
      ["Mar 10, 2025", "50", "312"],
    ]);
    assert.deepEqual(table?.notes, ["Times as sent, without time-zone conversion."]);
  });

  it("write days as ISO dates in CSV", () => {
    const table = daysTable(fieldworkOf(), wordsOf("ko"));
    assert.equal(table?.rows[0]?.cells[0]?.text, "2025년 3월 3일");
    assert.match(tableCsv([table], english), /^Day,Responses,Cumulative\r\n2025-03-03,40,40\r\n/);
  });

  it("omit days without responses if fieldwork took many years, with a note", () => {
    const days = [
      { day: "1999-12-31", count: 1 },
      { day: "2025-01-01", count: 2 },
    ];
    const table = daysTable(fieldworkOf({ days }), english);
    assert.equal(table?.rows.length, 2);
    assert.equal(table.notes.at(-1), "Days without responses are left out.");
  });

  it("show the hours of one day, and note responses without a time", () => {
    const all = fieldworkOf().all;
    const fieldwork = fieldworkOf({
      scope: { day: "2025-03-04" },
      all: { ...all, timeless: 12 },
    });
    const table = hoursTable(fieldwork, english);
    assert.equal(table?.caption, "Responses per hour on Mar 4, 2025");
    assert.equal(table.rows.length, 24);
    assert.deepEqual(texts(table)[8], ["08:00 – 08:59", "8"]);
    assert.equal(table.notes.at(-1), "Responses without a time, excluded: 12.");
  });

  it("show durations with the longest in one row, and note possible speeders", () => {
    const table = durationsTable(fieldworkOf(), english);
    assert.deepEqual(texts(table)[0], ["0 sec – <1 min", "5", "1.7%"]);
    assert.deepEqual(texts(table).at(-1), ["10 min and more", "10", "3.3%"]);
    assert.deepEqual(table?.notes, [
      "Median 5 min, quartiles 3 min 20 sec and 7 min, shortest 30 sec, longest 1 hr 6 min.",
      "Possible speeders, below 1 min 40 sec: 7.",
      "Responses without a duration: 12.",
    ]);
  });

  it("have a row for each group, with empty cells for unknown figures", () => {
    const { all } = fieldworkOf();
    const fieldwork = fieldworkOf({
      groups: [
        { ...all, collectGroupId: "grp-1", label: "Website link", state: "RUNNING" },
        { collectGroupId: "grp-9", responses: 3, timeless: 0 },
      ],
    });
    assert.deepEqual(texts(groupsTable(fieldwork, english)), [
      [
        ...[
          "Website link",
          "RUNNING",
          "312",
          "500",
          "62.4%",
          "Target by Mar 15, 2025 (41.3 a day)",
        ],
        ...["Mar 3, 2025, 08:00", "Mar 10, 2025, 21:00", "5 min", "7"],
      ],
      ["grp-9", "", "3", "", "", "", "", "", "", ""],
      [
        ...["All", "", "312", "500", "62.4%", "Target by Mar 15, 2025 (41.3 a day)"],
        ...["Mar 3, 2025, 08:00", "Mar 10, 2025, 21:00", "5 min", "7"],
      ],
    ]);
  });

  it("show 100% of a target only if it is reached", () => {
    const percentOf = (responses: number): string | undefined => {
      const { all } = fieldworkOf();
      const figures = { ...all, responses, target: 10_000 };
      const state = { ...figures, progress: { state: "closed" } } as const;
      const [row] = groupsTable(fieldworkOf({ groups: [], all: figures }), english).rows;
      const text = row?.cells[4]?.text;
      assert.equal(progressText(state, english), `closed at ${String(text)}`);
      return text;
    };
    assert.deepEqual([6667, 9996, 10_000, 10_004, 10_006].map(percentOf), [
      ...["66.7%", "99.9%", "100.0%", "100.0%", "100.1%"],
    ]);
  });

  it("describe the progress towards the target", () => {
    const { all } = fieldworkOf();
    assert.equal(
      progressText({ ...all, progress: { state: "reached", at: "2025-03-09T10:11:12" } }, english),
      "reached Mar 9, 2025, 10:11",
    );
    assert.equal(
      progressText({ ...all, progress: { state: "stalled" } }, english),
      "no recent responses",
    );
    const text = (progress: TargetProgress): string => progressText({ ...all, progress }, english);
    assert.equal(text({ state: "closed" }), "closed at 62.4%");
    assert.equal(text({ state: "paused" }), "paused at 62.4%");
    assert.equal(text({ state: "full" }), "Open groups: targets reached");
    assert.equal(text({ state: "early" }), "no forecast yet");
    const expected = { state: "expected", on: "2025-03-15", perDay: 41.3, isOfOpen: true } as const;
    assert.equal(text(expected), "Open groups: target by Mar 15, 2025 (41.3 a day)");
  });

  it("contain only collect groups if there are no responses", () => {
    const nobody = fieldworkOf({ days: [], hours: [], durations: undefined });
    assert.deepEqual(
      fieldworkTables(nobody, english).map((it) => it.caption),
      ["Collect groups"],
    );
  });
});
