import { strict as assert } from "node:assert";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import * as vscode from "vscode";
import { copyFile } from "../../src/copy/copyFolders.ts";
import type { CopySpace } from "../../src/copy/copySpace.ts";
import type { DataSpace, DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { ResponseTables } from "../../src/vscode/responses/responseTables.ts";
import { TableSpaces } from "../../src/vscode/responses/tableSpaces.ts";
import { memento } from "../support/memento.ts";
import { folderOfEachTest } from "../support/folders.ts";

const extensionId = "survey-explorer.survey-explorer";

describe("Copies of data spaces", () => {
  const folder = folderOfEachTest();

  /** Returns the tables of a window with these data spaces, which has copies of the spaces in `kept`. */
  async function tablesOf(dataSpaces: Partial<DataSpaces>, kept: readonly CopySpace[]) {
    const state = memento({ tableSpaces: kept });
    const files = kept.map(({ space }) =>
      copyFile(folder, { space, version: "v3", surveyId: "s" }),
    );
    for (const file of files) {
      await mkdir(join(file, ".."), { recursive: true });
      await writeFile(file, "");
    }
    const log = vscode.window.createOutputChannel("What is kept", { log: true });
    const changed = new vscode.EventEmitter<void>();
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    const tables = new ResponseTables({
      program: join(extension.extensionPath, "dist", "tables.js"),
      folder,
      state,
      dataSpaces: { onDidChange: changed.event, ...dataSpaces } as unknown as DataSpaces,
      spared: () => [],
      log,
    });
    return {
      tables,
      changed,
      isThere: () => files.map((it) => existsSync(it)),
      listed: () => new TableSpaces(state).list().map((it) => it.dataSpace),
      [Symbol.dispose]: () => {
        tables.dispose();
        log.dispose();
      },
    };
  }

  const listed =
    (...spaces: readonly DataSpace[]) =>
    () => [...spaces];
  const space = (letter: string) => letter.repeat(32);

  it("remain while another window serves the local data space", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    using window = await tablesOf(
      {
        list: listed({ name: "Sample", version: "v3", local: true }),
        reachableOrigin: async () => undefined,
      },
      [{ dataSpace: "Sample", origin, space: space("a") }],
    );
    await window.tables.tidy();
    assert.deepEqual(window.isThere(), [true]);
    server.close();
    await once(server, "close");
    await window.tables.tidy();
    assert.deepEqual(window.isThere(), [false]);
    assert.deepEqual(window.listed(), []);
  });

  it("are deleted with a removed data space even if another one cannot be checked", async () => {
    const baseUrl = "https://survey.example";
    using window = await tablesOf(
      {
        list: listed({ name: "Broken", version: "v3", local: false, baseUrl }),
        reachableOrigin: async (name) => (name === "Broken" ? baseUrl : undefined),
        isKnown: (name) => name === "Broken",
        client: () => Promise.reject(new Error("The certificate cannot be read.")),
      },
      [
        { dataSpace: "Broken", origin: baseUrl, space: space("a") },
        { dataSpace: "Gone", origin: baseUrl, space: space("b") },
      ],
    );
    await window.tables.tidy();
    assert.deepEqual(window.isThere(), [true, false]);
    assert.deepEqual(window.listed(), ["Broken"]);
  });

  it("stay while a name is typed in the settings, and are deleted at the next start or by a command", async () => {
    const baseUrl = "https://survey.example";
    let spaces: DataSpace[] = [{ name: "Work", version: "v3", local: false, baseUrl }];
    using window = await tablesOf(
      {
        list: () => spaces,
        reachableOrigin: async () => undefined,
        isKnown: (name) => spaces.some((it) => it.name === name),
      },
      [{ dataSpace: "Work", origin: baseUrl, space: space("a") }],
    );
    await window.tables.tidy();
    spaces = [{ name: "Wor", version: "v3", local: false, baseUrl }];
    window.changed.fire();
    await window.tables.tidy("keepGone");
    assert.deepEqual([window.isThere(), window.listed()], [[true], ["Work"]]);
    await window.tables.tidy();
    assert.deepEqual([window.isThere(), window.listed()], [[false], []]);
  });
});
