import assert from "node:assert/strict";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { CopyKey } from "../../src/copy/copyFolders.ts";
import type { CopyReading } from "../../src/copy/readCopy.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { CopiesInWorker } from "../../src/table/copiesInWorker.ts";
import { readRemotely } from "../../src/table/readRemotely.ts";
import { withFirstPageRequested } from "../../src/table/readIntoTable.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { clientFor } from "../client/support/clients.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { itemOf, pageOf, textsIn, timeAt } from "../copy/support/copiedPages.ts";
import { startLiveServer, type LiveServerOptions } from "../export/support/liveServer.ts";
import { OtherProcess, readInto, tablesIn } from "./support/filledTables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const key = { space: "space", version: "v3", surveyId: "S1" } as const;
const items = Array.from({ length: 35 }, (_, number) => ({
  finishedAt: timeAt(number),
  order: number,
  json: itemOf(number),
}));
const json = items.map((it) => it.json).sort();

describe("reading into a table with the host's client", () => {
  const folder = folderOfEachTest();
  let server: TestServer;
  let client: SurveyClient;
  let tables: TableRegistry;
  let table: number;

  async function serve(options: Partial<LiveServerOptions> = {}): Promise<void> {
    server = await startLiveServer({ version: "v3", items: [...items], ...options });
    client = clientFor(server);
  }

  beforeEach(async () => {
    tables = tablesIn(folder);
    table = tables.open(key, "Test").table;
  });
  afterEach(async () => {
    tables.closeAll();
    await server[Symbol.asyncDispose]();
  });

  /** Reads a copy in the worker as an export does. @returns the facts of the copy */
  async function readForExport(of: CopyKey, reading: Partial<CopyReading> = {}) {
    const copies = new CopiesInWorker(nodeSqlite, tables.copies);
    const copy = copies.openCopy(of, "Test");
    const options: CopyReading = {
      surveyId: "S1",
      kind: "responses",
      survey: Promise.resolve({}),
      signal: new AbortController().signal,
      ...reading,
    };
    await readRemotely(client, options, (...values) => copies.read(copy, ...values));
    const facts = copies.copyState(copy);
    copies.closeAll();
    return facts;
  }

  /** Returns the items of the copy, sorted. */
  function kept(): string[] {
    const { copy } = new OtherProcess(folder, key);
    const texts = textsIn(copy).sort();
    copy.close();
    return texts;
  }

  it("requests a page only once if it was requested before the table was open", async () => {
    await serve();
    const { signal } = new AbortController();
    await readInto(tables, table, withFirstPageRequested(client, "S1", signal), { signal });
    const plain = server.requests.filter(
      ({ url }) => [...url.searchParams.keys()].join() === "size",
    );
    assert.equal(plain.length, 1);
    assert.deepEqual(kept(), json);
    // If the copy has items, the page asked for ahead is of no use.
    await readInto(tables, table, withFirstPageRequested(client, "S1", signal), { signal });
    assert.deepEqual(kept(), json);
  });

  it("requests no responses that an export has read, and shows them", async () => {
    await serve();
    const { copy } = new OtherProcess(folder, key);
    copy.addPage(pageOf(items.map((it) => it.json).reverse()));
    copy.finish(0);
    copy.close();
    assert.equal((await tables.view(table, { filter: {} })).loaded, 35);
    assert.equal(server.requests.length, 0);
    await readInto(tables, table, client);
    assert.equal((await tables.view(table, { filter: {} })).loaded, 35);
    // It only asks for what is new.
    assert.ok(server.requests.every(({ url }) => url.searchParams.has("startDateTime")));
  });

  it("shows responses that were read for an export when the view is requested", async () => {
    await serve();
    await readForExport(key);
    assert.deepEqual(kept(), json);
    const view = await tables.view(table, { filter: {} });
    assert.deepEqual([view.loaded, view.isComplete], [35, true]);
  });

  it("stops when it is cancelled, and continues after the stored pages", async () => {
    await serve();
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    const { signal } = cancel;
    await assert.rejects(readInto(tables, table, client, { signal, onProgress }), {
      code: "cancelled",
    });
    assert.ok(kept().length < 35);
    await assert.rejects(readInto(tables, table, client, { signal }), { code: "cancelled" });
    assert.equal(await readInto(tables, table, client), "complete");
    assert.deepEqual(kept(), json);
  });

  it("stores nothing and fails if the survey cannot be read", async () => {
    await serve();
    const survey = Promise.reject(new Error("No survey."));
    await assert.rejects(readInto(tables, table, client, { survey }), { message: "No survey." });
    assert.deepEqual(kept(), []);
  });

  it("reads only the range of a restricted copy", async () => {
    await serve();
    const own = { ...key, surveyId: "S2" };
    const query = { startDateTime: timeAt(9), endDateTime: timeAt(19) };
    for (let reading = 0; reading < 2; reading++) {
      const { loaded, newest, isWhole } = await readForExport(own, { query });
      assert.deepEqual([loaded, newest, isWhole], [10, timeAt(19), true]);
    }
    assert.deepEqual(kept(), []);
  });
});
