import { strict as assert } from "node:assert";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as vscode from "vscode";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { filesBelow } from "./support/filesBelow.ts";
import { activated, addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfEachTest } from "../support/folders.ts";

/** Response `number`, that many half minutes after the first. */
function item(number: number): LiveItem {
  const time = new Date(Date.UTC(2025, 2, 1, 10) + number * 30_000).toISOString().slice(0, 19);
  const id = String(number).padStart(5, "0");
  return {
    finishedAt: time,
    order: number,
    json: `{"responseId":"r${id}","serial":"s${number}", "collectGroupId":"g","startedAt":"${time}","finishedAt":"${time}","variables":[{"name":"Q","answer":[{"value":"${number % 5}"}]}],"embeddedData":[]}`,
  };
}

function items(count: number, first = 0): LiveItem[] {
  return Array.from({ length: count }, (_, it) => item(first + it));
}

/** Returns the files in which this VS Code keeps responses, beside the folder that it has open. */
async function tableFiles(): Promise<string[]> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(workspace);
  const files = await filesBelow(dirname(workspace.uri.fsPath));
  return files.filter((it) => basename(it) === "responses.db");
}

interface TableState {
  readonly rows: number;
  readonly isComplete: boolean;
}

/** Returns what is in a table's file, whichever process has it open; `undefined` while it is being made. */
function stateOf(file: string): TableState | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const { rows } = database.prepare("SELECT total(rows) AS rows FROM page").get() ?? {};
      const { value } = database.prepare("SELECT value FROM part WHERE name = 'state'").get() ?? {};
      const { isWhole } = JSON.parse(String(value)) as { readonly isWhole: boolean };
      return { rows: Number(rows), isComplete: isWhole };
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Waits until the only table has this many responses and is marked complete. */
async function complete(rows: number): Promise<void> {
  let seen: unknown;
  await eventually(`a table of ${rows} responses`, async () => {
    const states = (await tableFiles()).map(stateOf);
    seen = states;
    return states.some((it) => it?.isComplete === true && it.rows === rows) || undefined;
  }).catch((error: unknown) => assert.fail(`${String(error)} There were ${JSON.stringify(seen)}.`));
}

async function noTables(): Promise<void> {
  await eventually("no table with responses", async () => {
    const states = (await tableFiles()).map(stateOf);
    return states.every((it) => it === undefined || it.rows === 0) || undefined;
  });
}

/** Returns the number of threads of this process, without the main one. */
function threads(): number {
  const report = process.report.getReport() as { readonly workers?: readonly unknown[] };
  return report.workers?.length ?? 0;
}

/**
 * Counted while tests are loaded, before we start any: the extension host of VS Code 1.103 has a thread that loads modules.
 */
const threadsOfVsCode = threads();

function workers(): number {
  return threads() - threadsOfVsCode;
}

