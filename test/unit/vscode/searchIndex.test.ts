import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type * as vscode from "vscode";
import { inEnglish } from "../../../src/model/localizable.ts";
import type { DataSpaces } from "../../../src/vscode/dataSpaces/dataSpaces.ts";
import { SearchIndex } from "../../../src/vscode/find/searchIndex.ts";
import { folderOfSuite } from "../../support/folders.ts";

describe("search index of the window", () => {
  const folder = folderOfSuite();

  it("lists each survey that was not read once per data space, also if two are the same", async () => {
    const index = new SearchIndex({
      program: fileURLToPath(new URL("../../../src/surveyIndex/worker.ts", import.meta.url)),
      folder,
      dataSpaces: {} as unknown as DataSpaces,
      tables: { onClear: () => undefined, spaceOf: async () => "space" },
      log: {} as vscode.LogOutputChannel,
    });
    await index.client.list("space v3", [{ surveyId: "S1", label: "Prices" }], 1, 0);
    const unread = await index.unread(
      ["Acme", "Also Acme", "Other"].map((dataSpace) => ({
        dataSpace,
        space: dataSpace === "Other" ? "other v3" : "space v3",
      })),
    );
    await index.client.dispose();
    assert.deepEqual(
      unread.map((it) => [it.dataSpace, it.surveyId, inEnglish(it.reason)]),
      [
        ["Acme", "S1", "not loaded yet"],
        ["Also Acme", "S1", "not loaded yet"],
      ],
    );
  });
});
