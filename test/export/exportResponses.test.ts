import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses, keptItems, type ExportResponsesOptions } from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { apiKey, clientFor, spaceId } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { liveItems, serve } from "./support/exported.ts";
import {
  expectedJson,
  groupsJson,
  itemJson,
  itemsJson,
  startSurveyServer,
  surveyJson,
} from "./support/surveyServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const newestOf10 = { endDateTime: "2025-03-27T10:00:03" };

function run(server: TestServer, file: string, options: Partial<ExportResponsesOptions> = {}) {
  return exportResponses({
    client: clientFor(server),
    file,
    format: "json",
    toolVersion: "1.2.3",
    ...options,
  });
}

describe("exportResponses", () => {
  const folder = folderOfEachTest();

  it("writes every byte of every item, and a manifest", async () => {
    const items = itemsJson(10);
    await using server = await startSurveyServer({ items, pageSize: 4 });
    const file = join(folder, "a b.json");
    const result = await run(server, file);
    const text = await readFile(file, "utf8");
    assert.equal(text, expectedJson(items, newestOf10));
    const sha256 = createHash("sha256").update(text).digest("hex");
    const bytes = Buffer.byteLength(text);
    const { asOf, ...facts } = result;
    assert.deepEqual(facts, {
      file,
      format: "json",
      responses: 10,
      pages: 4,
      bytes,
      sha256,
      warnings: [],
      warningTexts: [],
    });
    const manifestText = await readFile(`${file}.manifest.json`, "utf8");
    const { startedAt, finishedAt, structureHash, ...manifest } = JSON.parse(
      manifestText,
    ) as Record<string, unknown>;
    assert.match(String(structureHash), /^[0-9a-f]{64}$/);
    assert.match(`${String(startedAt)} ${String(finishedAt)}`, /^\d{4}-.*Z \d{4}-.*Z$/);
    assert.ok(String(startedAt) <= asOf && asOf <= String(finishedAt), asOf);
    assert.deepEqual(manifest, {
      manifest: 1,
      fresh: "all",
      asOf,
      newest: { finishedAt: newestOf10.endDateTime, items: ["r00009"] },
      file: "a b.json",
      dataSpace: "Test",
      baseUrl: server.baseUrl,
      apiVersion: "v3",
      survey: { surveyId: "S1", label: "Kaffee & 한글" },
      kind: "responses",
      format: "json",
      query: {},
      range: { ...newestOf10, frozen: true },
      responses: 10,
      pages: 4,
      first: { responseId: "r00009", finishedAt: "2025-03-27T10:00:03" },
      last: { responseId: "r00000", finishedAt: "2025-03-27T10:00:00" },
      bytes,
      sha256,
      warnings: [],
      tool: { name: "survey-explorer", version: "1.2.3" },
    });
    assert.deepEqual((await readdir(folder)).toSorted(), ["a b.json", "a b.json.manifest.json"]);
    assert.ok(![text, manifestText].some((it) => it.includes(apiKey) || it.includes(spaceId)));
  });

  it("writes the same file for any separators between items", async () => {
    const items = itemsJson(10);
    for (const separator of [",", ", ", "\n,", " ,\t"]) {
      await using folder = await temporaryFolder();
      await using server = await startSurveyServer({ items, pageSize: 4, separator });
      const file = join(folder.path, "x.json");
      await run(server, file);
      assert.equal(await readFile(file, "utf8"), expectedJson(items, newestOf10));
    }
  });

  it("requests the newest page first, and later pages by time", async () => {
    const items = liveItems("v3", 30);
    await using server = await serve("v3", items);
    const query = { startDateTime: "2025-01-01T00:00:00", variables: ["Q1"], embeddedData: ["e"] };
    const file = join(folder, "x");
    await run(server, file, { query, format: "ndjson" });
    const asked = server.requests
      .filter(({ url }) => url.pathname.endsWith("/responses"))
      .map(({ url }) => Object.fromEntries(url.searchParams.entries()));
    const same = { startDateTime: query.startDateTime, variables: "Q1", embeddedData: "e" };
    // Each page begins with the last second of the page before it.
    const ends = [{}, ...[20, 11, 2].map((it) => ({ endDateTime: items[it]?.finishedAt }))];
    assert.deepEqual(
      asked,
      ends.map((it) => ({ ...same, ...it, size: "1000" })),
    );
    const lines = items.toReversed().map((it) => `${it.json}\n`);
    assert.equal(await readFile(file, "utf8"), lines.join(""));
  });

  it("writes NDJSON with an item per line, without line breaks inside items", async () => {
    const pretty = `{\r\n  "responseId": "p",\n  "a": [1.0,\n 2]\n}`;
    const items = [itemJson(2), pretty, itemJson(1)];
    await using server = await startSurveyServer({ items, pageSize: 2 });
    const file = join(folder, "x.ndjson");
    await run(server, file, { format: "ndjson", kind: "metadata" });
    assert.equal(
      await readFile(file, "utf8"),
      `${itemJson(2)}\n${pretty.replace(/[\r\n]/g, "")}\n${itemJson(1)}\n`,
    );
    const paths = server.requests.map(({ url }) => url.pathname);
    assert.ok(paths.every((it) => it.endsWith("/metadata") || it.endsWith("/surveys/S1")));
  });

  it("writes an empty list for a survey without responses", async () => {
    await using server = await startSurveyServer({ items: [], pageSize: 2 });
    const file = join(folder, "x.json");
    const result = await run(server, file);
    assert.equal(await readFile(file, "utf8"), expectedJson([], {}));
    assert.deepEqual([result.responses, result.warnings], [0, []]);
  });

  it("writes only the responses of the requested collect group", async () => {
    const items = itemsJson(9);
    await using server = await startSurveyServer({ items, pageSize: 2 });
    const file = join(folder, "x.json");
    await run(server, file, { query: { collectGroupId: "g1" } });
    const kept = items.filter((it) => it.includes(`"collectGroupId":"g1"`));
    const query = { endDateTime: "2025-03-27T10:00:02", collectGroupId: "g1" };
    assert.equal(await readFile(file, "utf8"), expectedJson(kept, query));
    const none = await run(server, join(folder, "none"), { query: { collectGroupId: "G1" } });
    assert.match(none.warnings.join(), /not in the survey: "G1"/);
  });

  const lastPages = [
    { lastCursor: "" },
    { lastCursor: `,"offset":null` },
    { lastCursor: `,"offset":""` },
    { emptyPage: true },
  ];
  for (const lastPage of lastPages) {
    for (const count of [1, 3, 4, 8]) {
      it(`ends after ${count} items if the last page is signalled by ${JSON.stringify(lastPage)}`, async () => {
        const items = itemsJson(count);
        await using server = await startSurveyServer({ items, pageSize: 4, ...lastPage });
        const file = join(folder, "x");
        await run(server, file, { format: "ndjson" });
        assert.equal(await readFile(file, "utf8"), items.map((it) => `${it}\n`).join(""));
      });
    }
  }

  it("writes duplicate items once, with a warning", async () => {
    const items = itemsJson(6);
    const doubled = [...items.slice(0, 4), ...items.slice(2, 6)];
    for (const ignoresRanges of [true, false]) {
      await using folder = await temporaryFolder();
      await using server = await startSurveyServer({ items: doubled, pageSize: 4, ignoresRanges });
      const file = join(folder.path, "x.json");
      const { warnings } = await run(server, file);
      const query = { endDateTime: "2025-03-27T10:00:01" };
      assert.equal(await readFile(file, "utf8"), expectedJson(items, query));
      // When pages are asked for by time, the last second comes again anyway, which needs no warning.
      assert.match(warnings.join(), ignoresRanges ? /^2 responses came more than once/ : /^$/);
    }
  });

  it("writes items that are not newest first, with a warning", async () => {
    const items = [5, 9, 1, 7, 1].map(itemJson);
    await using server = await startSurveyServer({ items, pageSize: 2 });
    const file = join(folder, "x");
    const { warnings } = await run(server, file, { format: "ndjson" });
    assert.equal(
      await readFile(file, "utf8"),
      items
        .slice(0, 4)
        .map((it) => `${it}\n`)
        .join(""),
    );
    assert.match(warnings.join(), /once.*did not come newest first/);
  });

  it("does not set an end of the range if the responses have no times, with a warning", async () => {
    await using server = await startSurveyServer({
      items: [`{"responseId":"a"}`, `{"x":1}`],
      pageSize: 4,
    });
    const { warnings } = await run(server, join(folder, "x"));
    assert.match(warnings.join(), /1 response has no responseId.*no valid time of its newest/);
    assert.ok(server.requests.every(({ url }) => !url.searchParams.has("endDateTime")));
  });

  const endless: [string, (start: number) => string, number][] = [
    ["repeats a cursor", (start) => `[${itemJson(100 - start)}],"offset":"${(start + 1) % 3}"`, 4],
    ["returns nothing new", (start) => `[${itemJson(100)}],"offset":"${start + 1}"`, 1],
  ];
  for (const [name, page, kept] of endless) {
    it(`stops if the service ${name}, and keeps what it has read`, async () => {
      await using server = await startSurveyServer({
        items: [itemJson(100)],
        pageSize: 4,
        disturb: (start, _, response) => {
          sendText(response, `{"responses":${page(start)}}`);
          return true;
        },
      });
      const file = join(folder, "x");
      await assert.rejects(run(server, file, { format: "ndjson" }), {
        code: "malformed-answer",
        message: /repeats itself.*responses? (is|are) kept in .*x\.partial/,
      });
      assert.equal(keptItems(file).length, kept);
    });
  }
});

