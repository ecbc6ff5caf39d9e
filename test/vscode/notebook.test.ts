import { strict as assert } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import type { Question } from "../../src/model/survey.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

interface File {
  readonly file: string;
}

describe("Opening an export as a notebook", () => {
  const folder = folderOfSuite();
  let exported: string;

  before(async () => {
    exported = join(folder, "it's a survey.csv");
    const { name: dataSpace } = await run<{ name: string }>("startLocalDataSpace");
    const client = await (await activated()).client(dataSpace);
    const { items } = await client.surveyPage();
    const surveys = await Promise.all(items.map((it) => client.getSurvey(it.surveyId)));
    const isClosed = (it: Question) => it.type === "SingleChoice" && it.options.length > 0;
    const survey = surveys.find((it) => it.questions.filter(isClosed).length > 1);
    assert.ok(survey);
    const { surveyId } = survey;
    await run("exportResponses", { dataSpace, surveyId, file: exported, format: "csv" });
  });

  afterEach(closeAllEditors);

  after(async () => {
    await run("clearExports");
    await run("stopLocalDataSpace");
  });

  it("writes a Jupyter notebook beside the export and shows it", async () => {
    const { file } = await run<File>("openAsNotebook", { file: exported });
    assert.equal(file, join(folder, "it's a survey.ipynb"));
    await eventually("the editor of the notebook", () =>
      Promise.resolve(vscode.window.activeNotebookEditor?.notebook.uri.fsPath === file),
    );
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    assert.equal(notebook?.notebookType, "jupyter-notebook");
    const cells = notebook.getCells();
    const code = cells.filter((it) => it.kind === vscode.NotebookCellKind.Code);
    assert.ok(code.every((it) => it.document.languageId === "python"));
    const text = code.map((it) => it.document.getText()).join("\n");
    assert.ok(text.includes(`file = "./it's a survey.csv"`), text);
    assert.match(text, /frequencies_of\(closed\[0\]\)/);
    assert.match(text, /cross_table_of\(closed\[0\], closed\[1\]\)/);
    assert.equal(notebook.isDirty, false);
  });

  it("writes a Quarto document in each language and opens it as text", async () => {
    for (const language of ["python", "r"]) {
      const { file } = await run<File>("openAsNotebook", {
        file: exported,
        language,
        format: "qmd",
      });
      assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file);
      assert.ok((await readFile(file, "utf8")).includes(`\n\`\`\`{${language}}\n`));
    }
  });

  it("overwrites a file only with `overwrite`", async () => {
    const before = new Map<string, string>();
    for (const it of await readdir(folder)) {
      before.set(it, await readFile(join(folder, it), "utf8"));
    }
    const { file } = await run<File>("openAsNotebook", { file: vscode.Uri.file(exported) });
    assert.match(basename(file), / \d+\.ipynb$/);
    assert.ok(!before.has(basename(file)));
    const chosen = join(folder, "chosen.qmd");
    await writeFile(chosen, "kept");
    const argument = { file: exported, notebook: chosen, language: "r" };
    await assert.rejects(async () => run("openAsNotebook", argument), /exists already/);
    assert.equal(await readFile(chosen, "utf8"), "kept");
    assert.deepEqual(await run("openAsNotebook", { ...argument, overwrite: true }), {
      file: chosen,
    });
    assert.match(await readFile(chosen, "utf8"), /^---\n/);
    for (const [name, text] of before) {
      assert.equal(await readFile(join(folder, name), "utf8"), text, name);
    }
  });

  it("refers to the export by a path relative to the notebook", async () => {
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(join(folder, "notes")));
    const notebook = join(folder, "notes", "first.ipynb");
    await run("openAsNotebook", { file: exported, notebook });
    assert.match(await readFile(notebook, "utf8"), /file = \\"\.\.\/it's a survey\.csv\\"/);
  });

  it("rejects invalid arguments and files without a manifest", async () => {
    const none = join(folder, "none.csv");
    const rejected: [object, RegExp][] = [
      [{ file: none }, /There is no manifest/],
      [{ file: exported, language: "r", format: "ipynb" }, /must be one of ipynb \(python\)/],
      [{ file: exported, notebook: join(folder, "a.txt") }, /must be one of ipynb \(python\)/],
      [{ file: exported, language: "sql" }, /language/],
      [{ file: "it's a survey.csv" }, /absolute path/],
      [{ file: exported, notebook: join(folder, "none", "a.qmd") }, /the folder does not exist/],
    ];
    const before = await readdir(folder);
    for (const [argument, message] of rejected) {
      await assert.rejects(async () => run("openAsNotebook", argument), message);
    }
    assert.deepEqual(await readdir(folder), before);
  });
});
