import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OutputFile, type WritableHandle } from "../../src/export/outputFile.ts";
import { exportResponses, type ExportResponsesOptions } from "./support/exporting.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import {
  expectedJson,
  itemsJson,
  startSurveyServer,
  temporaryFolder,
} from "./support/surveyServer.ts";

const items = itemsJson(23);
const pageSize = 4;
const pages = Math.ceil(items.length / pageSize);
/** The request by which an export makes sure that the last page was the last. */
const proof = 1;
const whole = expectedJson(items, { endDateTime: "2025-03-27T10:00:07" });

function run(server: TestServer, file: string, options: Partial<ExportResponsesOptions> = {}) {
  return exportResponses({
    client: clientFor(server),
    surveyId: "S1",
    kind: "responses",
    file,
    format: "json",
    toolVersion: "1",
    ...options,
  });
}

/** Fails once, at the given page. */
function failingOnce(page: number) {
  let failed = false;
  return startSurveyServer({
    items,
    pageSize,
    disturb: (start, _, response) => {
      if (failed || start !== page * pageSize) {
        return false;
      }
      failed = true;
      sendText(response, "", 403);
      return true;
    },
  });
}

describe("an export that was broken off", () => {
  for (let page = 0; page < pages; page++) {
    it(`before page ${page} is resumed to the same bytes, reading each page once`, async () => {
      await using folder = await temporaryFolder();
      await using server = await failingOnce(page);
      const file = join(folder.path, "x.json");
      await assert.rejects(run(server, file), {
        code: "forbidden",
        message: new RegExp(`${page * pageSize} responses are kept in .*x\\.json\\.partial`),
      });
      assert.deepEqual((await readdir(folder.path)).toSorted(), [
        "x.json.journal",
        "x.json.partial",
      ]);
      const before = server.requests.length;
      const result = await run(server, file, { resume: true });
      assert.equal(await readFile(file, "utf8"), whole);
      assert.deepEqual([result.responses, result.pages], [items.length, pages]);
      assert.equal(server.requests.length - before, pages - page + proof);
      assert.equal((await readdir(folder.path)).length, 2);
    });
  }

  it("is resumed whatever a crash left behind the last page, or took from it, which is told", async () => {
    const some = ["Some of what the unfinished export had kept was damaged, and was read again."];
    const all = ["What the unfinished export had kept was damaged, and was read again."];
    const damages: [(file: string) => Promise<void>, readonly string[]][] = [
      [(file) => appendFile(`${file}.partial`, "half a page"), []],
      [(file) => appendFile(`${file}.journal`, `{"cursor":"16","off`), []],
      [(file) => appendFile(`${file}.journal`, `{"cursor":"16"}\n`), some],
      [(file) => truncate(`${file}.partial`, 700), some],
      [(file) => truncate(`${file}.partial`, 3), all],
      [(file) => truncate(`${file}.journal`, 10), all],
      [(file) => rm(`${file}.partial`), all],
      [(file) => writeFile(`${file}.partial`, Buffer.alloc(5_000)), all],
      [
        async (file) => {
          const partial = await readFile(`${file}.partial`);
          partial[partial.length - 5] = 0;
          await writeFile(`${file}.partial`, partial);
        },
        some,
      ],
    ];
    for (const [index, [damage, told]] of damages.entries()) {
      await using folder = await temporaryFolder();
      await using server = await failingOnce(3);
      const file = join(folder.path, "x.json");
      await assert.rejects(run(server, file));
      await damage(file);
      const { warnings } = await run(server, file, { resume: true });
      assert.equal(await readFile(file, "utf8"), whole, `damage ${index}`);
      assert.deepEqual(warnings, told, `damage ${index}`);
    }
  });

  it("is resumed as ndjson, knowing the items that it has", async () => {
    await using folder = await temporaryFolder();
    const doubled = [...items.slice(0, 8), ...items.slice(6)];
    let failed = false;
    await using server = await startSurveyServer({
      items: doubled,
      pageSize,
      disturb: (start, _, response) => {
        if (failed || start !== 8) {
          return false;
        }
        failed = true;
        sendText(response, "", 403);
        return true;
      },
    });
    const file = join(folder.path, "x");
    await assert.rejects(run(server, file, { format: "ndjson" }));
    const { warnings } = await run(server, file, { format: "ndjson", resume: true });
    assert.equal(await readFile(file, "utf8"), items.map((it) => `${it}\n`).join(""));
    assert.match(warnings.join(), /^2 responses/);
  });

  it("is not mixed with another request", async () => {
    await using folder = await temporaryFolder();
    await using server = await failingOnce(3);
    const file = join(folder.path, "x.json");
    await assert.rejects(run(server, file));
    const others: Partial<ExportResponsesOptions>[] = [
      { format: "ndjson" },
      { kind: "metadata" },
      { query: { variables: ["Q1"] } },
      { client: { ...wrapped(server), dataSpace: "Other" } },
    ];
    for (const other of others) {
      await assert.rejects(run(server, file, { resume: true, ...other }), {
        code: "invalid-input",
        message: /belongs to another request/,
      });
    }
    await run(server, file, { resume: true });
    assert.equal(await readFile(file, "utf8"), whole);
  });

  it("begins anew when it is not to be resumed, or nothing is there", async () => {
    await using folder = await temporaryFolder();
    await using server = await failingOnce(2);
    const file = join(folder.path, "x.json");
    await assert.rejects(run(server, file));
    const before = server.requests.length;
    await run(server, file);
    // With the survey, the newest time, and whether anything is newer.
    assert.equal(server.requests.length - before, pages + 3 + proof);
    assert.equal(await readFile(file, "utf8"), whole);
    const other = join(folder.path, "y.json");
    await run(server, other, { resume: true });
    assert.equal(await readFile(other, "utf8"), whole);
  });

  it("by cancelling rejects at once, leaves no file, and is resumed", async () => {
    await using folder = await temporaryFolder();
    const abort = new AbortController();
    let stuck = true;
    await using server = await startSurveyServer({
      items,
      pageSize,
      disturb: (start) => {
        if (stuck && start === 8) {
          stuck = false;
          setImmediate(() => abort.abort());
          return true;
        }
        return false;
      },
    });
    const file = join(folder.path, "x.json");
    await assert.rejects(run(server, file, { signal: abort.signal }), { code: "cancelled" });
    assert.ok(!(await readdir(folder.path)).includes("x.json"));
    await run(server, file, { resume: true });
    assert.equal(await readFile(file, "utf8"), whole);
  });

  for (const afterPages of [1, 2, 4]) {
    it(`by kill -9 after ${afterPages} pages costs one page at most`, async function () {
      this.timeout(20_000);
      await using folder = await temporaryFolder();
      let held = true;
      await using server = await startSurveyServer({
        items,
        pageSize,
        disturb: (start) => held && start === (afterPages + 1) * pageSize,
      });
      const file = join(folder.path, "x.json");
      const script = join(import.meta.dirname, "support/exportChild.ts");
      const child = spawn(process.execPath, [script, server.baseUrl, server.ca, file]);
      let told = "";
      for await (const chunk of child.stdout) {
        told += String(chunk);
        if (told.split("page").length > afterPages) {
          break;
        }
      }
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      held = false;
      // Counted by who makes them: what the killed one sent last may come later.
      let requests = 0;
      const client = clientFor(server, { log: () => requests++ });
      await run(server, file, { resume: true, client });
      assert.equal(await readFile(file, "utf8"), whole);
      assert.ok(requests <= pages - afterPages + proof, `${requests} requests`);
    });
  }
});

