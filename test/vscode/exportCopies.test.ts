import { strict as assert } from "node:assert";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { keptFiles } from "./support/keptFiles.ts";
import { addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfEachTest } from "../support/folders.ts";

interface Exported {
  readonly responses: number;
  readonly sha256: string;
  readonly asOf: string;
}

/** Response `number`, that many hours after the first. */
function item(number: number): LiveItem {
  const finishedAt = new Date(Date.UTC(2025, 2, 1, 10 + number)).toISOString().slice(0, 19);
  const json = `{"responseId":"r${number}","finishedAt":"${finishedAt}","variables":[],"embeddedData":[]}`;
  return { finishedAt, order: number, json };
}

const items = (count: number, first = 0): LiveItem[] =>
  Array.from({ length: count }, (_, it) => item(first + it));

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

describe("Exports and survey copies", () => {
  const dataSpace = "Copied";
  const survey = { dataSpace, surveyId: "S1" };
  const credentials = { spaceId: "copied-space", apiKey: "copied-key" };
  const folder = folderOfEachTest();
  let server: TestServer;
  let arrived: LiveItem[];
  let meanwhile: (path: string) => unknown;

  before(() => run("clearCachedResponses", {}));

  beforeEach(async () => {
    arrived = [];
    meanwhile = () => undefined;
    server = await startLiveServer({
      version: "v3",
      items: items(95),
      arrive: () => arrived.splice(0),
      disturb: async ({ pathname }) => {
        await meanwhile(pathname);
        return false;
      },
    });
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });

  afterEach(async () => {
    await closeAllEditors();
    await keep(undefined);
    await run("removeDataSpace", { dataSpace }).catch(() => undefined);
    await run("clearExports", {});
    await server[Symbol.asyncDispose]();
  });

  const keep = (copies: string | undefined) =>
    vscode.workspace
      .getConfiguration("surveyExplorer.view")
      .update("keepCopies", copies, vscode.ConfigurationTarget.Global);
  const path = (name: string) => join(folder, `${name}.ndjson`);
  const exported = (name: string, more: object = {}) =>
    run<Exported>("exportResponses", { ...survey, file: path(name), format: "ndjson", ...more });
  const copies = async () => (await keptFiles()).tables.length;
  const noCopies = () => eventually("no copies", async () => (await copies()) === 0 || undefined);
  /** Starts of the ranges of the requested response pages; null: from the first response on. */
  const asked = (from: number) =>
    server.requests
      .slice(from)
      .filter(({ url }) => url.pathname.endsWith("/responses"))
      .map(({ url }) => url.searchParams.get("startDateTime"));
  const isOverlap = (start: string | null) => start !== null && start >= item(90).finishedAt;
  /** Resolves when the panel has read everything. */
  const read = () =>
    eventually("a whole copy", () =>
      exported("whole", { fresh: "none", overwrite: true }).catch(() => undefined),
    );

  it("read the responses that `fresh` asks for, and return their time", async () => {
    await assert.rejects(exported("none", { fresh: "none" }), { code: "invalid-input" });
    await assert.rejects(exported("none", { fresh: "some" }), /must be one of all, new, none/);
    const before = Date.now();
    const all = await exported("all");
    assert.equal(all.responses, 95);
    assert.ok(Date.parse(all.asOf) >= before && Date.parse(all.asOf) <= Date.now());

    arrived = items(25, 95);
    const from = server.requests.length;
    const none = await exported("none", { fresh: "none" });
    assert.deepEqual([none.responses, none.sha256, none.asOf], [95, all.sha256, all.asOf]);
    assert.equal(server.requests.length, from);

    await run("exportMetadata", { ...survey, file: path("metadata"), format: "ndjson" });
    const fresh = await exported("new", { fresh: "new" });
    assert.equal(fresh.responses, 120);
    assert.ok(Date.parse(fresh.asOf) > Date.parse(all.asOf));
    assert.ok(asked(from).length > 0 && asked(from).every(isOverlap), asked(from).join());
    const again = await exported("again", { fresh: "all" });
    assert.equal(again.sha256, fresh.sha256);
    assert.ok(asked(from).includes(null));
    const { fresh: said, asOf } = JSON.parse(
      await readFile(`${path("new")}.manifest.json`, "utf8"),
    ) as Record<string, unknown>;
    assert.deepEqual([said, asOf], ["new", fresh.asOf]);
  });

  it("request no response that a panel has already read", async () => {
    await run("openResponses", survey);
    const kept = await read();
    const from = server.requests.length;
    const { responses, sha256 } = await exported("new", { fresh: "new" });
    assert.deepEqual([responses, sha256], [95, kept.sha256]);
    assert.deepEqual(asked(from), []);
    const table = await exported("table", { format: "csv", fresh: "new" });
    assert.equal(table.responses, 95);
    assert.deepEqual(asked(from), []);
  });

  it("leave a copy, for which a panel requests only new responses", async () => {
    await exported("all");
    assert.equal(await copies(), 1);
    const from = server.requests.length;
    await run("openResponses", survey);
    await eventually("the panel's reading", async () => asked(from).length > 0 || undefined);
    assert.ok(asked(from).every(isOverlap), asked(from).join());
  });

  it("leave no copy after an export or a panel if keepCopies is never", async () => {
    await exported("before");
    await keep("never");
    await noCopies();
    await exported("all");
    await exported("new", { fresh: "new" });
    assert.equal(await copies(), 0);
    await run("openResponses", survey);
    await eventually("a copy", async () => (await copies()) === 1 || undefined);
    await assert.rejects(exported("none", { fresh: "none" }), { code: "invalid-input" });
    await closeAllEditors();
    await noCopies();
  });

  it("leave no copy if keepCopies is opened, but use the copy of an opened survey", async () => {
    await keep("opened");
    await exported("all");
    await run("exportSummary", { ...survey, file: join(folder, "summary.md"), format: "md" });
    assert.equal(await copies(), 0);
    await run("openResponses", survey);
    await read();
    await closeAllEditors();
    const from = server.requests.length;
    await exported("new", { fresh: "new" });
    assert.deepEqual(asked(from), []);
    assert.equal(await copies(), 1);
  });

  for (const [what, command] of [
    ["cached responses are cleared", "clearCachedResponses"],
    ["its data space is signed out", "signOut"],
  ] as const) {
    it(`write no file from a copy that is removed because ${what}`, async () => {
      await exported("all");
      let removed: Promise<unknown> | undefined;
      // The page is answered only after that, because the export could end before it otherwise.
      meanwhile = async (asking) => {
        if (asking.endsWith("/metadata")) {
          await (removed ??= run(command, { dataSpace }));
        }
      };
      await assert.rejects(exported("new", { fresh: "new" }), {
        code: /file-fault|signed-out/,
      });
      await removed;
      assert.equal(await isThere(path("new")), false);
      await noCopies();
    });
  }

  it("complete a full read while copies are cleared, and leave no copy", async () => {
    let removed: Promise<unknown> | undefined;
    meanwhile = async (asking) => {
      if (asking.endsWith("/responses")) {
        await (removed ??= run("clearCachedResponses", { dataSpace }));
      }
    };
    assert.equal((await exported("all")).responses, 95);
    await removed;
    assert.equal(await copies(), 0);
  });

  it("restart from the partial file of an earlier version, and delete that of a removed export", async () => {
    const breakOff = async (name: string) => {
      let pages = 0;
      meanwhile = async (asking) => {
        if (asking.endsWith("/responses") && ++pages === 4) {
          await run("signOut", { dataSpace });
        }
      };
      await assert.rejects(exported(name), { code: "signed-out" });
      meanwhile = () => undefined;
      await run("signIn", { dataSpace, ...credentials });
      assert.equal(await isThere(`${path(name)}.partial`), true);
    };
    await breakOff("outdated");
    await rm(`${path("outdated")}.partial`, { recursive: true });
    await writeFile(`${path("outdated")}.partial`, '{"survey":');
    const { responses } = await run<Exported>("continueExport", { file: path("outdated") });
    assert.equal(responses, 95);
    assert.equal(await isThere(`${path("outdated")}.partial`), false);
    await breakOff("removed");
    await run("removeExport", { file: path("removed") });
    assert.equal(await isThere(`${path("removed")}.partial`), false);
  });
});
