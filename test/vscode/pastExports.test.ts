import { strict as assert } from "node:assert";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { PastExports, type BegunExport } from "../../src/vscode/exports/pastExports.ts";
import { pastExportsKey } from "../../src/vscode/exports/pastExportsKey.ts";
import { folderOfEachTest } from "../support/folders.ts";
import { memento } from "../support/memento.ts";

describe("List of exports of several windows", () => {
  const folder = folderOfEachTest();

  it("keeps an export of another window as it is if one to the same file fails", async () => {
    const file = join(folder, "prices.csv");
    const { partial } = targetFiles(file);
    await mkdir(partial);
    await writeFile(join(partial, "responses.db"), "");
    const begun: BegunExport = {
      ...{ dataSpace: "Acme", surveyId: "S1", label: "Prices", kind: "responses", format: "csv" },
      ...{ file, query: {}, startedAt: 1 },
    };
    // The parent is a process that runs, as another window's is.
    const others = { ...begun, pid: process.ppid, reached: 500 };
    const past = new PastExports(memento({ [pastExportsKey]: [others] }));
    assert.equal(await past.stateOf(others), "running");
    const failing = past.track(
      { ...begun, startedAt: 2, query: { collectGroupId: "G1" } },
      () => Promise.reject(new Error("Cancelled")),
      async () => ({}),
    );
    await assert.rejects(failing, /Cancelled/);
    const [listed] = past.list();
    assert.ok(listed);
    assert.deepEqual([listed, await past.stateOf(listed)], [others, "running"]);
    await past.track(
      { ...begun, startedAt: 3 },
      async () => undefined,
      async () => ({ label: "Done" }),
    );
    assert.deepEqual(past.list(), [{ ...begun, startedAt: 3, label: "Done" }]);
    past.dispose();
  });
});
