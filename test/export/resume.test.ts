import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OutputFile, type WritableHandle } from "../../src/export/outputFile.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { movedToTrash } from "../../src/store/databaseFile.ts";
import { exportResponses, keptItems, type ExportResponsesOptions } from "./support/exporting.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { expectedJson, itemsJson, startSurveyServer } from "./support/surveyServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const pageSize = 10;
/** Items several of which share the last second of a page. */
const dense = itemsJson(93);
/** Items of distinct, distant times, so that asking what is new returns only the newest item. */
const sparse = Array.from({ length: 93 }, (_, index) => {
  const number = 92 - index;
  const day = String(Math.floor(number / 4) + 1).padStart(2, "0");
  const finishedAt = `2025-03-${day}T1${number % 4}:00:00`;
  return `{"responseId":"r${String(number).padStart(5, "0")}", "finishedAt":"${finishedAt}"}`;
});
const items = dense;
const whole = wholeOf(items);

function wholeOf(all: readonly string[]): string {
  return expectedJson(all, { endDateTime: /\d{4}-[^"]*/.exec(all[0] ?? "")?.[0] });
}

function run(server: TestServer, file: string, options: Partial<ExportResponsesOptions> = {}) {
  return exportResponses({
    client: clientFor(server),
    file,
    format: "json",
    ...options,
  });
}

/** Refuses one page: the one asked for as number `page`. */
function failingOnce(page: number, all: readonly string[] = items) {
  let asked = 0;
  return startSurveyServer({
    items: all,
    pageSize,
    disturb: (_start, _request, response) => {
      if (asked++ !== page) {
        return false;
      }
      sendText(response, "", 403);
      return true;
    },
  });
}

function pagesAsked(server: TestServer, from = 0): number {
  return server.requests.slice(from).filter(({ url }) => url.pathname.endsWith("/responses"))
    .length;
}

describe("interrupted export", () => {
  const folder = folderOfEachTest();

  for (const [name, all] of Object.entries({ dense, sparse })) {
    it(`is resumed to the same bytes after any page (${name})`, async () => {
      await using undisturbed = await failingOnce(-1, all);
      await using elsewhere = await temporaryFolder();
      await run(undisturbed, join(elsewhere.path, "x.json"));
      const pages = pagesAsked(undisturbed);
      assert.ok(pages > 10, `${pages} pages`);
      for (let page = 0; page < pages; page++) {
        await using folder = await temporaryFolder();
        await using server = await failingOnce(page, all);
        const file = join(folder.path, "x.json");
        const error = await run(server, file).then(
          () => assert.fail("The export did not fail."),
          (it: unknown) => it,
        );
        assert.ok(error instanceof SurveyError, `page ${page}`);
        const left = await readdir(folder.path);
        // Before the first page nothing was read, so nothing is left.
        assert.deepEqual(left, page > 0 ? ["x.json.partial"] : []);
        const kept = page > 0 ? keptItems(file) : [];
        assert.equal(error.code, "forbidden");
        assert.equal(kept.length > 0, page > 0);
        const advice = `${kept.length} responses are kept in .*x\\.json\\.partial`;
        assert.equal(new RegExp(advice).test(error.message), page > 0, error.message);
        assert.ok(kept.length >= page * (pageSize - 3), `page ${page}: ${kept.length} kept`);
        assert.deepEqual(kept, all.slice(0, kept.length));
        const before = server.requests.length;
        const result = await run(server, file, { resume: true });
        assert.equal(await readFile(file, "utf8"), wholeOf(all), `page ${page}`);
        assert.deepEqual([result.responses, result.warnings], [all.length, []], `page ${page}`);
        if (all === sparse) {
          // The request for what is new replaces the first page.
          const again = page === 0 ? pages : pages - page + 1;
          assert.equal(pagesAsked(server, before), again, `page ${page}`);
        }
        assert.equal((await readdir(folder.path)).length, 2);
      }
    });
  }

  it("is resumed whatever a crash left of its copy, with a warning", async () => {
    const damages: [string, (database: string) => Promise<void>][] = [
      ["removed", (it) => rm(it)],
      ["empty", (it) => truncate(it, 0)],
      ["truncated in its head", (it) => truncate(it, 3)],
      ["truncated", (it) => truncate(it, 20_000)],
      ["filled with zeros", (it) => writeFile(it, Buffer.alloc(50_000))],
      ["not a database", (it) => writeFile(it, "half a page")],
    ];
    for (const [name, damage] of damages) {
      await using folder = await temporaryFolder();
      await using server = await failingOnce(3);
      const file = join(folder.path, "x.json");
      await assert.rejects(run(server, file));
      await damage(join(`${file}.partial`, "responses.db"));
      const { warnings } = await run(server, file, { resume: true });
      assert.equal(await readFile(file, "utf8"), whole, name);
      const told =
        "The responses kept for the unfinished export were damaged, and were loaded again.";
      assert.deepEqual(warnings, [told], name);
    }
  });

  it("is resumed if a byte of its copy has changed", async () => {
    for (let part = 1; part < 16; part++) {
      await using folder = await temporaryFolder();
      await using server = await failingOnce(3);
      const file = join(folder.path, "x.json");
      await assert.rejects(run(server, file));
      const database = join(`${file}.partial`, "responses.db");
      const kept = await readFile(database);
      const place = Math.floor((kept.length * part) / 16);
      kept[place] = (kept[place] ?? 0) ^ 0x21;
      await writeFile(database, kept);
      await run(server, file, { resume: true });
      assert.equal(await readFile(file, "utf8"), whole, `byte ${place}`);
    }
  });

  it("has its copy removed by the next export to its folder if it was killed while removing it", async () => {
    await using server = await failingOnce(1);
    await using folder = await temporaryFolder();
    const killed = join(folder.path, "killed.json");
    await assert.rejects(run(server, killed));
    // Only its name has changed, or a part was removed.
    movedToTrash(`${killed}.partial`);
    await mkdir(join(folder.path, `trash-${randomUUID()}`));
    const others = ["trash-2024", `trash-${randomUUID()}`];
    for (const name of others) {
      await mkdir(join(folder.path, name));
      await writeFile(join(folder.path, name, "responses.csv"), "x");
    }
    await run(server, join(folder.path, "next.json"));
    assert.deepEqual(
      new Set(await readdir(folder.path)),
      new Set(["next.json", "next.json.manifest.json", ...others]),
    );
  });

  it("starts again if version 0.1.0 left a partial file", async () => {
    await using server = await failingOnce(-1);
    const file = join(folder, "x.json");
    await writeFile(`${file}.partial`, whole.slice(0, 300));
    await run(server, file, { resume: true });
    assert.equal(await readFile(file, "utf8"), whole);
    assert.equal((await readdir(folder)).length, 2);
  });

  for (const [name, all] of Object.entries({ dense, sparse })) {
    it(`is resumed as NDJSON without duplicates (${name})`, async () => {
      const doubled = [...all.slice(0, 20), ...all.slice(18)];
      let isRefused = true;
      await using server = await startSurveyServer({
        items: doubled,
        pageSize,
        ignoresRanges: true,
        disturb: (start, _, response) => {
          if (isRefused && start === 20) {
            sendText(response, "", 403);
            return true;
          }
          return false;
        },
      });
      const file = join(folder, "x");
      await assert.rejects(run(server, file, { format: "ndjson" }));
      assert.deepEqual(keptItems(file), all.slice(0, 20));
      isRefused = false;
      const { warnings } = await run(server, file, { format: "ndjson", resume: true });
      assert.equal(await readFile(file, "utf8"), all.map((it) => `${it}\n`).join(""));
      if (all === sparse) {
        assert.match(warnings.join(), /^2 responses/);
      }
    });
  }

  it("is not resumed with another request", async () => {
    await using server = await failingOnce(3);
    const file = join(folder, "x.json");
    await assert.rejects(run(server, file));
    const others: Partial<ExportResponsesOptions>[] = [
      { kind: "metadata" },
      { query: { endDateTime: "2025-03-27T10:00:30" } },
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

  it("is resumed in another format", async () => {
    await using server = await failingOnce(3);
    const file = join(folder, "x");
    await assert.rejects(run(server, file));
    await run(server, file, { format: "ndjson", resume: true });
    assert.equal(await readFile(file, "utf8"), items.map((it) => `${it}\n`).join(""));
  });

  it("starts again if it is not resumed, or if nothing was kept", async () => {
    await using server = await failingOnce(2, sparse);
    const file = join(folder, "x.json");
    await assert.rejects(run(server, file));
    const before = server.requests.length;
    await run(server, file);
    assert.equal(await readFile(file, "utf8"), wholeOf(sparse));
    const again = pagesAsked(server, before);
    const other = join(folder, "y.json");
    await run(server, other, { resume: true });
    assert.equal(await readFile(other, "utf8"), wholeOf(sparse));
    assert.equal(again, pagesAsked(server, before) - again);
  });

  it("ends at once without a file when it is cancelled, and is resumed", async () => {
    const abort = new AbortController();
    let asked = 0;
    await using server = await startSurveyServer({
      items,
      pageSize,
      disturb: () => {
        if (asked++ === 2) {
          setImmediate(() => abort.abort());
          return true;
        }
        return false;
      },
    });
    const file = join(folder, "x.json");
    await assert.rejects(run(server, file, { signal: abort.signal }), { code: "cancelled" });
    assert.ok(!(await readdir(folder)).includes("x.json"));
    await run(server, file, { resume: true });
    assert.equal(await readFile(file, "utf8"), whole);
  });

  for (const afterPages of [1, 2, 4]) {
    const pages = 11;
    it(`loses at most one page by kill -9 after ${afterPages} pages`, async () => {
      let isHeld = true;
      let asked = 0;
      await using server = await startSurveyServer({
        items: sparse,
        pageSize,
        disturb: () => isHeld && asked++ > afterPages,
      });
      const file = join(folder, "x.json");
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
      isHeld = false;
      // Counted in this client: the server may still receive the last requests of the killed process.
      let requests = 0;
      const client = clientFor(server, { log: () => requests++ });
      await run(server, file, { resume: true, client });
      assert.equal(await readFile(file, "utf8"), wholeOf(sparse));
      assert.ok(requests <= pages - afterPages + 2, `${requests} requests`);
    });
  }
});

describe("output file", () => {
  function handleOf(writev: WritableHandle["writev"]): WritableHandle {
    return { writev, datasync: async () => undefined, close: async () => undefined };
  }

  it("is written completely to a disk that accepts a few bytes at a time", async () => {
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

  it("fails if the disk is full, by an error or by accepting nothing", async () => {
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

  it("fails if syncing to the disk fails in the background", async () => {
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
    pageBytes: (...args) => client.pageBytes(...args),
  };
}
