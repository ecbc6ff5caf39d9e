import { strict as assert } from "node:assert";
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually } from "../support/eventually.ts";
import {
  exportCredentials,
  startDisturbedDataSpace,
  otherSpaceId,
  type DisturbedDataSpace,
} from "../support/exportSpace.ts";
import { Workbench, type Theme } from "../support/workbench.ts";

const themes: readonly Theme[] = ["light", "dark", "hc"];

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

describe("Exports view", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;
  let survey: Locator;
  let list: Locator;

  before(async () => {
    space = await startDisturbedDataSpace(2800, 2);
    // High enough for all exports, because the list draws only rows in sight.
    workbench = await Workbench.open({ server: space.server, height: 1100 });
    const surveys = await workbench.waitForTree("Acme research");
    survey = surveys.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
    list = workbench.page.getByRole("tree", { name: "Exports" });
  });

  afterEach(() => {
    space.disturb("none");
  });

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const rowOf = (name: string) => list.getByRole("treeitem", { name: new RegExp(`^${name}`) });
  const header = () => workbench.page.getByRole("button", { name: /Exports Section/ });

  /** Returns the file of a complete export in the list, which an earlier test may have made. */
  async function exported(name: string): Promise<string> {
    const file = join(space.folder, name);
    if (!(await isFile(file))) {
      await exportTo(name);
    }
    if ((await header().getAttribute("aria-expanded")) === "false") {
      await header().click();
    }
    await rowOf(`${name}, (complete|verified)`).waitFor();
    return file;
  }

  /** Exports the survey's responses with the dialog. @param isAnew to load all responses even if a copy of them is kept */
  async function exportTo(name: string, isAnew = false): Promise<string> {
    const file = join(space.folder, name);
    await workbench.chooseFromContextMenu(survey, "Export Responses…");
    const hub = workbench.page.locator(".quick-input-widget");
    await hub.locator(".monaco-list-row", { hasText: /Time range/ }).waitFor();
    const responsesToLoad = hub.locator(".monaco-list-row", { hasText: /Responses to load/ });
    if (isAnew && (await responsesToLoad.count()) > 0) {
      await workbench.chooseRow(/Responses to load/);
      await workbench.chooseRow(/^All responses/);
      await hub
        .locator(".monaco-list-row", { hasText: /Responses to load.*all responses/ })
        .waitFor();
    }
    await workbench.chooseRow(/Export .*response/);
    await answerPath(file);
    return file;
  }

  async function answerPath(file: string): Promise<void> {
    const dialog = workbench.page.locator(".quick-input-widget");
    const path = dialog.locator("input[type=text]");
    await eventually(
      "the path dialog",
      async () => /(csv|json)$/.test(await path.inputValue()) || undefined,
    );
    await workbench.answerFile(file);
  }

  it("appears collapsed with the first export, and shows its survey, data space and count", async () => {
    assert.equal(await header().count(), 0);
    await exportTo("satisfaction.json");
    await header().waitFor();
    assert.equal(await header().getAttribute("aria-expanded"), "false");
    await header().click();
    await rowOf(
      "satisfaction.json, complete, .* · 2,800 responses · Customer satisfaction 2025 · Acme research",
    ).waitFor();
  });

  it("verifies a file from its menu and marks it as verified", async () => {
    await exported("satisfaction.json");
    await workbench.chooseFromContextMenu(rowOf("satisfaction.json"), "Verify Export…");
    await rowOf("satisfaction.json, verified").waitFor();
  });

  it("reports missing responses and repairs the file after confirmation", async () => {
    const { page } = workbench;
    const file = await exported("changed.ndjson");
    const whole = await readFile(file, "utf8");
    const lines = whole.split("\n");
    await writeFile(file, [...lines.slice(0, 700), ...lines.slice(703)].join("\n"));
    await workbench.chooseFromContextMenu(rowOf("changed.ndjson"), "Verify Export…");
    await rowOf("changed.ndjson, differs").waitFor();
    await workbench.answerNotification(/differs from the data space: 3 missing/, "Repair…");
    const question = page.getByRole("dialog", { name: /Repair changed.ndjson/ });
    await question.getByRole("button", { name: "Repair" }).click();
    await rowOf("changed.ndjson, verified").waitFor();
    assert.equal(await readFile(file, "utf8"), whole);
  });

  it("lists a cancelled export and continues it to the same bytes", async () => {
    const { page } = workbench;
    const undisturbed = await exported("satisfaction.json");
    space.disturb("hold", 8);
    const file = await exportTo("cancelled.json", true);
    await rowOf("cancelled.json, being written").waitFor();
    await workbench.answerNotification(
      /Exporting the responses of Customer satisfaction/,
      "Cancel",
    );
    await rowOf("cancelled.json, unfinished").waitFor();
    assert.equal(await isFile(file), false);
    space.disturb("none");
    const row = rowOf("cancelled.json");
    await row.hover();
    await row.getByRole("button", { name: "Continue Export" }).click();
    await rowOf("cancelled.json, complete").waitFor();
    const [continued, whole] = await Promise.all([readFile(file), readFile(undisturbed)]);
    assert.ok(continued.equals(whole));
    await page.keyboard.press("Escape");
  });

  it("pauses when the key is refused, rejects another Space ID and continues with a new key", async () => {
    const undisturbed = await exported("satisfaction.json");
    space.disturb("refuse", 5);
    const file = await exportTo("paused.json", true);
    await signIn(/The export is paused: .*refused the Space ID or API key/, otherSpaceId);
    await signIn(/The export is paused: .*with another Space ID/, exportCredentials.spaceId, () =>
      space.disturb("none"),
    );
    await rowOf("paused.json, complete").waitFor();
    const [paused, whole] = await Promise.all([readFile(file), readFile(undisturbed)]);
    assert.ok(paused.equals(whole));
  });

  /** Answers a paused export by signing in. */
  async function signIn(question: RegExp, spaceId: string, before?: () => void): Promise<void> {
    const dialog = workbench.page.locator(".quick-input-widget");
    await workbench.answerNotification(question, "Sign In");
    await dialog.getByText("(1/2)").waitFor();
    await dialog.locator("input[type=text]").fill(spaceId);
    await workbench.page.keyboard.press("Enter");
    const secret = dialog.locator("input[type=password]");
    await secret.fill(exportCredentials.apiKey);
    before?.();
    await secret.press("Enter");
  }

  it("stops a paused export on request and offers to continue it", async () => {
    await exported("satisfaction.json");
    space.disturb("refuse", 5);
    const file = await exportTo("stopped.json", true);
    await workbench.answerNotification(/The export is paused/, "Stop");
    await rowOf("stopped.json, unfinished").waitFor();
    assert.equal(await isFile(file), false);
    space.disturb("none");
    await workbench.answerNotification(/stopped\.json was stopped\. Continue it later/, "Continue");
    await rowOf("stopped.json, complete").waitFor();
  });

  it("opens a clicked file, and marks a deleted one", async () => {
    const { page } = workbench;
    await exported("changed.ndjson");
    await rowOf("changed.ndjson").click();
    await page.getByRole("tab", { name: /changed.ndjson/ }).waitFor();
    await rm(await exported("gone.json"));
    await appendFile(await exported("longer.json"), " ");
    await workbench.chooseFromContextMenu(rowOf("longer.json"), "Verify Export…");
    await rowOf("gone.json, file is gone").waitFor();
    await rowOf("longer.json, differs").waitFor();
  });

  it("shows the path of a file outside the workspace in a browser window", async () => {
    await exported("stopped.json");
    const row = rowOf("stopped.json");
    await row.hover();
    await row.getByRole("button", { name: /Reveal/ }).click();
    await workbench.answerNotification(/outside the workspace: .*stopped/, "Open Manifest");
    await workbench.page.getByRole("tab", { name: /stopped.json.manifest.json/ }).waitFor();
  });

  for (const theme of themes) {
    it(`has no accessibility problem in the ${theme} theme`, async () => {
      const { page } = workbench;
      await workbench.setTheme(theme);
      await exported("changed.ndjson");
      await rowOf("changed.ndjson").focus();
      const problems = await accessibilityProblems(page, {
        within: '[role=tree][aria-label="Exports"]',
        onlyColours: theme !== themes[0],
      });
      // In VS Code's trees, a comma precedes a row's description in the accessible name, but not on the screen.
      const ours = problems.filter((it) => !it.startsWith("label-content-name-mismatch"));
      assert.deepEqual(ours, []);
      await workbench.screenshot(`exports-${theme}`);
    });
  }

  it("removes an export from the list and restores it on Undo", async () => {
    await exported("removed.json");
    await workbench.chooseFromContextMenu(rowOf("removed.json"), "Remove from List");
    await rowOf("removed.json").waitFor({ state: "detached" });
    await workbench.answerNotification(/removed.json was removed from the list/, "Undo");
    await rowOf("removed.json").waitFor();
  });

  it("keeps its list after a window reload, and offers Undo after clearing it", async () => {
    await exported("removed.json");
    await workbench.reload();
    await rowOf("removed.json").waitFor();
    await workbench.runCommand("Survey Explorer: Clear List of Exports");
    await workbench.page.getByText(/No exports yet/).waitFor();
    await workbench.screenshot("exports-empty");
    await workbench.answerNotification(/The list of exports was cleared/, "Undo");
    await rowOf("removed.json").waitFor();
  });

  it("continues a paused export of several surveys that was stopped, with all that are left", async () => {
    const { page } = workbench;
    const folder = join(space.folder, "several");
    await mkdir(folder);
    space.disturb("refuse", 5);
    await workbench.runCommand("Survey Explorer: Export Several Surveys…");
    const surveys = page.locator(".quick-input-widget");
    await surveys.locator(".monaco-list-row", { hasText: /Customer satisfaction/ }).waitFor();
    await surveys.locator(".monaco-list-row", { hasText: /Customer satisfaction/ }).click();
    await surveys.locator(".monaco-list-row", { hasText: /Brand awareness/ }).click();
    await page.keyboard.press("Enter");
    await surveys.locator(".monaco-list-row", { hasText: /Time range/ }).waitFor();
    await workbench.chooseRow(/Export 2 surveys/);
    await workbench.answerFile(`${folder}/`);
    await workbench.answerNotification(/The export is paused/, "Stop");
    space.disturb("none");
    await workbench.answerNotification(/was stopped\. Continue it later/, "Continue");
    await eventually("both files", async () => {
      const manifests = (await readdir(folder)).filter((it) => it.endsWith("manifest.json"));
      return manifests.length === 2;
    });
  });
});
