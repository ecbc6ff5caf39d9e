import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { guestServer, openDataSpace } from "../support/guest.ts";
import { Workbench } from "../support/workbench.ts";

const spaceName = "Acme windows";

describe("A window that has not exported anything", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;

  before(async () => {
    space = await startDisturbedDataSpace(2000);
    workbench = await Workbench.open({ server: await guestServer(spaceName, space.access) });
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  async function survey(of: Workbench): Promise<Locator> {
    const tree = await of.waitForTree(spaceName);
    return tree.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
  }

  async function openResponses(of: Workbench) {
    await of.chooseFromContextMenu(await survey(of), "Open Responses");
    return of.webviewFrame("responses", "Customer satisfaction 2025");
  }

  it("shows the Exports view, collapsed, with the first export", async () => {
    const { page } = workbench;
    const header = page.getByRole("button", { name: /Exports Section/ });
    const item = await survey(workbench);
    assert.equal(await header.count(), 0);
    await workbench.chooseFromContextMenu(item, "Export Responses…");
    await workbench.chooseRow(/Export .*response/);
    await workbench.answerFile(join(space.folder, "first.json"));
    await header.waitFor();
    assert.equal(await header.getAttribute("aria-expanded"), "false");
    await header.click();
    const list = page.getByRole("tree", { name: "Exports" });
    await list.getByRole("treeitem", { name: /^first.json, complete/ }).waitFor();
  });

  it("lets other windows read when it is closed while reading, with its extension host still running", async () => {
    // The export has kept a copy.
    await workbench.runCommand("Survey Explorer: Clear Cached Responses");
    await workbench.page
      .locator(".monaco-dialog-box")
      .getByRole("button", { name: "Clear", exact: true })
      .click();
    space.disturb("hold", 2);
    const panel = await openResponses(workbench);
    await panel.getByText(/[1-9]\d* loaded, total not known yet/).waitFor();
    await workbench.close();
    // The page that was requested arrives, but the closed window cannot hand over the key for more.
    space.disturb("none");
    const other = await openDataSpace(spaceName, space.access);
    const others = await openResponses(other);
    await others.getByText("All 2,000 responses loaded").waitFor();
    await other.close();
  });
});
