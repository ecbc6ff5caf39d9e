import { strict as assert } from "node:assert";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { cancelled } from "../../src/client/waiting.ts";
import { copySpaceOf } from "../../src/copy/copySpace.ts";
import type { DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { OfflineSync, type OfflineOptions } from "../../src/vscode/offline/offlineSync.ts";
import { eventually } from "../webview/support/eventually.ts";
import { keptFiles } from "./support/keptFiles.ts";
import { activated, addDataSpace, closeAllEditors, run, withMistake } from "./support/commands.ts";
import { folderOfEachTest } from "../support/folders.ts";

/** Response `number`, that many half minutes after the first. */
function item(number: number): LiveItem {
  const time = new Date(Date.UTC(2025, 2, 1, 10) + number * 30_000).toISOString().slice(0, 19);
  const json = `{"responseId":"r${String(number).padStart(5, "0")}","serial":"s${number}","startedAt":"${time}","finishedAt":"${time}","variables":[{"name":"Q","answer":[{"value":"${number % 5}"}]}],"embeddedData":[]}`;
  return { finishedAt: time, order: number, json };
}

const items = (count: number, first = 0): LiveItem[] =>
  Array.from({ length: count }, (_, it) => item(first + it));

interface Kept {
  readonly surveys: number;
  readonly responses: number;
  readonly asOf: string;
}

type Exported = Pick<Kept, "responses" | "asOf">;

describe("Offline survey", () => {
  const dataSpace = "Far away";
  const survey = { dataSpace, surveyId: "S1" };
  const credentials = { spaceId: "offline-space", apiKey: "offline-key" };
  const submitted = items(95);
  let api: SurveyExplorerApi;
  const folder = folderOfEachTest();
  let server: TestServer;
  let arrived: LiveItem[];
  let isReachable: boolean;
  /** The structure of the first survey waits for it. */
  let held: Promise<unknown> | undefined;
  /** End of the paths that cannot be reached. */
  let broken: string | undefined;

  before(async () => {
    api = await activated();
  });

  beforeEach(async () => {
    isReachable = true;
    held = undefined;
    broken = undefined;
    arrived = [];
    server = await startLiveServer({
      version: "v3",
      items: submitted,
      arrive: () => arrived.splice(0),
      disturb: async ({ pathname }, answer) => {
        await (pathname.endsWith("/surveys/S1") ? held : undefined);
        const isBroken = !isReachable || (broken !== undefined && pathname.endsWith(broken));
        if (isBroken) {
          answer.destroy();
        }
        return isBroken;
      },
    });
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });

  afterEach(async () => {
    await closeAllEditors();
    await run("removeDataSpace", { dataSpace }).catch(() => undefined);
    await server[Symbol.asyncDispose]();
  });

  const asked = (end: string, from = 0) =>
    server.requests.slice(from).filter(({ url }) => url.pathname.endsWith(end));

  for (const [what, argument] of [
    ["by itself", survey],
    ["with its data space", { dataSpace }],
  ] as const) {
    it(`is available without network, kept ${what}`, async () => {
      const before = Date.now();
      const kept = await run<Kept>("keepOffline", argument);
      assert.deepEqual([kept.surveys, kept.responses], [1, 95]);
      assert.ok(Date.parse(kept.asOf) >= before && Date.parse(kept.asOf) <= Date.now());
      isReachable = false;
      const client = await api.client(dataSpace);
      const times: number[] = [];
      const onStoredAnswer = (readAt: number) => times.push(readAt);
      assert.equal((await client.surveyPage({ onStoredAnswer })).items.length, 1);
      assert.equal((await client.surveyPage({ running: true, onStoredAnswer })).items.length, 1);
      assert.equal((await client.getSurvey("S1", { onStoredAnswer })).label, "Live");
      assert.deepEqual(await client.listCollectGroups("S1", { onStoredAnswer }), []);
      assert.equal(times.length, 4);
      await assert.rejects(client.getSurvey("S1"), { code: "unreachable" });
      await run("openSurvey", survey);
      await run("openResponses", survey);
      await run("openSummary", survey);
      await run("openFieldwork", survey);
      await run("showRaw", survey);
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /"label": "Live"/);
    });
  }

  it("is exported without network from its stored responses, with their time", async () => {
    const before = Date.now();
    const kept = await run<Kept>("keepOffline", survey);
    isReachable = false;
    // The tree may list surveys meanwhile, so only requests about a survey count.
    const ofSurvey = () => server.requests.filter((it) => it.url.pathname.includes("/surveys/"));
    const from = ofSurvey().length;
    for (const format of ["csv", "sav"]) {
      const file = join(folder, `kept.${format}`);
      const argument = { ...survey, file, format, fresh: "none" };
      const { responses, asOf } = await run<Exported>("exportResponses", argument);
      assert.equal(responses, 95);
      assert.ok(Date.parse(asOf) >= before && asOf <= kept.asOf, asOf);
      const manifest = JSON.parse(await readFile(`${file}.manifest.json`, "utf8")) as object;
      assert.partialDeepStrictEqual(manifest, { fresh: "none", asOf, responses: 95, format });
    }
    const rows = (await readFile(join(folder, "kept.csv"), "utf8")).trimEnd().split("\r\n");
    assert.equal(rows.length, 96);
    assert.equal((await readFile(join(folder, "kept.sav"))).subarray(0, 4).toString(), "$FL2");
    assert.equal(ofSurvey().length, from);
  });

  it("requests only new responses when the service is back", async () => {
    await run("keepOffline", survey);
    isReachable = false;
    await run("openResponses", survey);
    await closeAllEditors();
    isReachable = true;
    arrived = items(25, 1000);
    await (await api.client(dataSpace)).responsePage("S1", { size: 1 });
    const from = server.requests.length;
    const again = await run<Kept>("keepOffline", survey);
    assert.equal(again.responses, 120);
    const starts = asked("/responses", from).map(({ url }) =>
      url.searchParams.get("startDateTime"),
    );
    // Ten minutes before the newest of the 95 responses.
    assert.ok(
      starts.every((it) => it !== null && it >= "2025-03-01T10:37:00"),
      starts.join(),
    );
  });

  it("is read in the background after its data space changes its version", async () => {
    await run("keepOffline", survey);
    const from = server.requests.length;
    await run("changeVersion", { dataSpace, version: "v2" });
    await eventually(
      "responses of v2",
      async () => asked("/v2/responses", from).length > 0 || undefined,
    );
  });

  /** Keeps surveys, stops keeping one while the first is read in the background, and waits until the last is read. */
  async function stopWhileFirstIsRead(surveyIds: readonly string[], stopped: string) {
    for (const surveyId of surveyIds) {
      await run("keepOffline", { dataSpace, surveyId });
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    await run("changeVersion", { dataSpace, version: "v2" });
    const isAsked = (surveyId = "") =>
      eventually(surveyId, async () => asked(`/v2/surveys/${surveyId}`).length > 0 || undefined);
    await isAsked(surveyIds[0]);
    await run("stopKeeping", { dataSpace, surveyId: stopped });
    resolve(undefined);
    await isAsked(surveyIds.at(-1));
  }

  it("is not read in the background once it is no longer kept", async () => {
    await stopWhileFirstIsRead(["S1", "S2", "S3"], "S2");
    assert.deepEqual(asked("/v2/surveys/S2"), []);
  });

  it("does not keep others from being updated if it is no longer kept while it is read", async () => {
    await stopWhileFirstIsRead(["S1", "S2"], "S1");
  });

  it("is kept even if all of its data space cannot be kept meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    const keeping = run<Kept>("keepOffline", survey);
    await eventually("the survey", async () => asked("/surveys/S1").length > 0 || undefined);
    broken = "/surveys";
    await assert.rejects(run("keepOffline", { dataSpace }), { code: "unreachable" });
    broken = undefined;
    resolve(undefined);
    assert.equal((await keeping).responses, 95);
    await run("stopKeeping", survey);
  });

  it("leaves no answers if its first reading fails, also if another survey is kept", async () => {
    await run("keepOffline", { dataSpace, surveyId: "S2" });
    const before = (await keptFiles()).answers;
    broken = "/surveys/S1/responses";
    await assert.rejects(run("keepOffline", survey), { code: "unreachable" });
    assert.deepEqual((await keptFiles()).answers.toSorted(), before.toSorted());
  });

  it("keeps its copy when the cache size is 0", async () => {
    await run("keepOffline", survey);
    const settings = vscode.workspace.getConfiguration("surveyExplorer.view");
    await settings.update("cacheSize", 0, vscode.ConfigurationTarget.Global);
    try {
      await run("openResponses", survey);
      await closeAllEditors();
      await run("keepOffline", survey);
      assert.equal((await keptFiles()).tables.length, 1);
    } finally {
      await settings.update("cacheSize", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("stores its answers in private files and deletes them when it is no longer kept", async () => {
    await run("keepOffline", survey);
    const files = (await keptFiles()).answers;
    assert.ok(files.length >= 3);
    for (const it of files) {
      assert.equal((await stat(it)).mode & 0o777, 0o600);
    }
    const stopped = await run<Kept>("stopKeeping", survey);
    assert.deepEqual([stopped.surveys, stopped.responses], [1, 95]);
    assert.deepEqual((await keptFiles()).answers, []);
    await assert.rejects(run("stopKeeping", survey), { code: "invalid-input" });
    isReachable = false;
    await assert.rejects(run("openSurvey", survey), { code: "unreachable" });
    // What was read stays visible, whether it is kept offline or not.
    await run("openResponses", survey);
  });

  it("stays available while its data space is kept", async () => {
    await run("keepOffline", { dataSpace });
    await assert.rejects(run("stopKeeping", survey), /Stop keeping the data space/);
    await run("keepOffline", survey);
    await run("stopKeeping", survey);
    assert.ok((await keptFiles()).answers.length >= 3);
    await run("stopKeeping", { dataSpace });
    assert.deepEqual((await keptFiles()).answers, []);
  });

  for (const [what, command] of [
    ["its data space is signed out", "signOut"],
    ["its data space is removed", "removeDataSpace"],
    ["cached responses are cleared", "clearCachedResponses"],
  ] as const) {
    it(`deletes its stored answers when ${what}`, async () => {
      await run("keepOffline", survey);
      await run(command, { dataSpace });
      await eventually("no stored answers", async () => {
        const { answers } = await keptFiles();
        return answers.length === 0 || undefined;
      });
      if (command === "clearCachedResponses") {
        await assert.rejects(run("stopKeeping", survey), { code: "invalid-input" });
      }
    });
  }

  it("stays when a mistake is made in the settings of its data space", async () => {
    await run("keepOffline", survey);
    await withMistake(dataSpace, async () => {
      // Waits for what the change removes.
      await run("stopLocalDataSpace", {});
    });
    isReachable = false;
    const client = await api.client(dataSpace);
    const onStoredAnswer = () => undefined;
    assert.equal((await client.getSurvey("S1", { onStoredAnswer })).label, "Live");
    assert.equal((await run<Kept>("stopKeeping", survey)).responses, 95);
  });

  it("is not kept if it cannot be read at first", async () => {
    isReachable = false;
    await assert.rejects(run("keepOffline", survey), { code: "unreachable" });
    await assert.rejects(run("stopKeeping", survey), { code: "invalid-input" });
    assert.deepEqual((await keptFiles()).answers, []);
  });

  it("must be of a known data space that needs the network", async () => {
    const local = await run<{ name: string }>("startLocalDataSpace", {});
    await assert.rejects(run("keepOffline", { dataSpace: local.name }), /needs no network/);
    await run("stopLocalDataSpace", {});
    await assert.rejects(run("keepOffline", { dataSpace: "Nowhere" }), {
      code: "unknown-data-space",
    });
  });
});

describe("Updates of offline surveys", () => {
  it("include a survey that was read before this machine's clock was set back", async () => {
    const spaceMark = async () => "mark";
    const client = { dataSpace: "Acme", baseUrl: "https://acme.example", spaceMark };
    const { space } = await copySpaceOf(client);
    const surveyId = "S1";
    const readAt = Date.now() + 365 * 24 * 3_600_000;
    const kept = {
      wishes: [{ dataSpace: "Acme", space, surveyId }],
      copies: [{ space, version: "v3", surveyId, label: "Live", readAt, responses: 1 }],
    };
    const read = Promise.withResolvers<undefined>();
    const options = {
      kept,
      dataSpaces: {
        onDidChange: () => ({ dispose: () => undefined }),
        list: () => [{ name: "Acme", version: "v3", local: false }],
        isSignedIn: async () => true,
        client: async () => client,
      },
      tables: { onClear: () => undefined },
      answers: {
        renewal: () => {
          read.resolve(undefined);
          throw cancelled();
        },
      },
    };
    const log = vscode.window.createOutputChannel("Set back", { log: true });
    const sync = new OfflineSync({ ...options, log } as unknown as OfflineOptions);
    try {
      assert.equal(await Promise.race([read.promise, setTimeout(2000, "not read")]), undefined);
    } finally {
      sync.dispose();
      log.dispose();
    }
  });

  for (const [what, interval, rounds] of [
    ["run again after a change of data spaces", 30, 2],
    ["run only at the start if the interval is 0", 0, 1],
  ] as const) {
    it(what, async () => {
      const settings = vscode.workspace.getConfiguration("surveyExplorer.view");
      await settings.update("offlineInterval", interval, vscode.ConfigurationTarget.Global);
      const changed = new vscode.EventEmitter<void>();
      let begun = 0;
      const list = () => {
        begun++;
        return [];
      };
      const dataSpaces = { onDidChange: changed.event, list } as unknown as DataSpaces;
      const tables = { onClear: () => undefined };
      const sync = new OfflineSync({ dataSpaces, tables } as unknown as OfflineOptions);
      try {
        await setImmediate();
        changed.fire();
        assert.equal(begun, rounds);
      } finally {
        sync.dispose();
        changed.dispose();
        await settings.update("offlineInterval", undefined, vscode.ConfigurationTarget.Global);
      }
    });
  }
});
