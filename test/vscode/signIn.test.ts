import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { AnswerFiles } from "../../src/store/answerFiles.ts";
import { CredentialStore } from "../../src/vscode/connection/credentials.ts";
import { signInToProxyCommand } from "../../src/vscode/connection/proxyCommand.ts";
import { signInCommand } from "../../src/vscode/connection/signInCommand.ts";
import { DataSpaceEntries } from "../../src/vscode/dataSpaces/dataSpaceEntries.ts";
import { DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import type { DataSpaceParts } from "../../src/vscode/dataSpaces/dataSpaceCommands.ts";
import { LocalDataSpaces } from "../../src/vscode/dataSpaces/localDataSpaces.ts";
import { sendJson, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { memento } from "../support/memento.ts";

const clicked = { kind: "dataSpace", dataSpace: "Moving" } as const;

describe("Sign-in to a data space that changes meanwhile", () => {
  const secrets = new Map<string, string>();
  const ends: (() => PromiseLike<void> | void)[] = [];
  let servers: [TestServer, TestServer];
  let asked: [number, number];
  let folder: string;
  let others: readonly unknown[];
  let parts: DataSpaceParts;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "survey-explorer-sign-in-"));
    const start = (index: 0 | 1) =>
      startTestServer((_, answer) => {
        asked[index]++;
        sendJson(answer, { surveys: [] }, 200);
      });
    servers = [await start(0), await start(1)];
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, servers.map((it) => it.ca).join("\n"));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    ends.push(...servers.map((it) => () => it[Symbol.asyncDispose]()));
    others = entries();
    ends.push(() => write(others));
    parts = create(folder, secrets, ends);
  });

  beforeEach(async () => {
    secrets.clear();
    asked = [0, 0];
    await move(0);
  });

  after(async () => {
    for (const end of ends.toReversed()) {
      await end();
    }
  });

  const move = (index: 0 | 1, proxy = "http://127.0.0.1:1") =>
    write([
      ...others,
      {
        name: "Moving",
        baseUrl: servers[index].baseUrl,
        version: "v3",
        caFile: join(folder, "ca.pem"),
        ...(proxy === "" ? {} : { proxy }),
      },
    ]);

  it("sends and stores a key only for the address that it was asked for", async () => {
    await move(0, "");
    const command = signInCommand(parts);
    const moved = answering([async () => "space", async () => (await move(1, ""), "key")], () =>
      command.ask(clicked, []),
    );
    await assert.rejects(moved, /The address of the data space "Moving" was changed/);
    assert.deepEqual([asked, [...secrets]], [[0, 0], []]);
    await move(0, "");
    const answers = await answering([async () => "space", async () => "key"], () =>
      command.ask(clicked, []),
    );
    assert.ok(answers);
    await move(1, "");
    await assert.rejects(command.run(answers, true), /was changed/);
    assert.deepEqual([asked, [...secrets]], [[1, 0], []]);
    await move(0, "");
    await command.run(answers, true);
    assert.equal(secrets.size, 1);
  });

  it("stores a password only for the proxy that it was asked for", async () => {
    const command = signInToProxyCommand(parts);
    const answers = await answering(
      [async () => "user", async () => (await move(0, "http://127.0.0.1:2"), "password")],
      () => command.ask(clicked, []),
    );
    assert.ok(answers);
    await assert.rejects(command.run(answers, true), /was changed/);
    assert.deepEqual([...secrets], []);
  });

  it("stores the password of a proxy as it was typed, and a user name without spaces around it", async () => {
    const command = signInToProxyCommand(parts);
    const answers = await answering([async () => " user ", async () => " pass word "], () =>
      command.ask(clicked, []),
    );
    assert.ok(answers);
    await command.run(answers, true);
    const expected = { user: "user", password: " pass word " };
    assert.deepEqual(
      await parts.credentials.getProxy(parts.dataSpaces.setting("Moving")),
      expected,
    );
  });
});

function entries(): readonly unknown[] {
  return vscode.workspace.getConfiguration("surveyExplorer").get<unknown[]>("dataSpaces") ?? [];
}

async function write(list: readonly unknown[]): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration("surveyExplorer").update("dataSpaces", list, Global);
}

/** Creates what the commands need, with secrets of the test's own. */
function create(
  folder: string,
  secrets: Map<string, string>,
  ends: (() => void)[],
): DataSpaceParts {
  const storage = {
    onDidChange: () => ({ dispose: () => undefined }),
    get: async (key: string) => secrets.get(key),
    store: async (key: string, value: string) => void secrets.set(key, value),
  };
  const log = vscode.window.createOutputChannel("Sign-in", { log: true });
  const state = { globalState: { get: () => undefined } };
  const local = new LocalDataSpaces(state as unknown as vscode.ExtensionContext, log);
  const credentials = new CredentialStore(storage as unknown as vscode.SecretStorage, memento());
  const entryList = new DataSpaceEntries(folder);
  const dataSpaces = new DataSpaces(credentials, local, entryList, new AnswerFiles(folder), log);
  ends.push(() => [dataSpaces, log].forEach((it) => it.dispose()));
  return { dataSpaces, credentials } as unknown as DataSpaceParts;
}

/** Answers the fields that `asks` shows, one after another. */
async function answering<T>(
  answers: readonly (() => Promise<string>)[],
  asks: () => Promise<T>,
): Promise<T> {
  const { createInputBox } = vscode.window;
  const left = [...answers];
  vscode.window.createInputBox = () => {
    let accept = (): void => undefined;
    const event = () => ({ dispose: () => undefined });
    const box = {
      value: "",
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidChangeValue: event,
      onDidTriggerButton: event,
      onDidHide: event,
      dispose: () => undefined,
      show: async () => {
        box.value = (await left.shift()?.()) ?? "";
        accept();
      },
    };
    return box as unknown as vscode.InputBox;
  };
  try {
    return await asks();
  } finally {
    vscode.window.createInputBox = createInputBox;
  }
}
