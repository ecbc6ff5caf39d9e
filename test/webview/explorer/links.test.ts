import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Brand tracker Q3 2025";

describe("Links in VS Code", () => {
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    // A window of its own, because the last of the tests reloads it.
    workbench = await Workbench.open();
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    tree = await workbench.waitForTree();
  });

  after(() => workbench.close());

  const copied = async (pattern: RegExp): Promise<string> => {
    let text = "";
    return eventually(`a link like ${String(pattern)} on the clipboard`, async () => {
      text = await workbench.page.evaluate(() => navigator.clipboard.readText());
      return pattern.test(text) ? text : undefined;
    }).catch((error: unknown) => assert.fail(`${String(error)} There was: ${text}`));
  };

  const answer = async (command: string, text: string): Promise<void> => {
    await workbench.runCommand(command);
    const input = workbench.page.locator(".quick-input-widget input[type=text]");
    await eventually("the typed text", async () => {
      // A panel that takes the focus at that moment closes the field.
      if (await input.isHidden()) {
        await workbench.runCommand(command);
      }
      await input.fill(text, { timeout: 3000 }).catch(() => undefined);
      return (await input.inputValue({ timeout: 500 }).catch(() => "")) === text;
    });
    await input.press("Enter");
  };

  /** Follows a link through VS Code itself, which asks first. */
  const follow = async (link: string): Promise<void> => {
    await answer("Developer: Open URL", link);
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.filter({ hasText: "Survey Explorer" }).waitFor();
    await dialog.getByRole("button", { name: "Open", exact: true }).click();
  };

  const copyBrandTracker = async (): Promise<string> => {
    const row = tree.getByRole("treeitem", { name: /Brand tracker/ });
    await workbench.chooseFromContextMenu(row, "Copy Link");
    return copied(/&version=v3&name=Sample%20data%20space&survey=[\w-]+$/);
  };

  const isAt = async (frame: Frame, name: string): Promise<void> => {
    const heading = frame.getByRole("heading", { name, exact: true });
    await eventually(
      `the focus on ${name}`,
      async () => (await heading.evaluate((it) => it === document.activeElement)) || undefined,
    );
  };

  it("are copied from the tree and from a question, and open the question", async () => {
    const { page } = workbench;
    await copyBrandTracker();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).click();
    const frame = await workbench.webviewFrame("structure", survey);
    const last = frame.locator("article.question").last();
    const name = await last.locator("h3").innerText();
    await last.hover();
    await workbench.screenshot("links-question");
    await last.getByRole("button", { name: `Copy link to ${name}` }).click();
    const link = await copied(/&question=/);
    await page.getByText("Copied the link").waitFor();
    await workbench.runCommand("View: Close All Editors");
    await follow(link);
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
    const link = await copied(/&view=table&question=.*&response=/);
    const serial = frame.locator('[role=gridcell][data-row="5"][data-column="0"]');
    const name = (await serial.innerText()).trim();
    await workbench.runCommand("View: Close All Editors");
    await answer("Survey Explorer: Open Link…", link);
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
    await answer(
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
    await answer("Survey Explorer: Open Link…", hostile);
    const told = await workbench.notification(/cannot be opened/);
    assert.equal(await told.locator(".notification-list-item-message a").count(), 0);
    assert.match(await told.innerText(), /\[Click\].*\(command:x\)/);
    await workbench.screenshot("links-refused");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("ask to sign in while signed out", async () => {
    const link = await copyBrandTracker();
    await workbench.runCommand("Survey Explorer: Sign Out");
    await tree.getByRole("treeitem", { name: /signed out/ }).waitFor();
    await follow(link);
    await workbench.answerNotification(/Sign in to "Sample data space"/, "Sign In");
    const input = workbench.page.locator(".quick-input-widget");
    await input.getByText("(1/2)").waitFor();
    await input.press("Escape");
  });

  it("open in a reloaded window", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.reload();
    // In a browser, VS Code loses the key with the page, and gets it back a moment later.
    await workbench.waitForTree();
    await follow(await copyBrandTracker());
    await workbench.webviewFrame("structure", survey);
  });
});
