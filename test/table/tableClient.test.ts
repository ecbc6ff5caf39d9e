import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CopyDirectory } from "../../src/copy/copyDirectory.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { createTableClient, type TableClient } from "../../src/table/tableClient.ts";
import { readIntoTable } from "../../src/table/readIntoTable.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { clientFor } from "../client/support/clients.ts";
import { startTestServer } from "../client/support/testServer.ts";
import { itemOf, pageOf, timeAt } from "../copy/support/copiedPages.ts";
import { startLiveServer } from "../export/support/liveServer.ts";
import { OtherProcess } from "./support/filledTables.ts";
import { programs } from "../support/programs.ts";
import { folderOfEachTest } from "../support/folders.ts";

const key = { space: "space", version: "v3", surveyId: "A" } as const;

describe("client of the tables in their worker", () => {
  const folder = folderOfEachTest();
  let client: TableClient;
  beforeEach(async () => {
    client = createTableClient(programs.tables, join(folder, "tables"));
  });
  afterEach(async () => {
    await client.dispose();
  });

  it("executes calls in order, and reads over ports", async () => {
    await using server = await startLiveServer({
      version: "v3",
      items: [1, 2].map((number) => ({
        finishedAt: timeAt(number),
        order: number,
        json: itemOf(number),
      })),
    });
    const { table } = await client.open(key, "Space");
    const progress: number[] = [];
    const options = {
      surveyId: "S1",
      survey: Promise.resolve({}),
      signal: new AbortController().signal,
      onProgress: ({ loaded }: { readonly loaded: number }) => void progress.push(loaded),
    };
    assert.equal(await readIntoTable(client, table, clientFor(server), options), "complete");
    assert.deepEqual(progress, [2]);
    const [size, view] = await Promise.all([client.size(), client.view(table, { filter: {} })]);
    assert.ok(size > 0);
    assert.deepEqual([view.loaded, view.isComplete], [2, true]);
    const rows = await client.rows(table, view.view, 0, 10);
    assert.deepEqual(
      rows?.map((it) => it.id),
      [0, 1],
    );
    assert.equal(Buffer.from((await client.raw(table, view.view, 1)) ?? []).toString(), itemOf(1));
    assert.equal(new CopyDirectory(nodeSqlite, join(folder, "tables")).list().length, 1);
    const { copy } = new OtherProcess(join(folder, "tables"), key);
    assert.deepEqual([copy.loaded, copy.newest], [2, timeAt(2)]);
    assert.ok(existsSync(copy.path));
    copy.close();
  });

  it("rejects with the error of the worker", async () => {
    const { table } = await client.open(key, "Space");
    const survey = Buffer.from(`{"surveyId":5}`);
    await assert.rejects(
      client.putStructure(table, survey, Buffer.from("[]")),
      (error: unknown) => {
        assert.ok(error instanceof SurveyError);
        assert.equal(error.code, "malformed-answer");
        assert.match(error.message, /"surveyId"/);
        return true;
      },
    );
  });

  it("can be used again with the stored responses after it was disposed of", async () => {
    const { table } = await client.open(key, "Space");
    const reader = new OtherProcess(join(folder, "tables"), key);
    reader.add(pageOf([itemOf(1)]));
    reader.copy.close();
    await client.dispose();
    await client.dispose();
    await assert.rejects(client.hasChanged(table), { code: "file-fault" });
    const again = await client.open(key, "Space");
    assert.notEqual(again.table, table);
    assert.equal((await client.view(again.table, { filter: {} })).loaded, 1);
  });

  it("ends readings when it is disposed of", async () => {
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    await using server = await startTestServer(() => reach());
    const { table } = await client.open(key, "Space");
    const reading = readIntoTable(client, table, clientFor(server), {
      surveyId: "S1",
      survey: new Promise(() => undefined),
      signal: new AbortController().signal,
    });
    const ended = assert.rejects(reading, { code: "file-fault" });
    await reached;
    await client.dispose();
    await ended;
  });

  it("rejects pending calls if the worker dies, and starts another worker", async () => {
    const dying = join(folder, "dying.mjs");
    writeFileSync(
      dying,
      `import { existsSync, writeFileSync } from "node:fs";
       import { parentPort } from "node:worker_threads";
       if (existsSync(${JSON.stringify(dying)} + ".died")) {
         parentPort.on("message", (it) => it === "end" ? parentPort.close() : parentPort.postMessage({ id: it.id, value: 7 }));
       } else {
         parentPort.once("message", () => { writeFileSync(${JSON.stringify(dying)} + ".died", ""); throw new Error("broken"); });
       }`,
    );
    const fragile = createTableClient(dying, folder);
    const fault = { code: "file-fault", message: /broken/ };
    await Promise.all([
      assert.rejects(fragile.size(), fault),
      assert.rejects(fragile.clear(), fault),
    ]);
    assert.equal(await fragile.size(), 7);
    await fragile.dispose();
  });

  it("reports why its folder cannot be created", async () => {
    writeFileSync(join(folder, "file"), "");
    const homeless = createTableClient(programs.tables, join(folder, "file", "tables"));
    await assert.rejects(homeless.size(), { code: "file-fault", message: /ENOTDIR/ });
  });
});
