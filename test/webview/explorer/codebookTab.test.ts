import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import { eventually, succeeds } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Developer Day Seoul 2025: feedback · 참가자 의견";

describe("Codebook of a structure in VS Code", () => {
  let workbench: Workbench;
  let structure: Frame;

  before(async () => {
    workbench = await Workbench.shared();
    const tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /^Developer Day/ }).dblclick();
    await workbench.page.getByRole("tab", { name: /^Developer Day/ }).waitFor();
    structure = await workbench.webviewFrame("structure", survey);
  });

  after(() => workbench.close());

  const heading = (): Locator => structure.locator("h3:focus", { hasText: "tracks" });

  const inSight = (what: string, it: Locator): Promise<true> =>
    eventually(what, async () => {
      const box = await it.boundingBox();
      const { height = 0 } = workbench.page.viewportSize() ?? {};
      return box && box.y > 0 && box.y < height ? true : undefined;
    });

  it("opens the column of an option's question in the grid and returns from its menu", async () => {
    await structure.getByRole("tab", { name: "Codebook" }).click();
    await structure.getByLabel("Find questions and options").fill("infrastruc");
    const row = structure.getByRole("row", { name: /^tracks Which/ });
    await row.hover();
    await workbench.screenshot("codebook-vscode");
    await row.getByRole("button", { name: "Show tracks in Responses" }).click();
    const responses = await workbench.webviewFrame("responses", survey);
    const head = responses.getByRole("columnheader", { name: /^tracks,/ });
    await inSight("the column", head);
    const column = (await head.getAttribute("data-column")) ?? "";
    await responses.locator(`[role=gridcell][data-column="${column}"]:focus`).waitFor();
    const { page } = workbench;
    const item = page.getByRole("menuitem", { name: "Show in Structure", exact: true });
    await eventually("the menu", async () => {
      await head.click({ button: "right" });
      return succeeds(item.waitFor({ timeout: 3000 }));
    });
    await page.keyboard.press("End");
    const focused = page.locator(".monaco-menu .action-item.focused");
    for (let steps = 0; steps < 20; steps++) {
      if ((await focused.filter({ hasText: "Show in Structure" }).count()) > 0) {
        break;
      }
      await page.keyboard.press("ArrowUp");
    }
    await page.keyboard.press("Enter");
    structure = await workbench.webviewFrame("structure", survey);
    await heading().waitFor();
    await structure.getByRole("tab", { name: "Questionnaire", selected: true }).waitFor();
  });

  it("opens the summary of a question and returns from its menu", async () => {
    await structure.getByRole("button", { name: "Show tracks in Summary" }).click();
    const responses = await workbench.webviewFrame("responses", survey);
    await responses.getByRole("tab", { name: "Summary", selected: true }).waitFor();
    const question = responses.locator("summary-question", { hasText: "Which tracks" });
    await inSight("the summary of the question", question);
    await question.locator(".menu-button").click();
    await question.getByRole("menuitem", { name: "Show in Structure" }).click();
    structure = await workbench.webviewFrame("structure", survey);
    await heading().waitFor();
  });

  it("is opened at the row of a question from the questionnaire", async () => {
    await structure.getByRole("button", { name: "Show tracks in Codebook" }).click();
    await structure.getByRole("tab", { name: "Codebook", selected: true }).waitFor();
    const cell = structure.locator("codebook-grid [role=rowheader]:focus");
    assert.equal((await cell.innerText()).trim(), "tracks");
    await structure.getByLabel("Find questions and options").fill("");
  });

  it("restores its search after a window reload", async () => {
    await structure.getByLabel("Find questions and options").fill("커리어");
    await workbench.waitUntilStored(/"text":"커리어"/);
    await workbench.reload();
    structure = await workbench.webviewFrame("structure", survey);
    await structure.getByRole("tab", { name: "Codebook", selected: true }).waitFor();
    await structure.getByRole("row", { name: /tracks career/ }).waitFor();
    await structure.getByLabel("Find questions and options").fill("");
  });
});
