import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { eventually, succeeds } from "../support/eventually.ts";
import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { Workbench } from "../support/workbench.ts";

const entry = "Export as Data Space Directory…";

describe("Data space export by dialog", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;
  let tree: Locator;
  let survey: Locator;

  before(async () => {
    space = await startDisturbedDataSpace(1200);
    workbench = await Workbench.open({ server: space.server });
    tree = await workbench.waitForTree("Acme research");
    survey = tree.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
  });

  afterEach(() => {
    space.disturb("none");
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const whole = () => join(space.folder, "Acme research/surveys/S1/responses.ndjson");

  /** Exports all surveys into a folder that the export makes. */
  async function exportAll(): Promise<void> {
    await workbench.chooseFromContextMenu(
      tree.getByRole("treeitem", { name: /^Acme research/ }),
      entry,
    );
    await workbench.chooseRow("All surveys");
    // This folder has other files, so the export makes a folder in it.
    await workbench.answerFile(`${space.folder}/`);
  }

  it("makes a folder, reports that it has its own key and opens it as a local data space", async () => {
    await exportAll();
    await workbench.answerNotification(
      /Exported 1 survey with 1,200 responses to .*Acme research\. The folder has a key of its own/,
      "Open as Local Data Space",
    );
    await tree.getByRole("treeitem", { name: /^Acme research \(2\).*1 survey.*local/ }).waitFor();
    const lines = await readFile(whole(), "utf8");
    assert.equal(lines.trimEnd().split("\n").length, 1200);
  });

  it("exports a single survey, stops while paused and continues", async () => {
    if (!existsSync(whole())) {
      await exportAll();
      await workbench.answerNotification(/Exported 1 survey .*Acme research\./, "Reveal");
    }
    const folder = join(space.folder, "stopped");
    await mkdir(folder);
    space.disturb("refuse", 5);
    await workbench.chooseFromContextMenu(survey.first(), entry);
    await workbench.answerFile(`${folder}/`);
    await workbench.answerNotification(/The export is paused/, "Stop");
    space.disturb("none");
    await workbench.answerNotification(
      /The export to .*stopped was stopped\. Continue it later/,
      "Continue",
    );
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
      await readFile(whole()),
    );
  });

  it("exports chosen surveys", async () => {
    const { page } = workbench;
    const folder = join(space.folder, "chosen");
    await mkdir(folder);
    await workbench.chooseFromContextMenu(
      tree.getByRole("treeitem", { name: /^Acme research/ }).first(),
      entry,
    );
    const dialog = page.locator(".quick-input-widget");
    await workbench.chooseRow("Choose surveys…");
    const survey = dialog.locator(".monaco-list-row", { hasText: "Customer satisfaction" });
    await eventually("the selected survey", async () => {
      // A list that is redrawn at that moment loses the click.
      await survey.click();
      return succeeds(dialog.getByText("1 Selected").waitFor({ timeout: 3000 }));
    });
    await dialog.getByRole("button", { name: "OK" }).click();
    await workbench.answerFile(`${folder}/`);
    await workbench.answerNotification(/Exported 1 survey .*chosen\./, "Reveal");
    assert.deepEqual(await readdir(join(folder, "surveys")), ["S1"]);
  });
});
