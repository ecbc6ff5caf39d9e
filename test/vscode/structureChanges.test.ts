import { strict as assert } from "node:assert";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import * as vscode from "vscode";
import type { StructureChange } from "../../src/analysis/structureChanges.ts";
import { copySpaceOf } from "../../src/copy/copySpace.ts";
import { similarAuthority } from "../../src/vscode/registeredNames.ts";
import { surveySelection } from "../../src/vscode/surveys/node.ts";
import { showStructureChangesCommand } from "../../src/vscode/structureChanges/changesCommands.ts";
import type { ComparingParts } from "../../src/vscode/structureChanges/compared.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { addDataSpace, closeAllEditors, run, withMistake } from "./support/commands.ts";
import { filesBelow } from "./support/filesBelow.ts";
import { folderOfEachTest } from "../support/folders.ts";

const price = {
  ...{ name: "Q1", type: "SingleChoice", label: "How do you like the <b>price</b>?" },
  options: [
    { name: "1", label: "Good" },
    { name: "2", label: "Bad" },
  ],
};

/** Submitted about now, in whichever time zone. */
const finishedAt = new Date().toISOString().slice(0, 19);
const json = `{"responseId":"r1","finishedAt":"${finishedAt}","variables":[{"name":"Q1","answer":[{"value":"2"}]}]}`;
const item: LiveItem = { finishedAt, order: 0, json };

/** Returns what is kept in a file; empty if the file is gone. */
async function unpacked(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  const unpack = file.endsWith(".gz") ? gunzipSync : zstdDecompressSync;
  return bytes === undefined ? "" : unpack(bytes).toString();
}

