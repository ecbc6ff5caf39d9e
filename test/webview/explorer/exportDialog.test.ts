import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually } from "../support/eventually.ts";
import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { Workbench, type Theme } from "../support/workbench.ts";

const themes: readonly Theme[] = ["light", "dark", "hc"];

describe("Export dialog", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;
  let survey: Locator;
  let dialog: Locator;

  before(async () => {
    space = await startDisturbedDataSpace(450);
    workbench = await Workbench.open({ server: space.server });
    const surveys = await workbench.waitForTree("Acme research");
    survey = surveys.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
    dialog = workbench.page.locator(".quick-input-widget");
  });

  beforeEach(async () => {
    await eventually("no dialog", async () => {
      await workbench.page.keyboard.press("Escape");
      return dialog.isHidden();
    });
  });

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const row = (text: RegExp) => dialog.locator(".monaco-list-row", { hasText: text });

  async function openHub(): Promise<void> {
    await workbench.chooseFromContextMenu(survey, "Export Responses…");
    await row(/Export 450 responses/).waitFor();
  }

  it("proposes the survey of the active panel and CSV when run from the palette", async () => {
    await survey.click();
    await workbench.page.getByRole("tab", { name: /^Customer satisfaction 2025/ }).waitFor();
    await workbench.runCommand("Survey Explorer: Export Responses…");
    await dialog.getByText("Export responses", { exact: true }).waitFor();
    await dialog
      .locator(".monaco-list-row.focused", { hasText: /Customer satisfaction/ })
      .waitFor();
    assert.equal(await row(/Customer satisfaction 2025/).count(), 1);
    await workbench.page.keyboard.press("Enter");
    await row(/Format.*CSV/).waitFor();
  });

  it("proposes the survey of the active panel to open its responses, too", async () => {
    await survey.click();
    await workbench.page.getByRole("tab", { name: /^Customer satisfaction 2025/ }).waitFor();
    await workbench.runCommand("Survey Explorer: Open Responses");
    await dialog
      .locator(".monaco-list-row.focused", { hasText: /Customer satisfaction/ })
      .waitFor();
    assert.equal(await row(/Customer satisfaction 2025/).count(), 1);
    await workbench.page.keyboard.press("Escape");
  });

  it("shows the number of responses and exports on Enter with the default choices", async () => {
    await openHub();
    await row(/Time range.*whole survey/).waitFor();
    await dialog.locator(".monaco-list-row.focused", { hasText: /Export 450 responses/ }).waitFor();
    await workbench.page.keyboard.press("Enter");
    const file = join(space.folder, "whole.json");
    await workbench.answerFile(file);
    const manifest = await eventually("the manifest", () =>
      readFile(`${file}.manifest.json`, "utf8").catch(() => undefined),
    );
    assert.match(manifest, /"responses": 450/);
  });

  it("offers to load nothing, with the time of the copy, if a copy is kept", async () => {
    await workbench.chooseFromContextMenu(survey, "Keep Offline");
    await workbench.page.getByRole("treeitem", { name: /^Customer.*offline, \d/ }).waitFor();
    await workbench.chooseFromContextMenu(survey, "Export Responses…");
    await row(/Time range/).waitFor();
    assert.equal(await row(/Responses to load.*new responses; all IDs compared/).count(), 1);
    await workbench.chooseRow(/Responses to load/);
    await row(/^All responses/).waitFor();
    await workbench.chooseRow(/^Nothing.*as of/);
    await row(/Responses to load.*nothing, as of/).waitFor();
    await workbench.chooseRow(/Export 450 responses/);
    const file = join(space.folder, "kept.json");
    await workbench.answerFile(file);
    const manifest = await eventually("the manifest", () =>
      readFile(`${file}.manifest.json`, "utf8").catch(() => undefined),
    );
    assert.match(manifest, /"fresh": "none"/);
  });

  it("validates a custom range while typing, goes back and counts its responses", async () => {
    await openHub();
    await workbench.chooseRow(/Time range/);
    await workbench.chooseRow(/Custom range…/);
    const input = dialog.locator("input[type=text]");
    await dialog.getByText("(1/2)").waitFor();
    await input.fill("2025-02-30");
    await dialog.getByText("Type a start time like").waitFor();
    await input.fill("2025-03-03 09:01:00");
    await input.press("Enter");
    await dialog.getByText("(2/2)").waitFor();
    await input.fill("2025-02-30");
    await dialog.getByText("Type an end time like").waitFor();
    await input.fill("2025-03-03T09:00:30");
    await dialog.getByText("The end must be after the beginning").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByText("(1/2)").waitFor();
    assert.equal(await input.inputValue(), "2025-03-03 09:01:00");
    await input.press("Enter");
    await dialog.getByText("(2/2)").waitFor();
    assert.equal(await input.inputValue(), "2025-03-03T09:00:30");
    await input.fill("2025-03-03T09:02:00");
    await input.press("Enter");
    // Three responses a second.
    await row(/Export 180 responses/).waitFor();
    await row(/Time range.*after .*09:01:00, up to .*09:02:00/).waitFor();
  });

  it("shows only options that the format supports, by keyboard alone", async () => {
    await openHub();
    assert.equal(await row(/Cells/).count(), 0);
    await workbench.choose("Format");
    await workbench.choose("CSV for Excel");
    await row(/Format.*CSV for Excel/).waitFor();
    await row(/Cells.*codes/).waitFor();
    await row(/Second row with question texts.*no/).waitFor();
    await workbench.choose("Second row");
    await row(/Second row with question texts.*yes/).waitFor();
    await dialog.locator("input[type=text]").fill("");
    await workbench.choose("Format");
    await workbench.choose("SPSS");
    await row(/Format.*SPSS/).waitFor();
    assert.equal(await row(/Cells/).count(), 0);
    await row(/Layout.*wide/).waitFor();
  });

  it("previews the first rows and closes the preview with the dialog", async () => {
    const { page } = workbench;
    await openHub();
    await workbench.chooseRow(/Format/);
    await workbench.chooseRow(/NDJSON/);
    await row(/Preview the first rows/).click();
    const tab = page.getByRole("tab", { name: /\.preview/ });
    await tab.waitFor();
    await page.locator(".monaco-editor", { hasText: "r000449" }).waitFor();
    await row(/Export 450 responses/).waitFor();
    await workbench.screenshot("export-dialog-preview");
    await workbench.dismiss();
    await tab.waitFor({ state: "detached" });
  });

  it("remembers the format, but not the range", async () => {
    await openHub();
    await workbench.chooseRow(/Format/);
    await workbench.chooseRow(/NDJSON/);
    await workbench.chooseRow(/Time range/);
    await workbench.chooseRow(/Last 7 days/);
    await row(/Time range.*last 7 days, after/).waitFor();
    await workbench.chooseRow(/Export 450 responses/);
    await workbench.answerFile(join(space.folder, "lines.ndjson"));
    await eventually("the file", () =>
      readFile(join(space.folder, "lines.ndjson.manifest.json")).catch(() => undefined),
    );
    await openHub();
    await row(/Format.*NDJSON/).waitFor();
    await row(/Time range.*whole survey/).waitFor();
  });

  for (const theme of themes) {
    it(`has no accessibility problem in the ${theme} theme`, async () => {
      await workbench.setTheme(theme);
      await openHub();
      await workbench.chooseRow(/Format/);
      await workbench.chooseRow(/A plain table/);
      await row(/Codebook/).waitFor();
      await workbench.screenshot(`export-dialog-${theme}`);
      const problems = await accessibilityProblems(workbench.page, {
        within: ".quick-input-widget .monaco-list",
        onlyColours: theme !== themes[0],
      });
      // VS Code's own lists cause these: rows with a level, commas that only the accessible names have, and key labels.
      const ours = problems.filter(
        (it) => !/^(aria-allowed-attr|label-content-name-mismatch)|monaco-keybinding/.test(it),
      );
      assert.deepEqual(ours, []);
    });
  }
});
