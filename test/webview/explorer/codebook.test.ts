import { strict as assert } from "node:assert";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eventually, textOnceWritten } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";
import { folderOfSuite } from "../../support/folders.ts";

describe("Codebook export in a window with several folders", () => {
  let workbench: Workbench;
  const folder = folderOfSuite();

  before(async () => {
    workbench = await Workbench.open({ opens: "workspace" });
  });

  after(() => workbench.close());

  it("writes the chosen format from the survey's menu", async () => {
    const { page } = workbench;
    const tree = await workbench.waitForTree();
    const survey = tree.getByRole("treeitem", { name: /^Exit interview 2026/ });
    await workbench.chooseFromContextMenu(survey, "Export Codebook…");
    const dialog = page.locator(".quick-input-widget");
    await workbench.chooseRow("Markdown");
    const path = dialog.locator("input[type=text]");
    await eventually("the proposed name", async () =>
      /Exit interview 2026.* codebook\.md$/.test(await path.inputValue()) ? true : undefined,
    );
    const file = join(folder, "codebook.md");
    await workbench.answerFile(file);
    const text = await textOnceWritten(file);
    assert.match(text, /^# Exit interview 2026/);
    assert.match(text, /\| reason \| SingleChoice \|/);
    assert.deepEqual(await readdir(folder), ["codebook.md"]);
  });
});
