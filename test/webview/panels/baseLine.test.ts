import assert from "node:assert/strict";
import type { Column } from "../../../src/model/grid.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { baseLine } from "../../../src/webview/responses/summary/baseLine.ts";
import { singleSummary } from "../../unit/charts/reportFixtures.ts";

describe("The line below a question of the summary", () => {
  // The same weights in other orders.
  const [all, answered] = [0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1];
  const column: Column = { kind: "variable", name: "Q1", text: "", options: [] };
  const line = (asked: number | undefined, apiVersion: ApiVersion): string =>
    baseLine({
      column,
      summary: { ...singleSummary(column), bases: { all, asked, answered } },
      base: "answered",
      apiVersion,
      weighting: { name: "w", sum: all, excluded: 0 },
    });

  it("takes no rounding error of weights for people", () => {
    assert.equal(line(answered, "v3"), "0.6 answered of 0.6 asked · weighted by w");
    assert.equal(line(undefined, "v2"), "0.6 of 0.6 answered · weighted by w");
  });
});