describe("Responses panel", () => {
  const dataSpace = "Kept";
  const survey = { dataSpace, surveyId: "S1" };
  const credentials = { spaceId: "kept-space", apiKey: "kept-key" };
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => {
    // VS Code is installed without running scripts, so it misses this program when it starts.
    if (!/ripgrep\S* ENOENT/.test(String(reason))) {
      unhandled.push(reason);
    }
  };
  const folder = folderOfEachTest();
  let server: TestServer;
  let submitted: LiveItem[];
  let arrived: LiveItem[] = [];
  /** Called for each request before it is answered. */
  let onRequest: (url: URL) => Promise<void> | undefined = () => undefined;
  /** Requests are not answered before this has resolved. */
  let held: Promise<unknown> | undefined;
  let isDown = false;

  before(async () => {
    await activated();
    process.on("unhandledRejection", note);
  });

  after(() => {
    process.off("unhandledRejection", note);
  });

  beforeEach(async () => {
    submitted = items(95);
    isDown = false;
    onRequest = () => undefined;
    held = undefined;
    server = await startLiveServer({
      version: "v3",
      items: submitted,
      arrive: () => arrived.splice(0),
      disturb: async (url, answer) => {
        const isRefused = isDown;
        if (isRefused) {
          answer.writeHead(403, { "content-type": "application/json" }).end("{}");
        }
        void onRequest(url);
        await held;
        return isRefused;
      },
    });
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });

  afterEach(async () => {
    await closeAllEditors();
    await run("removeDataSpace", { dataSpace }).catch(() => undefined);
    await server[Symbol.asyncDispose]();
    assert.deepEqual(unhandled, [], "unhandled rejections");
  });

  const pagesAsked = (from: number): string[] =>
    server.requests
      .slice(from)
      .filter(({ url }) => url.pathname.endsWith("/responses"))
      .map(({ url }) => url.searchParams.get("startDateTime") ?? "");

  it("reads all responses in the background, into files that only the user can read", async () => {
    await run("openResponses", survey);
    await complete(95);
    const files = await tableFiles();
    assert.equal(files.length, 1);
    for (const file of files) {
      const inside = await readdir(dirname(file));
      assert.ok(inside.length > 0);
      for (const it of inside) {
        assert.equal((await stat(join(dirname(file), it))).mode & 0o777, 0o600, it);
      }
      assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
    }
  });

  const panels = (): string[] =>
    vscode.window.tabGroups.all
      .flatMap((it) => it.tabs.map((tab) => tab.label))
      .filter((it) => it.includes(" · "));

  it("reads only metadata for fieldwork, and responses when a tab shows them", async () => {
    await run("openFieldwork", survey);
    const asked = server.requests.map(({ url }) => url.pathname);
    assert.ok(
      asked.some((it) => it.endsWith("/responses/metadata")),
      asked.join(),
    );
    assert.deepEqual(pagesAsked(0), []);
    assert.deepEqual(await tableFiles(), []);
    await eventually("a panel with the survey's title", async () =>
      panels().includes("Live · Fieldwork") ? true : undefined,
    );
    await run("openSummary", survey);
    await complete(95);
    assert.equal(panels().length, 1);
    const before = pagesAsked(0).length;
    await run("openFieldwork", survey);
    await run("openSummary", survey);
    assert.equal(pagesAsked(0).length, before);
  });

  it("reports why opening the fieldwork failed, and reads both tabs after signing in", async () => {
    isDown = true;
    await assert.rejects(run("openFieldwork", survey), /does not allow/);
    isDown = false;
    await closeAllEditors();
    await run("openFieldwork", survey);
    await run("signOut", { dataSpace });
    const before = server.requests.length;
    await assert.rejects(run("openSummary", survey), /[Ss]ign/);
    await run("signIn", { dataSpace, ...credentials });
    await eventually("requests for responses and metadata", async () => {
      const asked = server.requests.slice(before).map(({ url }) => url.pathname);
      const reads = (what: string): boolean => asked.some((it) => it.endsWith(what));
      return (reads("/responses") && reads("/responses/metadata")) || undefined;
    });
    await complete(95);
  });

  it("opens the copy if the service refuses requests", async () => {
    await run("openResponses", survey);
    await complete(95);
    await closeAllEditors();
    isDown = true;
    await run("openResponses", survey);
    // The title comes from the table.
    await eventually("a panel with the survey's title", async () => {
      const tabs = vscode.window.tabGroups.all.flatMap((it) => it.tabs.map((tab) => tab.label));
      return tabs.includes("Live · Responses") ? true : undefined;
    });
    await complete(95);
  });

  it("requests only new responses when it is opened again", async () => {
    await run("openResponses", survey);
    await complete(95);
    await closeAllEditors();
    arrived = items(25, 1000);
    const before = server.requests.length;
    await run("openResponses", survey);
    await eventually("a refresh", async () => (pagesAsked(before).length > 0 ? true : undefined));
    await closeAllEditors();
    await run("openResponses", survey);
    await complete(120);
    // Ten minutes before the newest of the 95 responses.
    const starts = pagesAsked(before);
    assert.ok(
      starts.every((it) => it >= "2025-03-01T10:37:00"),
      starts.join(),
    );
    await closeAllEditors();
    const afterwards = server.requests.length;
    await run("openResponses", survey);
    await eventually("a refresh", async () =>
      pagesAsked(afterwards).length > 0 ? true : undefined,
    );
    await complete(120);
    assert.ok(pagesAsked(afterwards).every((it) => it >= "2025-03-01T18:22:00"));
  });

  it("deletes the copies of one data space or of all by command", async () => {
    for (const argument of [{ dataSpace }, {}]) {
      await run("openResponses", survey);
      await complete(95);
      await closeAllEditors();
      const { bytes } = await run<{ bytes: number }>("clearCachedResponses", argument);
      assert.ok(bytes > 0);
      await noTables();
    }
    await assert.rejects(run("clearCachedResponses", { dataSpace: "Nowhere" }), {
      message: /There is no data space "Nowhere"/,
    });
  });

  it("deletes the copy while the panel is open", async () => {
    await run("openResponses", survey);
    await complete(95);
    await run("clearCachedResponses", {});
    await noTables();
  });

  it("deletes the copy when its data space is signed out or removed", async () => {
    await run("openResponses", survey);
    await complete(95);
    await run("signOut", { dataSpace });
    await noTables();
    await run("signIn", { dataSpace, ...credentials });
    // The open panel continues to read.
    await complete(95);
    await run("removeDataSpace", { dataSpace });
    await noTables();
  });

  it("deletes the copy of the previous account when another one signs in", async () => {
    await run("openResponses", survey);
    await complete(95);
    const [first] = await tableFiles();
    await run("signIn", { dataSpace, spaceId: "another-space", apiKey: "another-key" });
    await eventually("a table of the other account alone", async () => {
      const states = (await tableFiles()).filter((it) => it !== first).map(stateOf);
      const old = first === undefined ? undefined : stateOf(first);
      return states.some((it) => it?.isComplete) && (old?.rows ?? 0) === 0 ? true : undefined;
    });
  });

  const actions: readonly (readonly [string, () => PromiseLike<unknown>])[] = [
    ["closed", closeAllEditors],
    ["signed out", () => run("signOut", { dataSpace })],
    ["removed", () => run("removeDataSpace", { dataSpace })],
    ["cleared", () => run("clearCachedResponses", {})],
    ["switched to v2", () => run("changeVersion", { dataSpace, version: "v2" })],
    ["opened at its fieldwork", () => run("openFieldwork", survey)],
    ["opened once more", () => run("openResponses", { ...survey, collectGroupId: "g" })],
  ];
  for (const [what, action] of actions) {
    it(`loads all responses after being ${what} at any moment while loading`, async () => {
      for (const moment of [0, 2, 5, 9]) {
        await run("clearCachedResponses", {});
        let requests = 0;
        const done = new Promise<void>((resolve, reject) => {
          onRequest = async () => {
            if (requests++ === moment) {
              await Promise.resolve(action()).then(() => resolve(), reject);
            }
          };
        });
        const opening = run("openResponses", survey).catch(() => undefined);
        await done;
        onRequest = () => undefined;
        await closeAllEditors();
        await opening;
        // All is as before, whatever the action was.
        await run("removeDataSpace", { dataSpace }).catch(() => undefined);
        await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
        await run("openResponses", survey);
        await complete(95);
        await closeAllEditors();
      }
    });
  }

  it("resumes reading after being closed while loading", async () => {
    let requests = 0;
    const closed = new Promise<void>((resolve, reject) => {
      onRequest = async () => {
        if (requests++ === 8) {
          // Otherwise, all might be read by the time the window has closed the panel.
          held = Promise.resolve(closeAllEditors());
          await held.then(() => resolve(), reject);
        }
      };
    });
    await run("openResponses", survey).catch(() => undefined);
    await closed;
    onRequest = () => undefined;
    const begun = await eventually("some stored responses", async () => {
      const rows = (await tableFiles()).map((it) => stateOf(it)?.rows ?? 0);
      return Math.max(0, ...rows) || undefined;
    });
    assert.ok(begun >= 10 && begun < 95, String(begun));
    const before = pagesAsked(0).length;
    await run("openResponses", survey);
    await complete(95);
    const pages = pagesAsked(0).length - before;
    // The overlap, and the rest, which lanes divide into windows of half a page or more.
    assert.ok(pages <= 2 * Math.ceil((95 - begun) / 10) + 10, `${pages} pages behind ${begun}`);
  });

  it("leaves no resources open after being closed twenty times while loading", async () => {
    /** Opens the panel, and closes it as soon as the service gets a request. */
    const openAndClose = async (): Promise<void> => {
      const closed = new Promise<void>((resolve, reject) => {
        onRequest = async () => {
          onRequest = () => undefined;
          await Promise.resolve(closeAllEditors()).then(() => resolve(), reject);
        };
      });
      const opening = run("openResponses", survey).catch(() => undefined);
      await closed;
      await opening;
      await run("clearCachedResponses", {});
    };
    const resources = (): Map<string, number> => {
      const counts = new Map<string, number>([["worker", workers()]]);
      for (const it of process.getActiveResourcesInfo()) {
        counts.set(it, (counts.get(it) ?? 0) + 1);
      }
      return counts;
    };
    await openAndClose();
    await eventually("no worker", async () => (workers() === 0 ? true : undefined), 20_000);
    const before = resources();
    for (let panel = 0; panel < 20; panel++) {
      await openAndClose();
    }
    let more: string[] = [];
    // Sockets may stay open for a while, but not one more for each panel.
    await eventually(
      "as few resources as before",
      async () => {
        more = [...resources()]
          .filter(([name, count]) => count > (before.get(name) ?? 0) + 5)
          .map(([name, count]) => `${name}: ${before.get(name) ?? 0}, then ${count}`);
        return workers() === 0 && more.length === 0 ? true : undefined;
      },
      20_000,
    ).catch((error: unknown) => assert.fail(`${String(error)} ${more.join("; ")}`));
  });

  it("ends its worker after the last panel is closed", async () => {
    await eventually("no worker", async () => (workers() === 0 ? true : undefined), 20_000);
    await run("openResponses", survey);
    await complete(95);
    assert.equal(workers(), 1);
    await closeAllEditors();
    await eventually("no worker", async () => (workers() === 0 ? true : undefined), 20_000);
  });
});
