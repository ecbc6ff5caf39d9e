import { strict as assert } from "node:assert";
import { accessibilityProblems } from "../support/axe.ts";
import { Workbench } from "../support/workbench.ts";

describe("the response URL panel in VS Code", () => {
  let workbench: Workbench;

  before(async function () {
    this.timeout(120_000);
    workbench = await Workbench.open({ kind: "v2" });
    const tree = await workbench.waitForTree();
    const survey = tree.getByRole("treeitem", { name: /Onboarding/ });
    await survey.locator(".monaco-tl-twistie").click();
  });

  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await workbench.screenshot(`failed ${this.currentTest.title}`);
    }
  });

  after(() => workbench.close());

  it("x", async () => {
    await workbench.screenshot("urls-x");
    assert.ok(accessibilityProblems);
  });
});
