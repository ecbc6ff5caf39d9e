import assert from "node:assert/strict";
import { join } from "node:path";
import { SurveyError } from "../../../src/model/errors.ts";
import { createTableClient, type TableClient } from "../../../src/table/tableClient.ts";
import {
  readIntoShown,
  readStructure,
  type ReadingSink,
} from "../../../src/table/readIntoShown.ts";
import { clientFor } from "../../client/support/clients.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { startLiveServer } from "../../export/support/liveServer.ts";
import { programs } from "../../support/programs.ts";
import { folderOfEachTest } from "../../support/folders.ts";

const key = { space: "space", version: "v3", surveyId: "S1" } as const;
const count = 35;

describe("reading a survey that is already being read", () => {
  const folder = folderOfEachTest();
  let server: TestServer;
  /** Clients of the tables, one for each window. */
  const windows: TableClient[] = [];
  /** Lets the second page be answered, which waits until then. */
  let letGo: () => void;
  let reached: Promise<void>;

  beforeEach(async () => {
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let reach: () => void;
    reached = new Promise<void>((resolve) => (reach = resolve));
    let pages = 0;
    server = await startLiveServer({
      version: "v3",
      items: Array.from({ length: count }, (_, order) => {
        const finishedAt = `2025-03-01T10:00:${String(order).padStart(2, "0")}`;
        const json = `{"responseId":"r${order}","finishedAt":"${finishedAt}"}`;
        return { finishedAt, order, json };
      }),
      disturb: async ({ pathname }) => {
        if (pathname.endsWith("/responses") && pages++ === 1) {
          reach();
          await held;
        }
        return false;
      },
    });
  });

  afterEach(async () => {
    letGo();
    await Promise.all(windows.splice(0).map((it) => it.dispose()));
    await server[Symbol.asyncDispose]();
  });

  function window(): TableClient {
    const tables = createTableClient(programs.tables, join(folder, "tables"));
    windows.push(tables);
    return tables;
  }

  async function read(
    tables: TableClient,
    sink: Partial<ReadingSink> = {},
    signal = new AbortController().signal,
  ): Promise<number> {
    const client = clientFor(server);
    const { table } = await tables.open(key, "Test");
    const nothing = (): void => undefined;
    await readIntoShown(
      { key, tables, table },
      readStructure(client, "S1", signal),
      { client, surveyId: "S1", signal },
      { onSurvey: nothing, onProgress: nothing, onWaiting: nothing, onChanged: nothing, ...sink },
    );
    return (await tables.view(table, { filter: {} })).loaded;
  }

  for (const where of ["this window", "another window"] as const) {
    it(`waits for ${where}, reports which one, and has the same responses`, async () => {
      const first = window();
      const reading = read(first);
      await reached;
      const said: boolean[] = [];
      const onWaiting = (isElsewhere: boolean): void => {
        said.push(isElsewhere);
        letGo();
      };
      assert.equal(await read(where === "this window" ? first : window(), { onWaiting }), count);
      assert.equal(await reading, count);
      assert.ok(said.length > 0);
      assert.ok(said.every((it) => it === (where === "another window")));
    });
  }

  it("ends when cancelled while waiting, without stopping the other reading", async () => {
    const tables = window();
    const reading = read(tables);
    await reached;
    const cancel = new AbortController();
    const onWaiting = (): void => cancel.abort();
    const isCancelled = (error: unknown): boolean =>
      error instanceof SurveyError && error.code === "cancelled";
    await assert.rejects(read(tables, { onWaiting }, cancel.signal), isCancelled);
    letGo();
    assert.equal(await reading, count);
  });
});
