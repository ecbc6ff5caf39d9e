import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { folderOfSuite } from "../../support/folders.ts";
import { eventually } from "../support/eventually.ts";
import { copyLinkOf, followLink } from "../support/links.ts";
import { readSample } from "../support/sampleResponses.ts";
import { assertSummary, showHeaderBars } from "../support/summaryFigures.ts";
import { Workbench } from "../support/workbench.ts";

const tracker = "Brand tracker Q3 2025";
const satisfaction = "Customer satisfaction 2025";
const feedback = "Developer Day Seoul 2025: feedback · 참가자 의견";
const engagement = "Employee engagement 2025";

/** One reload for all, because it takes as long as opening a window. The JSON is in front: it is asked for at once. */
describe("A window after a reload", () => {
  let workbench: Workbench;
  let tree: Locator;
  const folder = folderOfSuite();

  before(async () => {
    workbench = await Workbench.shared();
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    tree = await workbench.waitForTree();
    await exportResponses();
    await openResponses();
    await openStructures();
    await openJson();
    await openPreview();
    await filterTree();
    await workbench.waitUntilStored(/"tab":"summary".*"headerBars":true/);
    await workbench.waitUntilStored(/"text":"커리어"/);
    await workbench.waitUntilStored(structureOf(engagement));
    await workbench.reload();
    tree = await workbench.waitForTree();
  });

  after(async () => {
    await workbench.runCommand("Survey Explorer: Clear Filter");
    await workbench.runCommand("Survey Explorer: Clear List of Exports");
    await workbench.close();
  });

  const row = (survey: string) => tree.getByRole("treeitem", { name: new RegExp(`^${survey}`) });
  const tab = (name: RegExp | string) =>
    workbench.page.locator(".tabs-container").getByRole("tab", { name });
  const tabs = (survey: string) =>
    workbench.page.locator(".tabs-container .tab").filter({ hasText: survey });
  /** Locates the survey's tab if it is a preview, whose title is in italics. */
  const preview = (survey: string) =>
    tabs(survey).filter({ has: workbench.page.locator(".italic") });
  const kept = (survey: string) =>
    tabs(survey).filter({ hasNot: workbench.page.locator(".italic") });
  const exports = () => workbench.page.getByRole("button", { name: /Exports Section/ });
  const structureOf = (survey: string) =>
    new RegExp(`survey-explorer-structure:/${encodeURIComponent(survey)}`);

  async function shows(survey: string): Promise<void> {
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("heading", { name: survey }).first().waitFor();
  }

  async function exportResponses(): Promise<void> {
    await workbench.chooseFromContextMenu(row(satisfaction), "Export Responses…");
    await workbench.chooseRow(/Export 1,500 responses/);
    await workbench.answerFile(join(folder, "kept.csv"));
    await exports().waitFor();
  }

  async function openResponses(): Promise<void> {
    await workbench.chooseFromContextMenu(row(satisfaction), "Open Summary");
    const frame = await workbench.webviewFrame("responses", satisfaction);
    await showHeaderBars(frame);
    await frame.getByRole("tab", { name: "Summary" }).click();
  }

  /** Opens two structures to stay, one of them with a search in its codebook. */
  async function openStructures(): Promise<void> {
    await row(tracker).dblclick();
    await kept(tracker).waitFor();
    await row("Developer Day").dblclick();
    const structure = await workbench.webviewFrame("structure", feedback);
    await structure.getByRole("tab", { name: "Codebook" }).click();
    await structure.getByLabel("Find questions and options").fill("커리어");
  }

  async function openJson(): Promise<void> {
    await workbench.chooseFromContextMenu(row(tracker), "Show Raw JSON");
    await workbench.page.getByRole("button", { name: "Show as Sent" }).click();
    await lines(/^\{"surveyId":"/).waitFor();
    await eventually("one tab", async () => (await tab(`${tracker}.json`).count()) === 1);
    // The preview would replace it.
    await tab(`${tracker}.json`).dblclick();
    await kept(`${tracker}.json`).waitFor();
  }

  /** Opens a structure as a preview, and returns to the JSON. */
  async function openPreview(): Promise<void> {
    await row(engagement).click();
    await shows(engagement);
    await preview(engagement).waitFor();
    await tab(`${tracker}.json`).click();
  }

  async function filterTree(): Promise<void> {
    await workbench.runCommand("Survey Explorer: Filter Surveys…");
    const input = workbench.page.locator(".quick-input-widget input[type=text]");
    await input.fill("brand tr");
    await input.press("Enter");
    await row("Sample data space.* 1 of \\d+ surveys").waitFor();
  }

  const lines = (text: RegExp) =>
    workbench.page.locator(".monaco-editor .view-lines").filter({ hasText: text });

  it("has the JSON of a survey as sent", async () => {
    const { page } = workbench;
    await tab(`${tracker}.json`).waitFor();
    // The editor may ask for the file before the window has signed in to the data space.
    const again = page.getByRole("button", { name: "Try Again" });
    const text = lines(/^\{"surveyId":"/);
    await text.or(again).first().waitFor();
    if (await again.isVisible()) {
      await again.click();
    }
    await text.waitFor();
    await page.getByRole("button", { name: "Show Formatted" }).click();
    await lines(/^\{\s+"surveyId":\s"/).waitFor();
  });

  it("has structures in previews and in tabs that stay", async () => {
    await preview(engagement).click();
    await shows(engagement);
    await preview(engagement).waitFor();
    await kept(tracker).first().click();
    await shows(tracker);
  });

  it("has the search of a codebook", async () => {
    await tab(/^Developer Day/).click();
    const structure = await workbench.webviewFrame("structure", feedback);
    await structure.getByRole("tab", { name: "Codebook", selected: true }).waitFor();
    await structure.getByRole("row", { name: /tracks career/ }).waitFor();
    await structure.getByLabel("Find questions and options").fill("");
  });

  it("has the tab of a responses panel, with column charts", async () => {
    await tab(`${satisfaction} · Summary`).click();
    const frame = await workbench.webviewFrame("responses", satisfaction);
    await frame.getByRole("tab", { name: "Summary", selected: true }).waitFor();
    await assertSummary(frame, await readSample(satisfaction));
    await frame.getByRole("tab", { name: "Responses" }).click();
    await frame.locator(".header-bars rect").first().waitFor();
    await frame.getByRole("tab", { name: "Fieldwork" }).click();
    await frame.locator(".key-figures", { hasText: /Responses\s*1,500/ }).waitFor();
    // How many responses are loaded is not shown here, because fieldwork is read separately.
    assert.equal(await frame.getByText("All 1,500 responses loaded").count(), 0);
  });

  it("has the filter of the tree", async () => {
    await row("Sample data space.* 1 of \\d+ surveys").waitFor();
    await workbench.page.getByText('Surveys with "brand tr" in the title or ID').waitFor();
    assert.equal(await row(satisfaction).count(), 0);
  });

  it("has the list of exports", async () => {
    await exports().waitFor();
    const isClosed = (await exports().getAttribute("aria-expanded")) === "false";
    if (isClosed) {
      await exports().click();
    }
    const list = workbench.page.getByRole("tree", { name: "Exports" });
    await list.getByRole("treeitem", { name: /^kept\.csv, complete/ }).waitFor();
    if (isClosed) {
      await exports().click();
    }
  });

  it("opens links", async () => {
    await workbench.runCommand("View: Close All Editors");
    // In a browser, VS Code loses the key with the page, and gets it back a moment later.
    await followLink(workbench, await copyLinkOf(workbench, /Brand tracker/));
    await workbench.webviewFrame("structure", tracker);
  });
});
