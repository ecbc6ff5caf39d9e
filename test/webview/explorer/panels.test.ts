import { strict as assert } from "node:assert";
import { accessibilityProblems } from "../support/axe.ts";
import { Workbench, type Theme } from "../support/workbench.ts";

const themes: readonly Theme[] = ["light", "dark", "hc"];
const survey = "Brand tracker Q3 2025";

describe("Panels in VS Code", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.shared();
    const tree = await workbench.waitForTree();
    const item = tree.getByRole("treeitem", { name: /Brand tracker/ });
    await item.click();
    await workbench.page.getByRole("tab", { name: new RegExp(survey) }).waitFor();
    await workbench.chooseFromContextMenu(item, "Open Responses");
    await workbench.page.getByRole("tab", { name: /Responses/ }).waitFor();
  });

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
  });

  it("show all responses, newest first", async () => {
    const frame = await workbench.webviewFrame("responses", survey);
    await frame.locator(".counts", { hasText: "20,000 of 20,000, newest first" }).waitFor();
    await frame.getByText("All 20,000 responses loaded").waitFor();
    const first = frame.getByRole("gridcell").first();
    await first.filter({ hasText: /BT\d+/ }).waitFor();
    const newest = await first.innerText();
    await frame.locator(".grid").evaluate((it) => it.scrollTo(0, it.scrollHeight));
    // Row numbers include the two rows of the header.
    const oldest = frame.locator('[role=row][aria-rowindex="20002"] [role=gridcell]').first();
    await oldest.filter({ hasText: /^\s*BT\d+\s*$/ }).waitFor();
    assert.notEqual(await oldest.innerText(), newest);
    await frame.locator(".grid").evaluate((it) => it.scrollTo(0, 0));
    await frame.getByRole("gridcell", { name: newest }).waitFor();
  });

  it("filter by collect group", async () => {
    const frame = await workbench.webviewFrame("responses", survey);
    await frame.getByRole("button", { name: "Filter", exact: true }).click();
    await frame
      .getByRole("combobox", { name: "Collect group" })
      .selectOption({ label: "Panel, July" });
    const counts = frame.locator(".counts");
    await counts.filter({ hasText: /^[5-8],\d{3} of 20,000, newest first$/ }).waitFor();
    await frame.getByRole("button", { name: "Close", exact: true }).click();
    await frame.getByRole("button", { name: "Remove filter: Panel, July" }).click();
    await counts.filter({ hasText: "20,000 of 20,000" }).waitFor();
  });

  it("copy the codebook as Markdown", async () => {
    const { page } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("tab", { name: survey }).first().click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("button", { name: "Copy Codebook" }).click();
    await page.getByText("Copied the codebook as Markdown").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^# .*Brand tracker Q3 2025/);
  });

  for (const theme of themes) {
    it(`have no accessibility problem in the ${theme} theme`, async () => {
      // The responses panel is checked in responsesPanel.test.ts.
      await workbench.page.getByRole("tab", { name: survey }).first().click();
      await workbench.setTheme(theme);
      const frame = await workbench.webviewFrame("structure", survey);
      await frame.getByRole("heading", { name: survey }).first().waitFor();
      const onlyColours = theme !== themes[0];
      assert.deepEqual(await accessibilityProblems(frame, { onlyColours }), []);
      await workbench.screenshot(`structure-${theme}`);
    });
  }

  it("are restored after a window reload", async () => {
    await workbench.page.getByRole("tab", { name: /Responses/ }).click();
    const before = await workbench.webviewFrame("responses", survey);
    await before.getByRole("radio", { name: "Both" }).check();
    // VS Code writes the removal of the filter together with this.
    await workbench.waitUntilStored(/"cells":"both"/);
    await workbench.reload();
    const frame = await workbench.webviewFrame("responses", survey);
    await frame.locator(".counts", { hasText: "20,000 of 20,000, newest first" }).waitFor();
    await frame.getByRole("radio", { name: "Both", checked: true }).waitFor();
    await workbench.page.getByRole("tab", { name: survey }).first().click();
    const structure = await workbench.webviewFrame("structure", survey);
    await structure.getByRole("heading", { name: survey }).waitFor();
  });
});

describe("Survey Explorer in Restricted Mode", () => {
  it("opens a survey from the tree", async () => {
    await using workbench = await Workbench.open({ kind: "restricted" });
    const tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("heading", { name: survey }).waitFor();
  });
});
