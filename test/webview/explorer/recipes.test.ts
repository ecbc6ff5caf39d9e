import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import * as z from "zod";
import { parseJsonText } from "../../../src/model/jsonText.ts";
import { eventually, succeeds, textOnceWritten } from "../support/eventually.ts";
import { host, sampleName } from "../support/host.ts";
import { Workbench, type Theme } from "../support/workbench.ts";

const survey = "Customer satisfaction 2025";
const surveyId = "s0000cs";
const ending = ".survey-recipe.json";
const recipeText = z.object({ steps: z.array(z.record(z.string(), z.unknown())) });
const themes: readonly Theme[] = ["light", "dark"];

describe("Recipes in VS Code", () => {
  let workbench: Workbench;
  /** The folder that the window has open. */
  let folder: string;

  before(async () => {
    ({ folder } = (await host()).server);
    workbench = await Workbench.shared();
  });

  beforeEach(() => workbench.runCommand("View: Close All Editors"));

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
    // Other tests' windows open the same folder, so no files of ours may stay in it.
    const names = await readdir(folder);
    await Promise.all(names.map((it) => rm(join(folder, it), { recursive: true, force: true })));
  });

  const dialog = () => workbench.page.locator(".quick-input-widget");
  const editor = () => workbench.page.locator(".editor-instance").last();
  const lens = (title: string) => editor().locator(".codelens-decoration a", { hasText: title });

  async function item(): Promise<Locator> {
    const tree = await workbench.waitForTree();
    return tree.getByRole("treeitem", { name: new RegExp(survey) });
  }

  async function write(name: string, steps: readonly object[]): Promise<string> {
    const file = join(folder, name + ending);
    await writeFile(file, `${JSON.stringify({ version: 1, steps }, undefined, 2)}\n`);
    return file;
  }

  /** Opens a file of the folder by its name. */
  async function open(name: string): Promise<void> {
    const row = dialog().locator(".monaco-list-row", { hasText: name }).first();
    await eventually(`the file ${name}`, async () => {
      await workbench.page.keyboard.press("Control+P");
      const opens = async (): Promise<true> => {
        await dialog().locator("input[type=text]").fill(name, { timeout: 2000 });
        await row.click({ timeout: 5000 });
        return true;
      };
      return opens().catch(async () => {
        await workbench.page.keyboard.press("Escape");
        return undefined;
      });
    });
    await workbench.page.getByRole("tab", { name: new RegExp(name) }).waitFor();
    await editor().locator(".view-line").first().waitFor();
  }

  async function hash(file: string): Promise<string> {
    // A file is complete when it has its final name.
    const content = await eventually(file, () => readFile(file).catch(() => undefined));
    return createHash("sha256").update(content).digest("hex");
  }

  const structure = (file: string, more: object = {}) => ({
    kind: "structure",
    dataSpace: sampleName,
    survey: surveyId,
    file,
    ...more,
  });

  /** Returns the recipe's steps once there are that many. VS Code creates a file empty before it writes it. */
  async function stepsOf(name: string, count: number): Promise<readonly Record<string, unknown>[]> {
    return eventually(`${count} steps`, async () => {
      const text = await textOnceWritten(join(folder, name + ending));
      const found = recipeText.safeParse(parseJsonText(text)).data?.steps ?? [];
      return found.length >= count ? found : undefined;
    });
  }

  /** Waits until the editor shows the step. */
  const shown = (step: number) =>
    lens("Run Step")
      .nth(step - 1)
      .waitFor();

  it("are saved from the export dialog and write the same bytes when a step is run", async () => {
    const exported = join(folder, "dialog.csv");
    await workbench.chooseFromContextMenu(await item(), "Export Responses…");
    await dialog()
      .locator(".monaco-list-row.focused", { hasText: /Export 1,500 responses/ })
      .waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.answerFile(exported);
    const expected = await hash(exported);
    await workbench.chooseFromContextMenu(await item(), "Export Responses…");
    await dialog()
      .locator(".monaco-list-row", { hasText: /Export 1,500 responses/ })
      .waitFor();
    await workbench.choose("Save as Recipe");
    const recipe = join(folder, `saved${ending}`);
    await workbench.answerFile(recipe);
    await shown(1);
    const [step] = await stepsOf("saved", 1);
    assert.equal(step?.["kind"], "export");
    await lens("Run Step").click();
    assert.equal(await hash(join(folder, String(step["file"]))), expected);
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`recipe-saved-${theme}`);
    }
    await workbench.changeSettings({});
  });

  it("take a codebook as a further step by the button of its format", async () => {
    await write("codebook", [structure("s.json")]);
    await workbench.chooseFromContextMenu(await item(), "Export Codebook…");
    const row = dialog().locator(".monaco-list-row", { hasText: "Markdown" });
    await row.hover();
    await row.getByRole("button", { name: "Save as Recipe" }).click();
    await dialog()
      .locator(".monaco-list-row", { hasText: `codebook${ending}` })
      .click();
    const [, step] = await stepsOf("codebook", 2);
    assert.deepEqual([step?.["kind"], step?.["format"]], ["codebook", "md"]);
    await shown(2);
  });

  it("take the report of a panel as a further step", async () => {
    await write("report", [structure("s.json")]);
    await workbench.chooseFromContextMenu(await item(), "Open Summary");
    const frame = await workbench.webviewFrame("responses", survey);
    await frame.getByRole("button", { name: "Copy and Report" }).click();
    await frame.getByRole("menuitem", { name: "Save Report as Recipe…" }).click();
    await dialog()
      .locator(".monaco-list-row", { hasText: `report${ending}` })
      .click();
    const [, step] = await stepsOf("report", 2);
    assert.deepEqual([step?.["kind"], step?.["base"]], ["report", "answered"]);
    await shown(2);
  });

  it("suggest fields and underline wrong ones while typing", async () => {
    await write("typed", [structure("a.json", { format: "pdf" })]);
    await open(`typed${ending}`);
    await editor().locator(".squiggly-warning").first().waitFor();
    // Behind the last field of the step.
    await workbench.page.keyboard.press("Control+G");
    await dialog().locator("input[type=text]").fill(":9:22");
    await workbench.page.keyboard.press("Enter");
    const suggestions = workbench.page.locator(".suggest-widget .monaco-list-row");
    await eventually("the fields of the step", async () => {
      await workbench.page.keyboard.type(',\n"');
      const found = suggestions.filter({ hasText: "overwrite" });
      return succeeds(found.first().waitFor({ timeout: 5000 }));
    });
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`recipe-completion-${theme}`);
    }
    await workbench.changeSettings({});
    await workbench.page.keyboard.press("Escape");
    await workbench.runCommand("File: Revert File");
  });

  it("list problems that the schema cannot express and failed steps in the Problems view", async () => {
    const { dataSpace } = await host();
    await write("wrong", [structure(`${dataSpace.apiKey}.json`)]);
    await open(`wrong${ending}`);
    await workbench.runCommand("Problems: Focus on Problems View");
    const problems = workbench.page.locator(".markers-panel");
    await problems.getByText(/looks like a key or a Space ID/).waitFor();
    await write("wrong", [structure("none.json", { survey: "none" })]);
    await problems.getByText(/looks like a key or a Space ID/).waitFor({ state: "detached" });
    await lens("Run Recipe").click();
    await problems.getByText(/none/).first().waitFor();
    for (const theme of themes) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`recipe-problems-${theme}`);
    }
    await workbench.changeSettings({});
    await workbench.answerNotification(/Step 1 of wrong/, "Go to Step");
    await workbench.runCommand("View: Hide Panel");
  });

  it("show the warnings of their steps", async () => {
    await write("warned", [
      structure("warned.json"),
      {
        ...structure("warned.ndjson"),
        kind: "export",
        format: "ndjson",
        variables: ["Q1", "nosuch"],
      },
    ]);
    await open("warned");
    await shown(2);
    await lens("Run Recipe").click();
    const said = await workbench.notification(/Ran 2 steps of warned/);
    assert.match(await said.innerText(), /Step 2: .*nosuch/);
  });

  it("run as tasks in a terminal", async () => {
    await write("task", [structure("task.json")]);
    await workbench.runCommand("Tasks: Run Task");
    await workbench.choose("surveyExplorer");
    await workbench.choose(`task${ending}`);
    const output = workbench.page.locator(
      ".terminal-wrapper .xterm-rows, .xterm-accessibility-tree",
    );
    // VS Code may first ask how to scan the task's output.
    const asks = dialog().locator(".monaco-list-row", { hasText: /without scanning/ });
    await eventually("the structure", async () => {
      if (await asks.isVisible()) {
        await asks.click();
      }
      return readFile(join(folder, "task.json")).catch(() => undefined);
    });
    await output.first().waitFor();
    await workbench.screenshot("recipe-task");
    await workbench.runCommand("View: Hide Panel");
  });

  it("show lenses and problems in Korean", async () => {
    await write("korean", [structure("k.json", { dataSpace: "Nowhere" })]);
    const window = await Workbench.open({ language: "ko" });
    const shared = workbench;
    try {
      workbench = window;
      await window.page
        .getByRole("treeitem", { name: /진행 중/ })
        .first()
        .waitFor();
      await open(`korean${ending}`);
      await lens("레시피 실행").waitFor();
      await lens("단계 실행").waitFor();
      await window.runCommand("Problems: Focus on Problems View");
      await window.page
        .locator(".markers-panel")
        .getByText(/데이터 스페이스 Nowhere/)
        .waitFor();
      await window.screenshot("recipe-korean");
    } finally {
      workbench = shared;
      await window.close();
    }
  });

  it("do not run in Restricted Mode, and offer to manage trust", async () => {
    const restricted = await host("restricted");
    const file = join(restricted.server.folder, `restricted${ending}`);
    const step = structure("never.json");
    await writeFile(file, JSON.stringify({ version: 1, steps: [step] }));
    const window = await Workbench.open({ kind: "restricted" });
    const shared = workbench;
    try {
      await window.waitForTree();
      workbench = window;
      await open(`restricted${ending}`);
      await lens("Run Recipe").click();
      await window.answerNotification(/trusted folders only/, "Manage Trust");
      await window.page.locator(".workspace-trust-editor").waitFor();
      await assert.rejects(readFile(join(restricted.server.folder, "never.json")));
    } finally {
      workbench = shared;
      await window.close();
      await rm(file);
    }
  });
});
