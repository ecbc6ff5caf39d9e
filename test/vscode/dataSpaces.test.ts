import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { AnswerFiles } from "../../src/store/answerFiles.ts";
import { CredentialStore } from "../../src/vscode/connection/credentials.ts";
import type { CommandParts } from "../../src/vscode/commands/commandParts.ts";
import { removeDataSpaceCommand } from "../../src/vscode/dataSpaces/dataSpaceCommands.ts";
import { DataSpaceEntries } from "../../src/vscode/dataSpaces/dataSpaceEntries.ts";
import { DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { LocalDataSpaces } from "../../src/vscode/dataSpaces/localDataSpaces.ts";
import { TreeChoices } from "../../src/vscode/surveys/treeChoices.ts";
import { sendJson, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { memento } from "../support/memento.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

const spaceId = "space-of-tests";
const [good, bad] = ["good-key-0001", "bad-key-0002"];
const authorization = `Basic ${Buffer.from(`${spaceId}:${good}`).toString("base64").replace(/=+$/, "")}`;

function entries(): unknown[] {
  return vscode.workspace.getConfiguration("surveyExplorer").get<unknown[]>("dataSpaces") ?? [];
}

describe("Data space commands", () => {
  let api: SurveyExplorerApi;
  let server: TestServer;
  const folder = folderOfSuite();
  /** Status of answers to the right key; 503 is answered to every key. */
  let status = 200;

  before(async () => {
    api = await activated();
    server = await startTestServer(({ headers }, answer) =>
      sendJson(
        answer,
        { surveys: [] },
        status === 503 || headers.authorization === authorization ? status : 401,
      ),
    );
    await writeFile(join(folder, "ca.pem"), server.ca);
  });

  beforeEach(() => {
    status = 200;
  });

  after(async () => {
    for (const { name, local } of api.dataSpaces()) {
      if (!local) {
        await run("removeDataSpace", { dataSpace: name });
      }
    }
    await server[Symbol.asyncDispose]();
  });

  const setting = (name: string) => ({
    name,
    baseUrl: server.baseUrl,
    version: "v3",
    caFile: join(folder, "ca.pem"),
  });

  it("add several data spaces at once, and each name only once", async () => {
    const names = ["One", "Two", "Three", "Three"];
    const results = await Promise.allSettled(
      names.map((name) => run("addDataSpace", { ...setting(name), spaceId, apiKey: good })),
    );
    assert.deepEqual(
      results.map((it) => it.status),
      ["fulfilled", "fulfilled", "fulfilled", "rejected"],
    );
    const known = api.dataSpaces().map((it) => it.name);
    assert.deepEqual(known.slice(-3), ["One", "Two", "Three"]);
  });

  it("change and remove several data spaces at once", async () => {
    await Promise.all([
      run("changeVersion", { dataSpace: "One", version: "v2" }),
      run("removeDataSpace", { dataSpace: "Two" }),
      run("changeVersion", { dataSpace: "Three", version: "v1" }),
    ]);
    const known = api.dataSpaces().map((it) => `${it.name} ${it.version}`);
    assert.deepEqual(known.slice(-2), ["One v2", "Three v1"]);
  });

  it("keep the stored key if a new one is refused, and report the service's reason", async () => {
    const client = await api.client("One");
    await assert.rejects(run("signIn", { dataSpace: "One", spaceId, apiKey: bad }), {
      code: "unauthorized",
      message: /^The previous Space ID and API key are kept\. .*refused the Space ID or API key/,
    });
    await assert.rejects(
      run("signIn", { dataSpace: "One", spaceId, apiKey: bad, keepAnyway: true }),
      { code: "unauthorized" },
    );
    assert.deepEqual((await client.surveyPage()).items, []);
    await run("signOut", { dataSpace: "One" });
    await assert.rejects(run("signIn", { dataSpace: "One", spaceId, apiKey: bad }), {
      message: /^The Space ID and API key were not stored\. /,
    });
    await assert.rejects(client.surveyPage(), { code: "signed-out" });
    await run("signIn", { dataSpace: "One", spaceId, apiKey: good });
    assert.deepEqual((await client.surveyPage()).items, []);
  });

  it("store a key that the service cannot check only with keepAnyway", async () => {
    status = 503;
    const client = await api.client("One");
    await assert.rejects(run("signIn", { dataSpace: "One", spaceId, apiKey: good }), {
      code: "server-fault",
    });
    await run("signIn", {
      dataSpace: "One",
      spaceId: "other-space",
      apiKey: good,
      keepAnyway: true,
    });
    status = 200;
    await assert.rejects(client.surveyPage(), { code: "unauthorized" });
    // A status that is not about the credentials does not matter.
    status = 404;
    await run("signIn", { dataSpace: "One", spaceId, apiKey: good });
    status = 200;
    assert.deepEqual((await client.surveyPage()).items, []);
  });

  it("reject an address with credentials before storing anything", async () => {
    const before = entries();
    const address = `https://${spaceId}:${good}@${new URL(server.baseUrl).host}`;
    await assert.rejects(
      run("addDataSpace", { ...setting("Open"), baseUrl: address, spaceId, apiKey: good }),
      (error: Error) =>
        error.message.includes("baseUrl: must have only a host, a port and a path") &&
        !error.message.includes(good),
    );
    assert.deepEqual(entries(), before);
  });

  it("are not put back on undo if there is another of the same name by now", async () => {
    const before = entries();
    const putBack = new DataSpaceEntries(folder).add(
      { ...setting("One"), version: "v3" },
      async () => assert.fail("The newer one's key would be replaced."),
      0,
    );
    await assert.rejects(putBack, /There is a data space "One" already/);
    assert.deepEqual(entries(), before);
  });

  it("forget the pinned surveys of a removed one, until its removal is undone", async () => {
    const dataSpaces = { entries: new DataSpaceEntries(folder), setting };
    const choices = new TreeChoices(memento(), memento());
    const credentials = { get: async () => undefined, getProxy: async () => undefined };
    const parts = {
      ...{ dataSpaces, tree: { choices }, tables: { clear: async () => 0 } },
      structures: { remove: () => undefined },
      credentials: { ...credentials, delete: async () => undefined },
    };
    await dataSpaces.entries.add({ ...setting("Pinned"), version: "v3" }, async () => undefined);
    await choices.setPinned("Pinned", { surveyId: "S1", label: "First" }, true);
    const remove = removeDataSpaceCommand(parts as unknown as CommandParts);
    await remove.run({ dataSpace: "Pinned" }, true);
    assert.deepEqual(choices.pins("Pinned"), [], "another one of this name would show them");
    const told = remove.notify?.(undefined, { dataSpace: "Pinned" });
    await eventually("the pinned survey is back", async () => {
      await vscode.commands.executeCommand("notification.acceptPrimaryAction");
      return choices.isPinned("Pinned", "S1");
    });
    await told;
  });

  it("know that nobody is signed in to a data space that is gone", async () => {
    const disposable = { dispose: () => undefined };
    const [secrets, state] = [{ onDidChange: () => disposable }, { get: () => undefined }];
    const log = vscode.window.createOutputChannel("Gone", { log: true });
    const local = new LocalDataSpaces(
      { globalState: state } as unknown as vscode.ExtensionContext,
      log,
    );
    const dataSpaces = new DataSpaces(
      new CredentialStore(secrets as unknown as vscode.SecretStorage, memento()),
      ...([local, new DataSpaceEntries(folder), new AnswerFiles(folder), log] as const),
    );
    assert.equal(await dataSpaces.isSignedIn("Nowhere"), false);
    dataSpaces.dispose();
    log.dispose();
  });

  it("ignore a data space in the settings whose address has credentials", async () => {
    const configuration = vscode.workspace.getConfiguration("surveyExplorer");
    const before = entries();
    const baseUrl = `https://${spaceId}:${good}@${new URL(server.baseUrl).host}`;
    const written = [...before, { ...setting("By hand"), baseUrl }];
    await configuration.update("dataSpaces", written, vscode.ConfigurationTarget.Global);
    try {
      await assert.rejects(api.client("By hand"), /There is no data space "By hand"/);
    } finally {
      await configuration.update("dataSpaces", before, vscode.ConfigurationTarget.Global);
    }
  });
});
