import { strict as assert } from "node:assert";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { openExportSpace, type ExportSpace } from "../support/exportSpace.ts";
import { Workbench } from "../support/workbench.ts";

const entry = "Export as Data Space Directory…";

describe("exporting a data space by dialog", () => {
  let space: ExportSpace;
  let workbench: Workbench;
  let tree: Locator;
  let survey: Locator;

  before(async function () {
    this.timeout(120_000);
    space = await openExportSpace(1200);
    workbench = await Workbench.open({ server: space.server });
    tree = workbench.page.getByRole("tree", { name: /Surveys/ });
    survey = tree.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
    await survey.waitFor({ timeout: 60_000 });
  });

  afterEach(async function () {
    space.disturb("none");
    if (this.currentTest?.state === "failed") {
      await workbench.screenshot(`failed ${this.currentTest.title}`);
    }
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  async function answerFolder(folder: string): Promise<void> {
    const dialog = workbench.page.locator(".quick-input-widget");
    const path = dialog.locator("input[type=text]");
    const wanted = `${folder}/`;
    await eventually("the folder dialog", async () => {
      return (await path.inputValue()).startsWith("/") || undefined;
    });
    await eventually("the end of the dialog", async () => {
      // The dialog takes a path only once it has looked at the folder, and may put its own back before that.
      if ((await path.inputValue()) === wanted) {
        await dialog
          .getByRole("button", { name: /^(OK|Export Here)$/ })
          .click({ timeout: 500 })
          .catch(() => undefined);
      } else {
        await path.fill(wanted);
      }
      return (await dialog.isHidden()) || undefined;
    });
  }

  it("makes a folder, says that it has a key of its own, and opens it as a local data space", async function () {
    this.timeout(90_000);
    const { page } = workbench;
    await workbench.chooseFromContextMenu(
      tree.getByRole("treeitem", { name: /^Acme research/ }),
      entry,
    );
    await page.locator(".quick-input-widget .monaco-list-row", { hasText: "All surveys" }).click();
    // It holds other things.
    await answerFolder(space.folder);
    await workbench.answerNotification(
      /Exported 1 survey with 1,200 responses to .*Acme research\. The folder has a key of its own/,
      "Open as Local Data Space",
    );
    await tree.getByRole("treeitem", { name: /^Acme research \(2\).*1 survey.*local/ }).waitFor();
    const lines = await readFile(
      join(space.folder, "Acme research/surveys/S1/responses.ndjson"),
      "utf8",
    );
    assert.equal(lines.trimEnd().split("\n").length, 1200);
  });

  it("takes the survey that was clicked, can be stopped where it pauses, and continued", async function () {
    this.timeout(90_000);
    const folder = join(space.folder, "stopped");
    await mkdir(folder);
    space.disturb("refuse", 5);
    await workbench.chooseFromContextMenu(survey.first(), entry);
    await answerFolder(folder);
    await workbench.answerNotification(/The export is paused/, "Stop");
    space.disturb("none");
    await workbench.answerNotification(/stopped was stopped. It can be continued/, "Continue");
    await workbench.answerNotification(
      /Exported 1 survey with 1,200 responses to .*stopped\./,
      "Reveal",
    );
    assert.deepEqual((await readdir(folder)).sort(), [
      "dataspace.json",
      "manifest.json",
      "surveys",
    ]);
    assert.deepEqual(
      await readFile(join(folder, "surveys/S1/responses.ndjson")),
      await readFile(join(space.folder, "Acme research/surveys/S1/responses.ndjson")),
    );
  });

  it("lets surveys be chosen", async function () {
    this.timeout(90_000);
    const { page } = workbench;
    const folder = join(space.folder, "chosen");
    await mkdir(folder);
    await workbench.chooseFromContextMenu(
      tree.getByRole("treeitem", { name: /^Acme research/ }).first(),
      entry,
    );
    const dialog = page.locator(".quick-input-widget");
    await dialog.locator(".monaco-list-row", { hasText: "Choose surveys…" }).click();
    await dialog.locator(".monaco-list-row", { hasText: "Customer satisfaction" }).click();
    await dialog.getByRole("button", { name: "OK" }).click();
    await answerFolder(folder);
    await workbench.answerNotification(/Exported 1 survey .*chosen\./, "Reveal");
    assert.deepEqual(await readdir(join(folder, "surveys")), ["S1"]);
  });
});
