import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { exportFormats, type ExportFormat, optionsOf } from "../../src/formats/kinds/formats.ts";
import type { RecipeResult } from "../../src/recipe/runRecipe.ts";
import { startLiveServer } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

describe("Recipes", () => {
  let dataSpace: string;
  let survey: string;
  /** A folder within the one that the window has open. */
  let folder: string;
  const outside = folderOfSuite();

  before(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, "recipes");
    await mkdir(folder);
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
    const client = await (await activated()).client(dataSpace);
    const [first] = (await client.surveyPage()).items;
    assert.ok(first);
    survey = first.surveyId;
    await run("clearExports", {});
  });

  afterEach(closeAllEditors);

  after(async () => {
    await run("clearExports", {});
    await run("stopLocalDataSpace");
    await rm(folder, { recursive: true, force: true });
  });

  async function write(name: string, steps: readonly object[]): Promise<string> {
    const file = join(folder, `${name}.survey-recipe.json`);
    await writeFile(file, `${JSON.stringify({ version: 1, steps }, undefined, 2)}\n`);
    return file;
  }

  const structure = (file: string, more: object = {}) => ({
    kind: "structure",
    dataSpace,
    survey,
    file,
    ...more,
  });

  const exporting = (file: string, format: ExportFormat) => ({
    kind: "export",
    dataSpace,
    survey,
    file,
    format,
    ...(optionsOf(format).length > 0 ? { layout: "wide" } : {}),
    ...(optionsOf(format).includes("cells") ? { cells: "codes" } : {}),
  });

  const hash = async (file: string): Promise<string> =>
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex");

  const problems = (file: string): readonly vscode.Diagnostic[] =>
    vscode.languages
      .getDiagnostics(vscode.Uri.file(file))
      .filter((it) => it.source === "Survey Explorer");

  /** Runs a task as if a person had picked it. @returns its exit code */
  async function runTask(task: vscode.Task): Promise<number | undefined> {
    const ended = new Promise<number | undefined>((resolve) => {
      const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name === task.name) {
          listening.dispose();
          resolve(exitCode);
        }
      });
    });
    await vscode.tasks.executeTask(task);
    return ended;
  }

  async function taskOf(name: string): Promise<vscode.Task> {
    return eventually("the task", async () => {
      const tasks = await vscode.tasks.fetchTasks({ type: "surveyExplorer" });
      return tasks.find((it) => it.definition["recipe"] === `recipes/${name}.survey-recipe.json`);
    });
  }

  it("write the same files by command and by task as single exports, in every format", async () => {
    const byCommand = await write(
      "command",
      exportFormats.map((it) => exporting(`command/a.${it}`, it)),
    );
    await write(
      "task",
      exportFormats.map((it) => exporting(`task/a.${it}`, it)),
    );
    await Promise.all(["command", "task"].map((it) => mkdir(join(folder, it))));
    const ran = await run<RecipeResult>("runRecipe", { file: byCommand });
    assert.deepEqual(
      ran.steps.map((it) => it.error),
      exportFormats.map(() => undefined),
    );
    assert.equal(await runTask(await taskOf("task")), 0);
    for (const format of exportFormats) {
      const file = join(outside, `a.${format}`);
      const { survey: surveyId, kind: _kind, ...asked } = exporting(file, format);
      await run("exportResponses", { ...asked, surveyId });
      const expected = await hash(file);
      assert.equal(await hash(join(folder, `command/a.${format}`)), expected, format);
      assert.equal(await hash(join(folder, `task/a.${format}`)), expected, format);
    }
  });

  it("add their exports to the list", async () => {
    const file = await write("listed", [{ ...exporting("listed.csv", "csv"), verify: true }]);
    const { steps } = await run<RecipeResult>("runRecipe", { file });
    assert.equal(steps[0]?.ok, true);
    const compared = await run<{ ok: boolean }>("verifyExport", {
      dataSpace,
      file: join(folder, "listed.csv"),
    });
    assert.equal(compared.ok, true);
    // Only exports of the list can be continued. This one is in the list, and complete.
    await assert.rejects(
      run("continueExport", { file: join(folder, "listed.csv") }),
      /is complete/,
    );
  });

  it("run a single step, continue after a failed one and mark it as a problem at its line", async () => {
    const file = await write("failing", [
      structure("one.json", { survey: "none" }),
      structure("two.json"),
    ]);
    const both = await run<RecipeResult>("runRecipe", { file });
    assert.deepEqual(
      both.steps.map((it) => it.ok),
      [false, true],
    );
    const [found, ...others] = problems(file);
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.equal(found.range.start.line, 4);
    assert.match(found.message, /none/);
    await assert.rejects(stat(join(folder, "one.json")));
    // The step that is not run again keeps its problem.
    const alone = await run<RecipeResult>("runRecipe", { file, step: 2 });
    assert.equal(alone.steps.length, 1);
    assert.equal(alone.steps[0]?.ok, false);
    assert.match(alone.steps[0].error?.message ?? "", /exists/);
    assert.equal(problems(file).length, 2);
    await assert.rejects(run("runRecipe", { file, step: 3 }), /no step 3/);
    await write("failing", [structure("three.json"), structure("four.json")]);
    await eventually("no problem after the steps have changed", async () => {
      const again = await run<RecipeResult>("runRecipe", { file }).catch(() => undefined);
      return again !== undefined && problems(file).length === 0;
    });
  });

  it("have no problems in the Problems view once their file is deleted or renamed", async () => {
    const failing = async (name: string): Promise<string> => {
      const file = await write(name, [structure("one.json", { survey: "none" })]);
      await run("runRecipe", { file });
      assert.equal(problems(file).length, 1);
      return file;
    };
    const none = (file: string) =>
      eventually("no problem", async () => problems(file).length === 0);
    const watcher = vscode.workspace.createFileSystemWatcher("**/outside.survey-recipe.json");
    const seen = new Promise((resolve) => watcher.onDidCreate(resolve));
    const outside = await failing("outside");
    // Of a file that is deleted before VS Code has seen it, there is no event.
    await seen;
    watcher.dispose();
    await rm(outside);
    await none(outside);
    const renamed = await failing("renamed");
    await mkdir(join(folder, "inner"));
    const inner = await failing("inner/deleted");
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(vscode.Uri.file(renamed), vscode.Uri.file(`${renamed}.txt`));
    edit.deleteFile(vscode.Uri.file(join(folder, "inner")), { recursive: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await none(renamed);
    await none(inner);
  });

  it("run as a task that fails if a step fails", async () => {
    const name = "task fails";
    const file = await write(name, [structure("t.json", { survey: "none" })]);
    assert.equal(await runTask(await taskOf(name)), 1);
    assert.equal(problems(file).length, 1);
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const definition = { type: "surveyExplorer", recipe: "recipes/task fails.survey-recipe.json" };
    const offered = await taskOf(name);
    assert.deepEqual({ ...offered.definition }, definition);
  });

  it("run no further step after their task is cancelled", async () => {
    let isAsked = false;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const finishedAt = "2025-03-27T10:00:00";
    await using server = await startLiveServer({
      version: "v3",
      items: [{ finishedAt, order: 1, json: `{"responseId":"r1","finishedAt":"${finishedAt}"}` }],
      disturb: async ({ pathname }) => {
        if (pathname.endsWith("/responses")) {
          isAsked = true;
          await held;
        }
        return false;
      },
    });
    const credentials = { spaceId: "space", apiKey: "key-that-is-held" };
    await addDataSpace({ name: "Held", version: "v3", ...credentials }, server, outside);
    const first = { ...exporting("held.ndjson", "ndjson"), dataSpace: "Held", survey: "S1" };
    const file = await write("cancelled", [first, structure("after.json")]);
    const running = await vscode.tasks.executeTask(await taskOf("cancelled"));
    await eventually("the request for the first page", async () => isAsked);
    const ended = new Promise<void>((resolve) => {
      const listening = vscode.tasks.onDidEndTask(({ execution }) => {
        if (execution.task.name === running.task.name) {
          listening.dispose();
          resolve();
        }
      });
    });
    running.terminate();
    await ended;
    release();
    // Cancelling is no failure, and the file of the next step is not written yet.
    const { steps } = await run<RecipeResult>("runRecipe", { file, step: 2 });
    assert.deepEqual(
      steps.map((it) => it.error),
      [undefined],
    );
    assert.deepEqual(problems(file), []);
    await assert.rejects(stat(join(folder, "held.ndjson")));
    await run("removeDataSpace", { dataSpace: "Held" });
  });

  it("are rejected without writing anything if a field is invalid", async () => {
    const file = await write("wrong", [
      structure("w.json"),
      { ...exporting("w.ndjson", "ndjson"), layout: "long" },
      structure("key.json", { apiKey: "k" }),
    ]);
    await assert.rejects(
      run("runRecipe", { file }),
      /\/steps\/2\/apiKey.*\/steps\/1\/layout|\/steps\/1\/layout.*\/steps\/2\/apiKey/s,
    );
    await assert.rejects(stat(join(folder, "w.json")));
    assert.deepEqual(
      problems(file)
        .map((it) => it.range.start.line)
        .toSorted((a, b) => a - b),
      [15, 22],
    );
    assert.equal(await runTask(await taskOf("wrong")), 1);
    await assert.rejects(
      run("runRecipe", { file: join(folder, "no.survey-recipe.json") }),
      /no\.survey/,
    );
    await assert.rejects(run("runRecipe", { file: "relative" }), /absolute/);
  });

  it("are rejected if they contain a key or the password of a proxy", async () => {
    const [apiKey, password] = ["key-of-proxied", "pr0xy-secret"];
    const proxied = { name: "Proxied", baseUrl: "https://localhost:9", version: "v3" };
    const proxy = "http://localhost:9";
    await run("addDataSpace", { ...proxied, proxy, spaceId: "space", apiKey });
    try {
      await run("signInToProxy", { dataSpace: proxied.name, user: "agent", password });
      for (const secret of [apiKey, password]) {
        const file = await write("secret", [structure(`with-${secret}.json`)]);
        await assert.rejects(run("runRecipe", { file }), /looks like a key/);
        await assert.rejects(stat(join(folder, `with-${secret}.json`)));
      }
    } finally {
      await run("removeDataSpace", { dataSpace: proxied.name });
    }
  });

  it("are checked while typing for problems that the schema cannot express", async () => {
    const file = await write("typed", [
      { ...structure("a.json"), dataSpace: "Nowhere" },
      structure("b.json"),
      structure("{name}.json"),
    ]);
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    const at = () => problems(file).map((it) => document.getText(it.range));
    await eventually(
      "the first problems",
      async () => at().toSorted().join() === `"dataSpace": "Nowhere","file": "{name}.json"`,
    );
    const severities = problems(file).map((it) => it.severity);
    assert.ok(severities.includes(vscode.DiagnosticSeverity.Warning));
    // A file name that occurs twice, in text that is not saved.
    const place = document.getText().indexOf("b.json");
    await editor.edit((it) =>
      it.replace(
        new vscode.Range(document.positionAt(place), document.positionAt(place + 6)),
        "a.json",
      ),
    );
    await eventually("the duplicate file name", async () => at().includes(`"file": "a.json"`));
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await eventually("the problems of the saved text", async () => at().length === 2);
  });

  for (const language of ["json", "jsonc"]) {
    it(`are validated by VS Code against the schema without duplicate problems, as ${language}`, async () => {
      const name = `schema ${language}`;
      const file = await write(name, [
        { ...structure("a.json"), dataSpace: "Nowhere", colour: 1, kind: "structure" },
      ]);
      const uri = vscode.Uri.file(file);
      const files = vscode.workspace.getConfiguration("files");
      const associations = { [`${name}.survey-recipe.json`]: language };
      await files.update("associations", associations, vscode.ConfigurationTarget.Global);
      try {
        const { document } = await vscode.window.showTextDocument(uri);
        await eventually("the language", async () => document.languageId === language);
        await eventually("the problem of VS Code", async () =>
          vscode.languages.getDiagnostics(uri).some((it) => it.message.includes("colour")),
        );
        const [found, ...others] = await eventually(
          "a problem that the schema cannot express",
          async () => {
            const all = problems(file);
            return all.length > 0 ? all : undefined;
          },
        );
        assert.match(found?.message ?? "", /Nowhere/);
        assert.deepEqual(others, []);
      } finally {
        await files.update("associations", undefined, vscode.ConfigurationTarget.Global);
      }
    });
  }

  it("run from a code lens above the recipe and above each step", async () => {
    const file = await write("lenses", [structure("a.json"), structure("b.json")]);
    const uri = vscode.Uri.file(file);
    await vscode.window.showTextDocument(uri);
    const lenses = await eventually("the lenses", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        uri,
      );
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(
      lenses.map((it) => [it.range.start.line, it.command?.title]),
      [
        [0, "$(run-all) Run Recipe"],
        [3, "$(play) Run Step"],
        [9, "$(play) Run Step"],
      ],
    );
    const [, , second] = lenses;
    assert.ok(second?.command);
    const given: unknown[] = second.command.arguments ?? [];
    await vscode.commands.executeCommand(second.command.command, ...given);
    assert.ok(await stat(join(folder, "b.json")));
    await assert.rejects(stat(join(folder, "a.json")));
  });

  it("take further steps from saveAsRecipe, which creates a missing file and can be undone", async () => {
    const file = join(folder, "saved.survey-recipe.json");
    const first = await run("saveAsRecipe", { file, step: structure("s1.json") });
    assert.deepEqual(first, { file, step: 1 });
    const before = await readFile(file, "utf8");
    const second = await run("saveAsRecipe", { file, step: exporting("s2.csv", "csv") });
    assert.deepEqual(second, { file, step: 2 });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, file);
    const line = editor.document.lineAt(editor.selection.active.line).text;
    assert.match(line, /^ {4}\{$/);
    assert.equal(await readFile(file, "utf8"), editor.document.getText());
    const { steps } = JSON.parse(editor.document.getText()) as { steps: unknown[] };
    assert.deepEqual(steps, [structure("s1.json"), exporting("s2.csv", "csv")]);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await assert.rejects(
      run("saveAsRecipe", { file, step: { ...structure("x"), apiKey: "k" } }),
      /apiKey/,
    );
  });
});
