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
});