describe("Changes of a survey's structure", () => {
  const dataSpace = "Drifting";
  const survey = { dataSpace, surveyId: "S1" };
  const folder = folderOfEachTest();
  let server: TestServer;
  let structure: object;

  beforeEach(async () => {
    structure = { questions: [price] };
    server = await startLiveServer({
      version: "v3",
      items: [item],
      disturb: ({ pathname }, answer) => {
        const isSurvey = pathname.endsWith("/surveys/S1");
        if (isSurvey) {
          const own = { surveyId: "S1", label: "Prices", servedBy: server.baseUrl };
          sendText(answer, JSON.stringify({ ...own, ...structure }));
        }
        return isSurvey;
      },
    });
    const credentials = { spaceId: "drift-space", apiKey: "drift-key" };
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });

  afterEach(async () => {
    await closeAllEditors();
    await run("removeDataSpace", { dataSpace });
    await server[Symbol.asyncDispose]();
  });

  const changesOf = (since?: string) =>
    run<StructureChange[]>("structureChanges", since === undefined ? survey : { ...survey, since });

  /** Changes the questionnaire as a person might in the middle of the fieldwork. */
  function edit(): void {
    const [good, bad] = price.options;
    structure = {
      updatedAt: "2025-03-03T09:14:00",
      questions: [
        { ...price, options: [good, { ...bad, name: "5" }] },
        { name: "Q2", label: "Why?" },
      ],
    };
  }

  /** Returns the kept structures of this test. Others are of other data spaces, or about to be removed. */
  async function keptStructures(): Promise<string[]> {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const files = await filesBelow(dirname(workspace.uri.fsPath));
    const kept: string[] = [];
    for (const file of files) {
      const isStructure = basename(dirname(dirname(dirname(file)))) === "structures";
      if (isStructure && (await unpacked(file)).includes(server.baseUrl)) {
        kept.push(file);
      }
    }
    return kept;
  }

  it("are returned by command since the first known structure or since a given time", async () => {
    assert.deepEqual(await changesOf(), []);
    structure = { ...structure, updatedAt: "2025-03-03T09:13:00" };
    assert.deepEqual(await changesOf(), []);
    assert.equal((await keptStructures()).length, 1);
    edit();
    const expected = [
      { change: "recoded", kind: "option", name: "5", from: "2", to: "5", question: "Q1" },
      { change: "added", kind: "question", name: "Q2" },
    ];
    assert.deepEqual(await changesOf(), expected);
    assert.equal((await keptStructures()).length, 2);
    assert.deepEqual(await changesOf("2020-01-01"), expected);
    assert.deepEqual(await changesOf("2090-01-01T00:00:00"), []);
    await assert.rejects(changesOf("last week"), { message: /since.*YYYY-MM-DD/ });
    await assert.rejects(run("structureChanges", { dataSpace }), { message: /surveyId/ });
  });

  it("include that a structure comes back, byte for byte, shortly after it was changed", async () => {
    const before = structure;
    for (const [at, it] of [before, { questions: [] }, before, { questions: [] }].entries()) {
      structure = it;
      await changesOf();
      assert.equal((await keptStructures()).length, at + 1);
    }
  });

  it("are shown as a comparison of codebooks and as a read-only list", async () => {
    await changesOf();
    edit();
    await run("showStructureChanges", survey);
    const tabs = vscode.window.tabGroups.all.flatMap((it) => it.tabs);
    const diff = tabs.map((it) => it.input).find((it) => it instanceof vscode.TabInputTextDiff);
    assert.ok(diff);
    const texts = await Promise.all(
      [diff.original, diff.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.match(texts[0] ?? "", /\| 2 \| Bad \|/);
    assert.match(texts[1] ?? "", /\| 5 \| Bad \|/);
    const list = await eventually("the list", async () => vscode.window.activeTextEditor?.document);
    assert.equal(list.languageId, "markdown");
    assert.match(
      list.getText(),
      /# Structure changes of Prices\n\n- Older: Drifting · v3 · .*\n- Newer: .*\n\n2 changes\n\n## Questions: 1\n\n- Question Q2 added: Why\?\n\n## Options: 1\n\n- Option 5 of Q1 recoded from 2: Bad\n/,
    );
    assert.equal(vscode.workspace.fs.isWritableFileSystem(list.uri.scheme), undefined);
  });

  it("count as viewed if earlier structures are compared, but not if another survey or version is", async () => {
    await changesOf();
    const [file] = await keptStructures();
    assert.ok(file);
    const id = basename(file);
    const space = basename(dirname(dirname(file)));
    const looked: string[] = [];
    const parts = {
      dataSpaces: {
        client: async () => ({
          ...{ dataSpace, version: "v3", baseUrl: server.baseUrl, spaceMark: async () => "mark" },
          getSurvey: async () => ({ surveyId: "S1", label: "Prices" }),
        }),
      },
      structures: {
        list: async () => [{ id, apiVersion: "v3", hash: "", firstSeen: 0, lastSeen: 0 }],
        look: async ({ surveyId }: { readonly surveyId: string }) => void looked.push(surveyId),
      },
    } as unknown as ComparingParts;
    const newest = { dataSpace, space: await spaceOfMark(), surveyId: "S1", id, apiVersion: "v3" };
    const title = "Older";
    const { run: show } = showStructureChangesCommand(parts);
    await show({ ...survey, older: { ...newest, surveyId: "S2", title } }, true);
    await show({ ...survey, older: { ...newest, apiVersion: "v2", title } }, true);
    await show({ ...survey, older: { ...newest, space, title } }, true);
    assert.deepEqual(looked, []);
    await show({ ...survey, older: { ...newest, title } }, true);
    assert.deepEqual(looked, ["S1"]);

    async function spaceOfMark(): Promise<string> {
      const client = await parts.dataSpaces.client(dataSpace);
      return (await copySpaceOf(client)).space;
    }
  });

  it("are in the document of similar questions when that is shown again", async () => {
    const clicked = surveySelection({ ...survey, label: "Prices" }, { question: "Q1" });
    const shown = async (): Promise<string[]> => {
      await vscode.commands.executeCommand("surveyExplorer.showSimilarQuestions", clicked);
      return vscode.workspace.textDocuments
        .filter((it) => it.uri.authority === similarAuthority)
        .map((it) => it.getText().split("\n")[0] ?? "");
    };
    assert.deepEqual(await shown(), ["# Q1 How do you like the price?"]);
    structure = { questions: [{ ...price, label: "How high is the price?" }] };
    assert.ok((await shown()).includes("# Q1 How high is the price?"));
  });

  it("cause warnings in exports that may span them or that continue an earlier export", async () => {
    const exported = (name: string, more: object = {}) =>
      run<{ warnings: string[] }>("exportResponses", {
        ...{ ...survey, file: join(folder, name), format: "csv", ...more },
      });
    const manifest = join(folder, "first.csv.manifest.json");
    assert.deepEqual((await exported("first.csv")).warnings, []);
    edit();
    const { warnings } = await exported("second.csv", { since: manifest });
    assert.match(warnings.join("\n"), /changed since the export that this one continues/);
    const spanning = (await exported("third.csv")).warnings.join("\n");
    assert.match(spanning, /changed 1 time between .* perhaps while these responses/);
    const [first, third] = await Promise.all(
      ["first.csv", "third.csv"].map(async (it) => {
        const text = await readFile(join(folder, `${it}.manifest.json`), "utf8");
        return (JSON.parse(text) as { structureHash: string }).structureHash;
      }),
    );
    assert.match(first ?? "", /^[0-9a-f]{64}$/);
    assert.notEqual(first, third);
  });

  it("are computed from the readable structures if a stored one is damaged", async () => {
    await changesOf();
    const [first] = await keptStructures();
    assert.ok(first);
    edit();
    await changesOf();
    await writeFile(first, "damaged");
    assert.deepEqual(await changesOf(), []);
    structure = { ...structure, questions: [price] };
    assert.equal((await changesOf()).length, 2);
  });

  for (const mistake of [{ version: "v33" }, { name: "Drif" }]) {
    const [name] = Object.keys(mistake);
    it(`stay when a mistake is made in the ${name} of their data space in the settings`, async () => {
      await changesOf();
      const refused = () => assert.rejects(changesOf(), { code: "unknown-data-space" });
      await withMistake(dataSpace, refused, mistake);
      edit();
      assert.equal((await changesOf()).length, 2);
    });
  }

  it("are deleted with their data space", async () => {
    await changesOf();
    await run("removeDataSpace", { dataSpace });
    await eventually("no stored structures", async () =>
      (await keptStructures()).length === 0 ? true : undefined,
    );
    const credentials = { spaceId: "drift-space", apiKey: "drift-key" };
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });
});
