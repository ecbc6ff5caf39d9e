import { strict as assert } from "node:assert";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import * as vscode from "vscode";
import { copyFile } from "../../src/copy/copyFolders.ts";
import type { CopySpace } from "../../src/copy/copySpace.ts";
import type { CredentialStore } from "../../src/vscode/connection/credentials.ts";
import {
  signOutCommand,
  type DataSpaceParts,
} from "../../src/vscode/dataSpaces/dataSpaceCommands.ts";
import type { DataSpace, DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { ResponseTables } from "../../src/vscode/responses/responseTables.ts";
import { TableSpaces } from "../../src/vscode/responses/tableSpaces.ts";
import { memento } from "../support/memento.ts";
import { folderOfEachTest } from "../support/folders.ts";

const extensionId = "survey-explorer.survey-explorer";

describe("Copies of data spaces", () => {
  const folder = folderOfEachTest();

  /** Returns the tables of a window with these data spaces, which has copies of the spaces in `kept`. */
  async function tablesOf(
    dataSpaces: Partial<DataSpaces>,
    kept: readonly (CopySpace & { readonly goneAt?: number })[],
  ) {
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
      dataSpaces: {
        onDidChange: changed.event,
        isKnown: (name: string) => dataSpaces.list?.().some((it) => it.name === name) ?? false,
        ...dataSpaces,
      } as unknown as DataSpaces,
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

  it("are deleted with a moved data space even if another one cannot be checked", async () => {
    const baseUrl = "https://survey.example";
    const remote = { version: "v3", local: false } as const;
    using window = await tablesOf(
      {
        list: listed(
          { ...remote, name: "Broken", baseUrl },
          { ...remote, name: "Moved", baseUrl: "https://other.example" },
        ),
        reachableOrigin: async (name) => (name === "Broken" ? baseUrl : undefined),
        client: () => Promise.reject(new Error("The certificate cannot be read.")),
      },
      [
        { dataSpace: "Broken", origin: baseUrl, space: space("a") },
        { dataSpace: "Moved", origin: baseUrl, space: space("b") },
      ],
    );
    await window.tables.tidy();
    assert.deepEqual(window.isThere(), [true, false]);
    assert.deepEqual(window.listed(), ["Broken"]);
  });

  it("are deleted when a person signs out in a window that has not used the data space", async () => {
    const setting = { name: "Acme", version: "v3", baseUrl: "https://survey.example" } as const;
    const dataSpaces: Partial<DataSpaces> = {
      list: listed({ ...setting, local: false }),
      setting: () => setting,
      reachableOrigin: async () => undefined,
    };
    const origin = setting.baseUrl;
    const kept = [{ dataSpace: "Acme", origin, space: space("a") }];
    using window = await tablesOf(dataSpaces, kept);
    const credentials: Partial<CredentialStore> = { delete: async () => undefined };
    const parts = { dataSpaces, credentials, tables: window.tables };
    const signOut = signOutCommand(parts as unknown as DataSpaceParts);
    await window.tables.tidy();
    assert.deepEqual(window.isThere(), [true], "VS Code may have lost the key");
    await signOut.run({ dataSpace: "Acme" }, true);
    assert.deepEqual(window.isThere(), [false]);
    assert.deepEqual(window.listed(), []);
  });

  it("stay while a name is typed in the settings, and are deleted with the data space", async () => {
    const baseUrl = "https://survey.example";
    let spaces: DataSpace[] = [{ name: "Work", version: "v3", local: false, baseUrl }];
    using window = await tablesOf({ list: () => spaces, reachableOrigin: async () => undefined }, [
      { dataSpace: "Work", origin: baseUrl, space: space("a") },
    ]);
    await window.tables.tidy();
    spaces = [{ name: "Wor", version: "v3", local: false, baseUrl }];
    window.changed.fire();
    await window.tables.tidy();
    assert.deepEqual([window.isThere(), window.listed()], [[true], ["Work"]]);
    await window.tables.clear("Work");
    assert.deepEqual([window.isThere(), window.listed()], [[false], []]);
  });

  it("are deleted at the start of a window when the settings have lacked the data space for 30 days", async () => {
    const kept = (dataSpace: string, letter: string, days: number) => ({
      ...{ dataSpace, origin: "https://survey.example", space: space(letter) },
      goneAt: Date.now() - days * 24 * 3600 * 1000,
    });
    using window = await tablesOf({ list: listed(), reachableOrigin: async () => undefined }, [
      kept("Mistyped", "a", 29),
      kept("Old", "b", 31),
    ]);
    await window.tables.tidy();
    assert.deepEqual([window.isThere(), window.listed()], [[true, false], ["Mistyped"]]);
  });
});
