import assert from "node:assert/strict";
import { responsesRequests } from "../../src/messages/requests/responses.ts";
import { defaultColumnLayout } from "../../src/model/columnLayout.ts";
import { columnKey } from "../../src/model/grid.ts";

describe("requests of the responses panel", () => {
  it("name columns however long the names are that the service sends", () => {
    const { find, summarise, layout, sort } = responsesRequests();
    const key = columnKey({ kind: "embedded", name: "x".repeat(10_000) });
    const from = { row: 0, column: key };
    const columns = [key];
    for (const [{ input }, sent] of [
      [find, { view: 1, text: "a", columns, cells: "codes", from, step: 1 }],
      [summarise, { columns, filter: {} }],
      [layout, { layout: { ...defaultColumnLayout, order: columns } }],
      [sort, { sort: { column: key, direction: "ascending" } }],
    ] as const) {
      assert.equal(input.safeParse(sent).error, undefined);
    }
  });
});