describe("an output file", () => {
  function handleOf(writev: WritableHandle["writev"]): WritableHandle {
    return { writev, datasync: async () => undefined, close: async () => undefined };
  }

  it("is written whole by a disk that takes a few bytes at a time", async () => {
    const disk = Buffer.alloc(10);
    const output = new OutputFile(
      handleOf(async (parts, position) => {
        const taken = Buffer.concat(parts).subarray(0, 3);
        disk.set(taken, position);
        return { bytesWritten: taken.length };
      }),
    );
    await output.append(Buffer.from("01"), Buffer.alloc(0), Buffer.from("234"));
    await output.append(Buffer.from("56789"));
    assert.equal(disk.toString(), "0123456789");
    assert.equal(output.size, 10);
  });

  it("is an error when the disk is full, whether the disk says so or takes nothing", async () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    const disks: WritableHandle["writev"][] = [
      () => Promise.reject(full),
      async () => ({ bytesWritten: 0 }),
    ];
    for (const writev of disks) {
      const output = new OutputFile(handleOf(writev));
      await assert.rejects(output.append(Buffer.from("x")), { code: "ENOSPC" });
      assert.equal(output.size, 0);
    }
  });

  it("is an error when bringing it to the disk fails in the background", async () => {
    const output = new OutputFile({
      ...handleOf(async (parts) => ({ bytesWritten: Buffer.concat(parts).length })),
      datasync: () => Promise.reject(new Error("broken disk")),
    });
    await output.append(Buffer.from("x"));
    output.syncSoon();
    await assert.rejects(output.finish(), /broken disk/);
  });
});

function wrapped(server: TestServer): ExportResponsesOptions["client"] {
  const client = clientFor(server);
  return {
    dataSpace: client.dataSpace,
    baseUrl: client.baseUrl,
    version: client.version,
    concurrency: client.concurrency,
    spaceMark: () => client.spaceMark(),
    rawSurvey: (...args) => client.rawSurvey(...args),
    rawCollectGroups: (...args) => client.rawCollectGroups(...args),
    rawResponsePage: (...args) => client.rawResponsePage(...args),
    rawMetadataPage: (...args) => client.rawMetadataPage(...args),
    rawItems: (array) => client.rawItems(array),
    responseOf: (...args) => client.responseOf(...args),
    metadataOf: (...args) => client.metadataOf(...args),
  };
}
