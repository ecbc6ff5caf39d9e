import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { Workbench } from "../support/workbench.ts";

const [first, second, third] = [
  "Brand tracker Q3 2025",
  "Customer satisfaction 2025",
  "Employee engagement 2025",
] as const;

describe("Surveys opened from the tree", () => {
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    workbench = await Workbench.shared();
    tree = await workbench.waitForTree();
  });

  afterEach(async () => {
    await workbench.runCommand("View: Close All Editors");
    await tabs().first().waitFor({ state: "detached" });
  });

  after(() => workbench.close());

  const row = (survey: string) => tree.getByRole("treeitem", { name: new RegExp(survey) });
  const tabs = () => workbench.page.locator(".tabs-container .tab");
  /** Locates the survey's tab if it is a preview, whose title is in italics. */
  const preview = (survey: string) =>
    tabs()
      .filter({ hasText: survey })
      .filter({ has: workbench.page.locator(".italic") });
  const kept = (survey: string) =>
    tabs()
      .filter({ hasText: survey })
      .filter({ hasNot: workbench.page.locator(".italic") });

  async function shows(survey: string): Promise<void> {
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("heading", { name: survey }).first().waitFor();
  }

  it("are previews that replace each other on a click", async () => {
    await row(first).click();
    await shows(first);
    await preview(first).waitFor();
    await row(second).click();
    await shows(second);
    await preview(second).waitFor();
    await tabs().filter({ hasText: first }).waitFor({ state: "detached" });
    assert.equal(await tabs().count(), 1);
    await workbench.screenshot("structure-preview");
  });

  it("are kept open on a double click and by Open Survey", async () => {
    await row(second).dblclick();
    await kept(second).waitFor();
    await row(first).click();
    await preview(first).waitFor();
    await workbench.chooseFromContextMenu(row(first), "Open Survey");
    await kept(first).waitFor();
    assert.equal(await tabs().count(), 2);
  });

  it("are restored as previews or kept tabs after a window reload", async () => {
    await row(first).dblclick();
    await kept(first).waitFor();
    await row(third).click();
    await shows(third);
    await preview(third).waitFor();
    assert.equal(await tabs().count(), 2);
    await workbench.waitUntilStored(
      new RegExp(`survey-explorer-structure:/${encodeURIComponent(third)}`),
    );
    await workbench.reload();
    await shows(third);
    await preview(third).waitFor();
    await kept(first).click();
    await shows(first);
  });
});
