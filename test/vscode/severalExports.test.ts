import { strict as assert } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { activated, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

interface Exported {
  readonly directory: string;
  readonly exports: readonly { readonly surveyId: string; readonly file: string }[];
  readonly failed: readonly { readonly surveyId: string; readonly message: string }[];
}

describe("Exporting several surveys", () => {
  let dataSpace: string;
  let surveys: { readonly dataSpace: string; readonly surveyId: string }[];
  const folder = folderOfSuite();

  before(async () => {
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
    const client = await (await activated()).client(dataSpace);
    const { items } = await client.surveyPage();
    surveys = items.slice(0, 2).map(({ surveyId }) => ({ dataSpace, surveyId }));
    assert.equal(surveys.length, 2);
  });

  after(async () => {
    await run("clearExports");
    await run("stopLocalDataSpace");
  });

  it("writes one file per survey under a unique name, with a manifest and a codebook", async () => {
    // The same survey twice, for two files of the same title.
    const asked = [...surveys, ...surveys.slice(0, 1)];
    const result = await run<Exported>("exportSurveys", {
      surveys: asked,
      directory: folder,
      format: "csv",
      labelRow: true,
      codebook: "json",
    });
    assert.deepEqual(result.failed, []);
    assert.deepEqual(
      result.exports.map((it) => it.surveyId),
      asked.map((it) => it.surveyId),
    );
    assert.equal(new Set(result.exports.map((it) => it.file)).size, 3);
    const names = await readdir(folder);
    for (const { file } of result.exports) {
      const stem = basename(file, ".csv");
      assert.ok(names.includes(`${stem}.csv.manifest.json`), file);
      assert.ok(names.includes(`${stem}.codebook.json`), file);
    }
    const [first, , again] = result.exports;
    assert.match(again?.file ?? "", / 2\.csv$/);
    assert.deepEqual(await readFile(first?.file ?? ""), await readFile(again?.file ?? ""));
  });

  it("continues after a failed survey and reports it", async () => {
    const directory = join(folder, "some");
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(directory));
    const [first, second] = surveys;
    const gone = { dataSpace, surveyId: "no-such-survey" };
    const result = await run<Exported>("exportSurveys", {
      surveys: [first, gone, second],
      directory,
      format: "ndjson",
    });
    assert.deepEqual(
      result.exports.map((it) => it.surveyId),
      surveys.map((it) => it.surveyId),
    );
    assert.deepEqual(
      result.failed.map((it) => it.surveyId),
      ["no-such-survey"],
    );
    assert.notEqual(result.failed[0]?.message, "");
  });

  it("overwrites a file only with `overwrite`, and rejects if every survey fails", async () => {
    const directory = join(folder, "kept");
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(directory));
    const argument = { surveys: surveys.slice(0, 1), directory, format: "json" };
    const { exports } = await run<Exported>("exportSurveys", argument);
    const file = exports[0]?.file ?? "";
    await writeFile(file, "kept");
    await assert.rejects(async () => run("exportSurveys", argument), /exists already/);
    assert.equal(await readFile(file, "utf8"), "kept");
    await run("exportSurveys", { ...argument, overwrite: true });
    assert.notEqual(await readFile(file, "utf8"), "kept");
  });

  it("copies a snippet that loads the file in each language", async () => {
    const file = join(folder, "loaded.csv");
    await run("exportResponses", { ...surveys[0], file, format: "csv", cells: "both" });
    for (const command of ["copyAsPython", "copyAsR", "copyAsSql"]) {
      const snippet = await run<string>(command, { file });
      assert.ok(snippet.includes("loaded.csv"), command);
      assert.equal(await vscode.env.clipboard.readText(), snippet);
    }
    const none = join(folder, "none.csv");
    await assert.rejects(async () => run("copyAsR", { file: none }), /There is no manifest/);
  });
});
