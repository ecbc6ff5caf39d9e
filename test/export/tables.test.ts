import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  exportResponses,
  type ExportResponsesOptions,
  type ExportResult,
} from "./support/exporting.ts";
import { readManifest } from "../../src/export/manifest.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { liveItems, serve as serveLive } from "./support/exported.ts";
import { itemsJson, startSurveyServer } from "./support/surveyServer.ts";
import { lengthsOf, lengthTable } from "./support/tables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const items = itemsJson(35);
const lengths = lengthsOf(items);

function serve(): Promise<TestServer> {
  return startSurveyServer({ items, pageSize: 10 });
}

function run(
  server: TestServer,
  file: string,
  options: Partial<ExportResponsesOptions> = {},
): Promise<ExportResult> {
  return exportResponses({
    client: clientFor(server),
    format: "csv",
    file,
    table: lengthTable(),
    ...options,
  });
}

/** Asserts that everything was read before: the requests only look for new responses, starting at the overlap. */
function assertOnlyNewAsked({ requests }: TestServer, from: number): void {
  const pages = requests.slice(from).filter(({ url }) => url.pathname.endsWith("/responses"));
  assert.ok(pages.length > 0);
  for (const { url } of pages) {
    const since = url.searchParams.get("startDateTime") ?? "";
    assert.ok(since >= "2025-03-27T09:50:11", `${url.search} was requested again.`);
  }
}

const broken = new SurveyError(
  "file-fault",
  sentences("x.csv.written cannot be written: the disk is full."),
);

