import assert from "node:assert/strict";
import type { ResponseMetadata } from "../../../src/model/response.ts";
import type { Row } from "../../../src/model/grid.ts";
import type { TableClient } from "../../../src/table/tableClient.ts";
import { readCopiedMetadata } from "../../../src/vscode/responses/copiedMetadata.ts";

const key = { space: "s", version: "v3", surveyId: "S" } as const;
const columns = [{ kind: "metadata", name: "serial", text: "", options: [] }] as const;

/** Returns tables with 1,500 responses, whose view is replaced before this row is read. */
function tablesWith(replacedAt: number): Parameters<typeof readCopiedMetadata>[0] {
  const calls: Pick<TableClient, "open" | "view" | "rows"> = {
    open: async () => ({ table: 1 }),
    view: async () => ({
      view: 1,
      kept: 0,
      matching: 1500,
      loaded: 1500,
      isBehind: false,
      isComplete: true,
      readAt: 7,
      structure: { number: 1, columns, collectGroups: [] },
      took: 0,
    }),
    rows: async (_table, _view, first, count) =>
      first < replacedAt
        ? Array.from({ length: Math.min(count, 1500 - first) }, (_, index): Row => ({
            id: first + index,
            cells: [[{ value: `S${first + index}` }]],
          }))
        : undefined,
  };
  return {
    has: () => true,
    using: (work) => work(calls as TableClient),
    close: async () => undefined,
  };
}

describe("metadata of kept responses", () => {
  it("are those of the whole survey, or are not used", async () => {
    const found: ResponseMetadata[] = [];
    const read = (replacedAt: number) =>
      readCopiedMetadata(tablesWith(replacedAt), key, "d", (items) => found.push(...items));
    assert.equal(await read(Infinity), 7);
    assert.deepEqual([found.length, found.at(-1)?.serial], [1500, "S1499"]);
    assert.equal(await read(1000), undefined, "the responses were replaced meanwhile");
  });
});
