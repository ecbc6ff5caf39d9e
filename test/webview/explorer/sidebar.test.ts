import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { eventually, succeeds } from "../support/eventually.ts";
import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { host, sampleName } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";

describe("Surveys view", () => {
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    workbench = await Workbench.shared();
    tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).waitFor();
  });

  after(() => workbench.close());

  it("shows the data space and its surveys, with the running ones marked", async () => {
    await tree.getByRole("treeitem", { name: /Sample data space.*v3 · \d+ surveys/ }).waitFor();
    await tree.getByRole("treeitem", { name: /Brand tracker.*running/ }).waitFor();
    await tree.getByRole("treeitem", { name: /^Exit interview/ }).waitFor();
    await tree.getByRole("treeitem", { name: /대학생 생활 실태 조사/ }).waitFor();
  });

  it("expands a survey into its collect groups, with state and target", async () => {
    const survey = tree.getByRole("treeitem", { name: /Brand tracker/ });
    // Its responses may already have been counted: "at least 300 of 1,000".
    const group = tree.getByRole("treeitem", { name: /Panel, September.*RUNNING · .*[\d,]{3}/ });
    await eventually("the collect groups", async () => {
      // A row that is redrawn at that moment loses the click.
      if ((await survey.getAttribute("aria-expanded")) !== "true") {
        await survey.locator(".monaco-tl-twistie").click();
      }
      return succeeds(group.waitFor({ timeout: 5000 }));
    });
    await tree.getByRole("treeitem", { name: /Panel, July.*COMPLETED/ }).waitFor();
    await workbench.screenshot("sidebar");
    await survey.locator(".monaco-tl-twistie").click();
  });

  it("shows only running surveys, then all surveys", async () => {
    const exit = tree.getByRole("treeitem", { name: /Exit interview/ });
    await workbench.runCommand("Survey Explorer: Show Running Surveys Only");
    await exit.waitFor({ state: "detached" });
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).waitFor();
    await workbench.runCommand("Survey Explorer: Show All Surveys");
    await exit.waitFor();
  });

  it("finds a survey by typing and opens it", async () => {
    await workbench.runCommand("Survey Explorer: Find Survey…");
    const { page } = workbench;
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await page.locator(".quick-input-widget input[type=text]:focus").waitFor();
    await page.keyboard.type("brand tr");
    await page.locator(".quick-input-list .focused", { hasText: "Brand tracker" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /Brand tracker/ }).waitFor();
  });

  it("copies the ID of a survey", async () => {
    const { page } = workbench;
    const survey = tree.getByRole("treeitem", { name: /Brand tracker/ });
    await workbench.chooseFromContextMenu(survey, "Copy ID");
    await page.getByText(/^Copied s/).waitFor();
  });

  it("removes a data space with a welcome view and an Undo", async () => {
    const { page } = workbench;
    const dataSpace = tree.getByRole("treeitem", { name: new RegExp(sampleName) });
    await workbench.runCommand("Survey Explorer: Remove Data Space");
    const welcome = page.getByRole("region", { name: "Welcome" });
    await welcome.getByRole("button", { name: "Try the Sample Data Space" }).waitFor();
    await welcome.getByRole("button", { name: "Add Data Space…" }).waitFor();
    await workbench.screenshot("sidebar-empty");
    await workbench.answerNotification(/its key were removed/, "Undo");
    await dataSpace.waitFor();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).waitFor();
    assert.equal(await dataSpace.count(), 1);
  });

  it("signs out, and in again with a masked key", async () => {
    const { page } = workbench;
    await workbench.runCommand("Survey Explorer: Sign Out");
    await tree.getByRole("treeitem", { name: /v3 · signed out/ }).waitFor();
    const signIn = tree.getByRole("treeitem", { name: /Sign in…/ });
    await signIn.click();
    const input = page.locator(".quick-input-widget input[type=text]");
    const secret = page.locator(".quick-input-widget input[type=password]");
    const { spaceId, apiKey } = (await host()).dataSpace;
    await page.locator(".quick-input-widget").getByText("(1/2)").waitFor();
    await input.fill(spaceId);
    await input.press("Enter");
    await secret.fill("not-the-key");
    await secret.press("Enter");
    await signIn.waitFor();
    await workbench.answerNotification(
      /Space ID and API key were not stored\. .*refused the Space ID or API key/,
      "Change",
    );
    // What was typed is filled in again, except for the key.
    await eventually("the Space ID", async () => (await input.inputValue()) === spaceId);
    await input.press("Enter");
    await secret.fill(apiKey);
    await secret.press("Enter");
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).waitFor();
  });
});

describe("Surveys view with a filter that hides all surveys", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;

  before(async () => {
    space = await startDisturbedDataSpace(1);
    workbench = await Workbench.open({ server: space.server });
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  it("explains the empty view and shows all surveys again", async () => {
    const survey = (await workbench.waitForTree("Acme research")).getByRole("treeitem", {
      name: /^Customer satisfaction 2025/,
    });
    await survey.waitFor();
    await workbench.runCommand("Survey Explorer: Show Running Surveys Only");
    const welcome = workbench.page.getByRole("region", { name: "Welcome" });
    await welcome.getByText("No survey is running.").waitFor();
    await workbench.screenshot("sidebar-none-running");
    await welcome.getByRole("button", { name: "Show All Surveys" }).click();
    await survey.waitFor();
    await welcome.waitFor({ state: "hidden" });
  });
});
