import assert from "node:assert/strict";
import { codedColumn } from "../../../src/model/cellText.ts";
import type { ResponseFilter } from "../../../src/model/responseFilter.ts";
import { toggledValue } from "../../../src/webview/responses/summary/filterBy.ts";

const named = { kind: "variable", name: "Q1" } as const;
const column = { ...codedColumn({ ...named, text: "", options: [] }, []), cellIndex: 0 };

describe("Filtering by an answer of the summary", () => {
  const filter: ResponseFilter = {
    conditions: [
      { ...named, is: "oneOf", values: ["1"], missing: ["noAnswer"] },
      { ...named, is: "contains", text: "a" },
    ],
  };

  it("adds an answer to all that the filter demands of the column", () => {
    assert.deepEqual(toggledValue(filter, column, "2", true), {
      conditions: [
        { ...named, is: "oneOf", values: ["1", "2"], missing: ["noAnswer"] },
        { ...named, is: "contains", text: "a" },
      ],
    });
  });

  it("takes an answer away from it again", () => {
    assert.deepEqual(toggledValue(filter, column, "1", true), {
      conditions: [
        { ...named, is: "oneOf", values: [], missing: ["noAnswer"] },
        { ...named, is: "contains", text: "a" },
      ],
    });
  });

  it("replaces all that the filter demands of the column", () => {
    assert.deepEqual(toggledValue(filter, column, "2", false), {
      conditions: [{ ...named, is: "oneOf", values: ["2"], missing: [] }],
    });
  });

  it("replaces the collect group of the filter, adds to it and takes it away", () => {
    const group = { kind: "metadata", name: "collectGroupId" } as const;
    const groups = { ...codedColumn({ ...group, text: "", options: [] }, []), cellIndex: 0 };
    const one: ResponseFilter = { endDateTime: "2026-11-21T10:00:00", collectGroupId: "g1" };
    const wanted = (...values: readonly string[]): ResponseFilter => ({
      endDateTime: "2026-11-21T10:00:00",
      conditions: [{ ...group, is: "oneOf", values, missing: [] }],
    });
    assert.deepEqual(toggledValue(one, groups, "g2", false), wanted("g2"));
    assert.deepEqual(toggledValue(one, groups, "g2", true), wanted("g1", "g2"));
    for (const adds of [false, true]) {
      assert.deepEqual(toggledValue(one, groups, "g1", adds), {
        endDateTime: "2026-11-21T10:00:00",
      });
    }
  });
});
