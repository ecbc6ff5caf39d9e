import type { Locator } from "playwright-core";
import { Workbench } from "../support/workbench.ts";

const survey = "Brand tracker Q3 2025";

describe("Changes of a survey's structure in VS Code", () => {
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    workbench = await Workbench.shared();
    tree = await workbench.waitForTree();
  });
  after(() => workbench.close());

  it("are none at first, and are listed between API versions", async () => {
    const { page } = workbench;
    const item = tree.getByRole("treeitem", { name: /Brand tracker/ });
    await workbench.chooseFromContextMenu(item, "Show Structure Changes");
    await page.getByPlaceholder(/^No changes since .*Compare with another structure$/).waitFor();
    await workbench.screenshot("structure-changes-pick");
    await workbench.choose("Another Version of the API…");
    await workbench.choose("v2");
    const list = page.locator(".monaco-editor .view-lines", {
      hasText: /Structure\schanges\sof\sBrand\stracker/,
    });
    await list.waitFor();
    await list.filter({ hasText: /Blocks\sare\snot\scompared:\sonly\sv3\shas\sthem/ }).waitFor();
    await list.filter({ hasText: /From:.*v2.*To:.*v3/ }).waitFor();
    for (const theme of ["light", "dark", "hc"] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`structure-changes-list-${theme}`);
    }
    await workbench.setTheme("light");
    await page.getByRole("tab", { name: new RegExp(`^${survey}: `) }).click();
    await page.locator(".monaco-diff-editor .modified .view-lines").waitFor();
    await workbench.screenshot("structure-changes-diff");
  });
});
