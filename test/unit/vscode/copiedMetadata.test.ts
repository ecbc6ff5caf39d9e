import assert from "node:assert/strict";
import { structureColumns, type Row } from "../../../src/model/grid.ts";
import type { ResponseMetadata } from "../../../src/model/response.ts";
import type { View } from "../../../src/table/tables.ts";
import {
  readCopiedMetadata,
  type CopiedTables,
} from "../../../src/vscode/responses/copiedMetadata.ts";

const key = { space: "space", version: "v3", surveyId: "S1" } as const;
const columns = structureColumns({
  apiVersion: "v3",
  questions: [],
  embeddedData: [],
  blocks: [],
});

const whole: View = {
  view: 7,
  kept: 0,
  matching: 2500,
  loaded: 2500,
  isBehind: false,
  isComplete: true,
  readAt: 1000,
  structure: { number: 1, columns, collectGroups: [] },
  took: 0,
};

function row(id: number): Row {
  return {
    id,
    cells: columns.map(({ name }) => (name === "serial" ? [{ value: `S${id}` }] : null)),
  };
}

/** Returns tables of 2,500 responses. @param views the answers, of which the last one stays */
function tables(
  views: readonly View[],
  isThere: (first: number) => boolean = () => true,
): CopiedTables {
  const left = [...views];
  return {
    has: () => true,
    using: (work) =>
      work({
        open: async () => ({ table: 1 }),
        view: async () => (left.length > 1 ? left.shift() : left[0]) ?? whole,
        rows: async (_table, _view, first, count) =>
          isThere(first)
            ? Array.from({ length: Math.min(count, 2500 - first) }, (_, at) => row(first + at))
            : undefined,
      }),
    close: async () => undefined,
  };
}

async function read(of: CopiedTables, signal = new AbortController().signal) {
  const items: ResponseMetadata[] = [];
  const subject = { key, dataSpace: "Space" };
  const readAt = await readCopiedMetadata(of, subject, (it) => items.push(...it), signal);
  return { readAt, count: items.length, last: items.at(-1)?.serial };
}

describe("metadata of kept responses", () => {
  it("are read to the end", async () => {
    assert.deepEqual(await read(tables([whole])), { readAt: 1000, count: 2500, last: "S2499" });
  });

  it("are all read if responses that an export has kept have no columns yet", async () => {
    const behind = { ...whole, loaded: 1000, isBehind: true, isComplete: false };
    const { readAt, count } = await read(tables([behind, behind, whole]));
    assert.deepEqual([readAt, count], [1000, 2500]);
  });

  it("are left when waiting for their columns is cancelled", async () => {
    const behind = { ...whole, isBehind: true, isComplete: false };
    await assert.rejects(read(tables([behind]), AbortSignal.abort()), { code: "cancelled" });
  });

  it("are not all of the survey if the responses are replaced meanwhile", async () => {
    const { readAt } = await read(tables([whole], (first) => first < 1000));
    assert.equal(readAt, undefined);
  });

  it("are not all of the survey if reading it was never finished", async () => {
    const { readAt, count } = await read(tables([{ ...whole, isComplete: false }]));
    assert.deepEqual([readAt, count], [undefined, 0]);
  });
});