describe("files of an export", () => {
  const folder = folderOfEachTest();

  it("are refused before any request if the file exists or cannot be written", async () => {
    await using server = await startSurveyServer({ items: itemsJson(1), pageSize: 4 });
    const there = join(folder, "there");
    await writeFile(there, "old");
    await mkdir(join(folder, "folder"));
    await symlink(there, join(folder, "link"));
    const cases: [string, string][] = [
      [there, "file-exists"],
      [join(folder, "link"), "file-exists"],
      [join(folder, "folder"), "file-fault"],
      [join(folder, "none", "x"), "file-fault"],
      ["relative", "invalid-input"],
    ];
    for (const [file, code] of cases) {
      await assert.rejects(run(server, file), { code });
    }
    assert.equal(server.requests.length, 0, "before any request");
    assert.equal(await readFile(there, "utf8"), "old");
  });

  it("replace an older file only at the end, and a link instead of its target", async () => {
    const [file, target] = [join(folder, "x"), join(folder, "target")];
    await writeFile(target, "precious");
    await symlink(target, file);
    let isRefused = true;
    await using server = await startSurveyServer({
      items: itemsJson(4),
      pageSize: 2,
      disturb: (start, _, response) => {
        if (start > 0 && isRefused) {
          sendText(response, "", 401);
          return true;
        }
        return false;
      },
    });
    await assert.rejects(run(server, file, { overwrite: true }), { code: "unauthorized" });
    assert.ok((await lstat(file)).isSymbolicLink());
    isRefused = false;
    await run(server, file, { overwrite: true });
    assert.ok((await lstat(file)).isFile());
    assert.equal(await readFile(target, "utf8"), "precious");
  });

  it("are unchanged by an export cancelled before replacing them, which can be resumed", async () => {
    await using server = await startSurveyServer({ items: itemsJson(4), pageSize: 2 });
    const file = join(folder, "x");
    await writeFile(file, "old");
    const cancelling = new AbortController();
    const cancelled = run(server, file, {
      overwrite: true,
      signal: cancelling.signal,
      confirmReplace: () => {
        cancelling.abort();
        return Promise.resolve();
      },
    });
    await assert.rejects(cancelled, { code: "cancelled" });
    assert.equal(await readFile(file, "utf8"), "old");
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.partial"]);
    const { responses } = await run(server, file, { overwrite: true, resume: true });
    assert.equal(responses, 4);
  });

  it("are written by one export at a time", async () => {
    await using server = await startSurveyServer({ items: itemsJson(9), pageSize: 2 });
    const file = join(folder, "x");
    const results = await Promise.allSettled([run(server, file), run(server, file)]);
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  it("of a structure contain both answers as they were sent", async () => {
    await using server = await startSurveyServer({ items: [], pageSize: 2 });
    const file = join(folder, "s.json");
    const client = clientFor(server);
    const result = await exportSurvey({ client, surveyId: "S1", file, toolVersion: "1" });
    const text = await readFile(file, "utf8");
    assert.equal(
      text,
      `{"apiVersion":"v3","survey":${surveyJson},"collectGroups":${groupsJson}}\n`,
    );
    assert.equal(result.sha256, createHash("sha256").update(text).digest("hex"));
    assert.equal((await readdir(folder)).length, 2);
  });
});
