import { strict as assert } from "node:assert";
import type { Frame } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { readSample } from "../support/sampleResponses.ts";
import { assertSummary, showHeaderBars } from "../support/summaryFigures.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Customer satisfaction 2025";

describe("Tabs of the responses panel in VS Code", () => {
  let workbench: Workbench;
  let frame: Frame;

  before(async () => {
    workbench = await Workbench.shared();
  });

  after(() => workbench.close());

  async function open(entry: string): Promise<void> {
    const tree = await workbench.waitForTree();
    const item = tree.getByRole("treeitem", { name: new RegExp(survey) });
    await workbench.chooseFromContextMenu(item, entry);
    frame = await workbench.webviewFrame("responses", survey);
  }

  async function isInFront(tab: string): Promise<void> {
    await frame.getByRole("tab", { name: tab, selected: true }).waitFor();
  }

  async function hasTitle(tab: string): Promise<void> {
    await workbench.page.getByRole("tab", { name: `${survey} · ${tab}` }).waitFor();
  }

  it("show the fieldwork without loading responses, from the survey's menu", async () => {
    await open("Open Fieldwork");
    await isInFront("Fieldwork");
    await frame.locator(".key-figures", { hasText: /Responses\s*1,500/ }).waitFor();
    assert.equal(await frame.getByText("All 1,500 responses loaded").count(), 0);
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot("fieldwork-vscode");
  });

  it("show the summary of all responses in the same panel", async () => {
    await open("Open Summary");
    await isInFront("Summary");
    await assertSummary(frame, await readSample(survey));
    assert.equal(
      await workbench.page.getByRole("tab", { name: /· (Responses|Summary|Fieldwork)/ }).count(),
      1,
    );
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot("summary-vscode");
  });

  it("are switched by clicks and by the survey's menu, and set the editor's title", async () => {
    for (const [clicked, tab] of [
      ["Fieldwork", "Summary"],
      ["Summary", "Responses"],
      ["Responses", "Fieldwork"],
    ] as const) {
      await frame.getByRole("tab", { name: clicked }).click();
      await hasTitle(clicked);
      await open(`Open ${tab}`);
      await isInFront(tab);
      await hasTitle(tab);
    }
  });

  it("show column charts in the headers of the grid", async () => {
    await open("Open Summary");
    await showHeaderBars(frame);
    await workbench.screenshot("header-bars-vscode");
  });
});
