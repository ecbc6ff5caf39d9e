import assert from "node:assert/strict";
import { ColumnNames, filterSentences } from "../../../src/charts/reportFilter.ts";
import type { Condition } from "../../../src/model/conditions/conditions.ts";
import type { ResponseFilter } from "../../../src/model/responseFilter.ts";
import { column, english, yesNo } from "./reportFixtures.ts";

const names = new ColumnNames(
  {
    columns: [
      column("Q1", { text: "Are you satisfied?", options: yesNo }),
      column("age"),
      column("source", { kind: "embedded", text: "Source" }),
      column("completedStatus", { kind: "metadata" }),
      column("finishedAt", { kind: "metadata" }),
    ],
    collectGroups: [{ collectGroupId: "G1", label: "Website link" }],
  },
  english,
);

function sentences(filter: ResponseFilter): string[] {
  return filterSentences(filter, names, english);
}

function condition(name: string, more: object, kind = "variable"): string[] {
  return sentences({ conditions: [{ kind, name, ...more } as Condition] });
}

describe("filter sentences in a report", () => {
  it("are empty for an empty filter", () => {
    assert.deepEqual(sentences({}), []);
    assert.deepEqual(sentences({ duration: {}, conditions: [] }), []);
  });

  it("show times as sent and groups by label", () => {
    const filter = {
      startDateTime: "2025-03-01T09:00:00",
      endDateTime: "2025-03-31T23:59:59",
      collectGroupId: "G1",
    };
    assert.deepEqual(sentences(filter), [
      "Submitted after Mar 1, 2025, 09:00:00",
      "Submitted until Mar 31, 2025, 23:59:59",
      "Collect group: Website link (G1)",
    ]);
    assert.deepEqual(sentences({ collectGroupId: "gone" }), ["Collect group: gone"]);
  });

  it("show the duration", () => {
    assert.deepEqual(sentences({ duration: { atLeast: 30, atMost: 90 } }), ["Duration 30 to 90 s"]);
    assert.deepEqual(sentences({ duration: { atLeast: 30 } }), ["Duration from 30 s"]);
    assert.deepEqual(sentences({ duration: { atMost: 90 } }), ["Duration up to 90 s"]);
  });

  it("show the question's text, and values by label", () => {
    const is = { is: "oneOf", values: ["2", "9", ""], missing: ["noAnswer", "notShown"] };
    assert.deepEqual(condition("Q1", is), [
      "Q1 (Are you satisfied?): No (2), 9, (empty), no answer, not shown",
    ]);
    const ranked = { is: "oneOf", rank: 3, values: [], missing: ["notShown"] };
    assert.deepEqual(condition("Q3", ranked), ["Q3: no answer or not shown"]);
    const none = { is: "oneOf", values: [], missing: ["notShown"] };
    assert.deepEqual(condition("source", none, "embedded"), ["source (Source): no value"]);
  });

  it("show metadata by their names", () => {
    const status = { is: "oneOf", values: ["COMPLETED"], missing: [] };
    assert.deepEqual(condition("completedStatus", status, "metadata"), ["Status: COMPLETED"]);
    const time = { is: "oneOf", values: ["2025-03-01T09:00:00"], missing: [] };
    assert.deepEqual(condition("finishedAt", time, "metadata"), [
      "Finished: Mar 1, 2025, 09:00:00",
    ]);
  });

  it("show contained texts and ranges", () => {
    assert.deepEqual(condition("age", { is: "contains", text: "4" }), ["age contains “4”"]);
    assert.deepEqual(condition("age", { is: "between", atLeast: 18, below: 25.5 }), [
      "age: at least 18, below 25.5",
    ]);
    assert.deepEqual(condition("age", { is: "between", atMost: -2 }), ["age: at most -2"]);
    assert.deepEqual(condition("age", { is: "between" }), ["age: a number"]);
  });
});
