import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { host } from "../support/host.ts";
import { answerCommand, copiedLink, copyLinkOf, followLink } from "../support/links.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Brand tracker Q3 2025";

describe("Links in VS Code", () => {
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    workbench = await Workbench.shared();
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    tree = await workbench.waitForTree();
  });

  after(() => workbench.close());

  const isAt = async (frame: Frame, name: string): Promise<void> => {
    const heading = frame.getByRole("heading", { name, exact: true });
    await eventually(
      `the focus on ${name}`,
      async () => (await heading.evaluate((it) => it === document.activeElement)) || undefined,
    );
  };

  it("are copied from the tree and from a question, and open the question", async () => {
    const { page } = workbench;
    await copyLinkOf(workbench, /Brand tracker/);
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).click();
    const frame = await workbench.webviewFrame("structure", survey);
    const last = frame.locator("article.question").last();
    const name = await last.locator("h3").innerText();
    await last.hover();
    await workbench.screenshot("links-question");
    await last.getByRole("button", { name: `Copy link to ${name}` }).click();
    const link = await copiedLink(workbench, /&question=/);
    await page.getByText("Copied the link").waitFor();
    await workbench.runCommand("View: Close All Editors");
    await followLink(workbench, link);
    await isAt(await workbench.webviewFrame("structure", survey), name);
  });

  it("open a response at a column, and a question of the summary", async () => {
    await workbench.chooseFromContextMenu(
      tree.getByRole("treeitem", { name: /Brand tracker/ }),
      "Open Responses",
    );
    let frame = await workbench.webviewFrame("responses", survey);
    await frame.getByText("All 20,000 responses loaded").waitFor();
    const cell = frame.locator('.grid-row [role=gridcell][data-row="5"][data-column="4"]');
    await workbench.chooseFromContextMenu(cell, "Copy Link");
    const link = await copiedLink(workbench, /&view=table&question=.*&response=/);
    const serial = frame.locator('[role=gridcell][data-row="5"][data-column="0"]');
    const name = (await serial.innerText()).trim();
    await workbench.runCommand("View: Close All Editors");
    await answerCommand(workbench, "Survey Explorer: Open Link…", link);
    frame = await workbench.webviewFrame("responses", survey);
    await frame.getByRole("complementary", { name: `Response ${name}` }).waitFor();
    const focused = frame.locator('[role=gridcell][data-row="5"][data-column="4"]:focus');
    await focused.waitFor();
    const [shown, beside] = [
      await focused.boundingBox(),
      await frame.locator(".detail").boundingBox(),
    ];
    assert.ok(shown && beside && shown.x + shown.width <= beside.x);
    await workbench.screenshot("links-response");
    await answerCommand(
      workbench,
      "Survey Explorer: Open Link…",
      link.replace("view=table", "view=summary").replace(/&response=.*/, ""),
    );
    const question = decodeURIComponent(/&question=([^&]*)/.exec(link)?.[1] ?? "");
    const heading = frame.locator("summary-question h3").filter({ hasText: question });
    await eventually(
      "the focus on the question",
      async () =>
        (await heading.first().evaluate((it) => it === document.activeElement)) || undefined,
    );
  });

  it("are rejected if invalid, with their text shown without links", async () => {
    const hostile = "vscode://survey-explorer.survey-explorer/open?at=sample&x=[Click](command:x)";
    await answerCommand(workbench, "Survey Explorer: Open Link…", hostile);
    const told = await workbench.notification(/cannot be opened/);
    assert.equal(await told.locator(".notification-list-item-message a").count(), 0);
    assert.match(await told.innerText(), /\[Click\].*\(command:x\)/);
    await workbench.screenshot("links-refused");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("ask to sign in while signed out", async () => {
    const link = await copyLinkOf(workbench, /Brand tracker/);
    await workbench.runCommand("Survey Explorer: Sign Out");
    await tree.getByRole("treeitem", { name: /signed out/ }).waitFor();
    await followLink(workbench, link);
    await workbench.answerNotification(/Sign in to "Sample data space"/, "Sign In");
    const dialog = workbench.page.locator(".quick-input-widget");
    await dialog.getByText("(1/2)").waitFor();
    const { spaceId, apiKey } = (await host()).dataSpace;
    await dialog.locator("input[type=text]").fill(spaceId);
    await workbench.page.keyboard.press("Enter");
    await dialog.locator("input[type=password]").fill(apiKey);
    await workbench.page.keyboard.press("Enter");
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).waitFor();
  });
});
