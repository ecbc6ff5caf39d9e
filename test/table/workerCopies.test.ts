import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { createTableClient, type TableClient } from "../../src/table/tableClient.ts";
import { clientFor } from "../client/support/clients.ts";
import { exportResponses } from "../export/support/exporting.ts";
import { itemsJson, startSurveyServer } from "../export/support/surveyServer.ts";
import { programs } from "../support/programs.ts";
import { folderOfEachTest } from "../support/folders.ts";

const key = { space: "space", version: "v3", surveyId: "S1" } as const;
const items = itemsJson(35);

describe("copies of exports in the worker of the tables", () => {
  const folder = folderOfEachTest();
  let tables: TableClient;
  beforeEach(async () => {
    tables = createTableClient(programs.tables, join(folder, "copies"));
  });
  afterEach(async () => {
    await tables.dispose();
  });

  const serve = () => startSurveyServer({ items, pageSize: 10 });
  const optionsOf = (server: Awaited<ReturnType<typeof serve>>, name: string) =>
    ({
      client: clientFor(server),
      copies: tables.copies,
      copy: key,
      surveyId: "S1",
      kind: "responses",
      format: "ndjson",
      file: join(folder, name),
      toolVersion: "1",
    }) as const;
  const text = items.map((it) => `${it}\n`).join("");

  it("write the file, and remain for panels and for exports of new responses", async () => {
    await using server = await serve();
    const all = optionsOf(server, "all.ndjson");
    assert.equal((await exportResponses(all)).responses, 35);
    assert.equal(await readFile(all.file, "utf8"), text);
    const { stored } = await tables.open(key, "Space");
    assert.deepEqual([stored?.loaded, stored?.isComplete], [35, true]);
    const from = server.requests.length;
    const fresh = optionsOf(server, "new.ndjson");
    await exportResponses({ ...fresh, fresh: "new" });
    assert.equal(await readFile(fresh.file, "utf8"), text);
    const asked = server.requests.slice(from).map(({ url }) => url.pathname.split("/").at(-1));
    assert.ok(asked.includes("metadata") && !asked.includes("responses"), asked.join());
  });

  it("are seeded with the responses that the service still has", async () => {
    {
      await using server = await serve();
      await exportResponses(optionsOf(server, "all.ndjson"));
    }
    await using server = await startSurveyServer({ items: items.toSpliced(20, 1), pageSize: 10 });
    const fresh = optionsOf(server, "new.ndjson");
    const stop = new AbortController();
    const copies: ExportCopies = {
      ...tables.copies,
      seedCopy: (...values) => {
        queueMicrotask(() => stop.abort());
        return tables.copies.seedCopy(...values);
      },
    };
    const { signal } = stop;
    await assert.rejects(exportResponses({ ...fresh, copies, fresh: "new", signal }), {
      code: "cancelled",
    });
    await assert.rejects(stat(`${fresh.file}.partial`), { code: "ENOENT" });
    assert.equal((await exportResponses({ ...fresh, fresh: "new" })).responses, 34);
    const expected = items.toSpliced(20, 1).map((it) => `${it}\n`);
    assert.equal(await readFile(fresh.file, "utf8"), expected.join(""));
    const { stored } = await tables.open(key, "Space");
    assert.deepEqual([stored?.loaded, stored?.isComplete], [34, true]);
  });

  it("reject with the errors of the export and the worker", async () => {
    await using server = await startSurveyServer({
      items,
      pageSize: 10,
      disturb: (start, _, response) => start > 0 && !!response.writeHead(404).end(),
    });
    const options = optionsOf(server, "x.ndjson");
    await assert.rejects(exportResponses(options), { code: "not-found" });
    await assert.rejects(exportResponses({ ...options, fresh: "none", resume: true }), {
      code: "invalid-input",
    });
    await assert.rejects(tables.copies.copyState(4711), { code: "file-fault" });
  });

  it("stop reading, comparing and writing when the export is cancelled", async () => {
    await using server = await serve();
    await exportResponses(optionsOf(server, "all.ndjson"));
    for (const step of ["readCopy", "compareCopies", "writeItems"] as const) {
      const stop = new AbortController();
      const options = optionsOf(server, `${step}.ndjson`);
      const copies = new Proxy(tables.copies, {
        get: (its: ExportCopies, name) => {
          if (name === step) {
            // Abort before the call that is made next has ended.
            queueMicrotask(() => stop.abort());
          }
          return Reflect.get(its, name) as unknown;
        },
      });
      const { signal } = stop;
      await assert.rejects(exportResponses({ ...options, copies, fresh: "new", signal }), {
        code: "cancelled",
      });
      await assert.rejects(stat(options.file), { code: "ENOENT" });
    }
  });
});