describe("table export", () => {
  const folder = folderOfEachTest();

  it("consists of the converted items and a manifest with their form", async () => {
    await using server = await serve();
    const file = join(folder, "x.csv");
    const steps = new Set<string>();
    const result = await run(server, file, { onProgress: ({ step }) => steps.add(step) });
    assert.equal(await readFile(file, "utf8"), lengths);
    assert.equal(result.bytes, lengths.length);
    assert.equal(result.responses, 35);
    assert.deepEqual(result.warnings, ["W."]);
    assert.deepEqual([...steps], ["reading", "rows"]);
    const { sha256, bytes, format, table } = await readManifest(`${file}.manifest.json`);
    assert.deepEqual(
      { sha256, bytes, format, form: table?.form },
      { sha256: result.sha256, bytes: result.bytes, format: "csv", form: defaultTableForm },
    );
    assert.deepEqual((await readdir(folder)).sort(), ["x.csv", "x.csv.manifest.json"]);
  });

  it("stays unfinished if conversion fails, and is converted again from the same items", async () => {
    await using server = await serve();
    const file = join(folder, "x.csv");
    await writeFile(file, "older");
    const failing = lengthTable(async ({ target }) => {
      await writeFile(target, "half a table");
      throw broken;
    });
    await assert.rejects(run(server, file, { table: failing, overwrite: true }), (error) => {
      assert.ok(error instanceof SurveyError && error.code === "file-fault");
      assert.match(error.message, /the disk is full.*35 responses are kept.*"resume"/);
      return true;
    });
    assert.equal(await readFile(file, "utf8"), "older");
    assert.deepEqual((await readdir(folder)).sort(), ["x.csv", "x.csv.partial"]);
    const asked = server.requests.length;
    const labels = lengthTable(undefined, { cells: "labels" });
    await run(server, file, { table: labels, overwrite: true, resume: true });
    assertOnlyNewAsked(server, asked);
    assert.equal(await readFile(file, "utf8"), lengths);
    assert.equal((await readManifest(`${file}.manifest.json`)).table?.form.cells, "labels");
  });

  it("can be resumed in another format if one cannot store the items", async () => {
    await using server = await serve();
    const file = join(folder, "x");
    const tooLong = new SurveyError(
      "invalid-input",
      sentences("A text is too long for a cell. Choose CSV."),
    );
    const table = lengthTable(() => Promise.reject(tooLong));
    await assert.rejects(run(server, file, { format: "xlsx", table }), (error) => {
      assert.ok(error instanceof SurveyError && error.code === "invalid-input");
      assert.match(error.message, /Choose CSV\. 35 responses are kept.*another form or format/);
      return true;
    });
    const asked = server.requests.length;
    await run(server, file, { format: "csv", resume: true });
    assertOnlyNewAsked(server, asked);
    assert.equal(await readFile(file, "utf8"), lengths);
    assert.equal((await readManifest(`${file}.manifest.json`)).format, "csv");

    const lines = join(folder, "lines");
    await assert.rejects(run(server, lines, { format: "xlsx", table }));
    const askedForLines = server.requests.length;
    await run(server, lines, { format: "ndjson", table: undefined, resume: true });
    assertOnlyNewAsked(server, askedForLines);
    assert.equal(lengthsOf((await readFile(lines, "utf8")).trimEnd().split("\n")), lengths);
    assert.equal((await readManifest(`${lines}.manifest.json`)).format, "ndjson");
  });

  it("writes the codebook only together with the file", async () => {
    await using server = await serve();
    const file = join(folder, "x.csv");
    const codebook = join(folder, "x.codebook.md");
    await writeFile(codebook, "older");
    const failing = lengthTable(async (given) => {
      await writeFile(given.codebook, "half");
      throw broken;
    });
    await assert.rejects(
      run(server, file, { table: { ...failing, codebook }, overwrite: true }),
      /the disk is full/,
    );
    assert.equal(await readFile(codebook, "utf8"), "older");
    const making = lengthTable((given) => writeFile(given.codebook, "new"));
    await run(server, file, { table: { ...making, codebook }, overwrite: true, resume: true });
    assert.equal(await readFile(codebook, "utf8"), "new");
    assert.deepEqual((await readdir(folder)).sort(), [
      "x.codebook.md",
      "x.csv",
      "x.csv.manifest.json",
    ]);
  });

  it("can be resumed from an interrupted JSON export", async () => {
    let isDown = true;
    await using server = await startSurveyServer({
      items,
      pageSize: 10,
      disturb: (start, _, response) => {
        const isRefused = isDown && start >= 15;
        if (isRefused) {
          sendText(response, "", 403);
        }
        return isRefused;
      },
    });
    const file = join(folder, "x");
    await assert.rejects(run(server, file, { format: "json", table: undefined }), {
      code: "forbidden",
    });
    isDown = false;
    const { responses } = await run(server, file, { resume: true });
    assert.equal(responses, 35);
    assert.equal(await readFile(file, "utf8"), lengths);
    assert.equal((await readManifest(`${file}.manifest.json`)).format, "csv");
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
  });

  it("is converted again after kill -9 during conversion", async () => {
    await using server = await serve();
    const file = join(folder, "x.csv");
    const program = join(import.meta.dirname, "support", "tableChild.ts");
    const child = spawn(process.execPath, [program, server.baseUrl, server.ca, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const asked = server.requests.length;
    await run(server, file, { resume: true });
    assertOnlyNewAsked(server, asked);
    assert.equal(await readFile(file, "utf8"), lengths);
    assert.deepEqual((await readdir(folder)).sort(), ["x.csv", "x.csv.manifest.json"]);
  });

  it("makes no request if the codebook already exists", async () => {
    await using server = await serve();
    const file = join(folder, "x.csv");
    const codebook = join(folder, "x.codebook.md");
    await writeFile(codebook, "mine");
    const making = lengthTable((given) => writeFile(given.codebook, "new"));
    const table = { ...making, codebook };
    await assert.rejects(run(server, file, { table }), { code: "file-exists" });
    assert.equal(server.requests.length, 0);
    await run(server, file, { table, overwrite: true });
  });

  it("can be continued by an export of new responses", async () => {
    const file = join(folder, "x.csv");
    const all = liveItems("v3", 35);
    {
      await using server = await serveLive("v3", all.slice(0, 30));
      await run(server, file);
    }
    await using server = await serveLive("v3", all);
    const second = join(folder, "y.csv");
    const { responses } = await run(server, second, { since: `${file}.manifest.json` });
    assert.equal(responses, 5);
    const newest = all.slice(30).map((it) => it.json);
    assert.equal(await readFile(second, "utf8"), lengthsOf(newest.toReversed()));
  });
});

describe("export into a folder", () => {
  const folder = folderOfEachTest();

  const table = lengthTable(undefined, { partition: "day" });

  it("replaces an earlier one only at the end", async () => {
    await using server = await serve();
    const file = join(folder, "x");
    const old = join(file, "day=2020-01-01");
    await mkdir(old, { recursive: true });
    await writeFile(join(old, "part-12.parquet"), "old");
    await assert.rejects(run(server, file, { format: "parquet", table }), { code: "file-exists" });
    const failing = lengthTable(() => Promise.reject(broken), { partition: "day" });
    await assert.rejects(run(server, file, { format: "parquet", table: failing, overwrite: true }));
    assert.deepEqual(await readdir(file), ["day=2020-01-01"]);
    await run(server, file, { format: "parquet", table, overwrite: true, resume: true });
    assert.deepEqual(await readdir(file), ["day=2025-03-27"]);
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
  });

  it("replaces a folder in which a file manager has left its files", async () => {
    await using server = await serve();
    const file = join(folder, "x");
    await run(server, file, { format: "parquet", table });
    for (const left of [".DS_Store", join("day=2025-03-27", "Thumbs.db")]) {
      await writeFile(join(file, left), "");
    }
    await run(server, file, { format: "parquet", table, overwrite: true });
    assert.deepEqual(await readdir(file), ["day=2025-03-27"]);
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
  });

  it("replaces a file, but no folder with other content", async () => {
    await using server = await serve();
    const file = join(folder, "x");
    await writeFile(file, "old");
    await run(server, file, { format: "parquet", table, overwrite: true });
    assert.ok((await stat(file)).isDirectory());
    await writeFile(join(file, "day=2025-03-27", "notes.txt"), "mine");
    const asked = server.requests.length;
    await assert.rejects(run(server, file, { format: "parquet", table, overwrite: true }), {
      code: "file-fault",
    });
    assert.equal(server.requests.length, asked);
    assert.equal(await readFile(join(file, "day=2025-03-27", "notes.txt"), "utf8"), "mine");
  });
});
