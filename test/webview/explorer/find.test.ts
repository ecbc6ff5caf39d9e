import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { eventually, succeeds } from "../support/eventually.ts";
import { takeScreenshot } from "../support/screenshots.ts";
import { Workbench } from "../support/workbench.ts";

describe("Find in Surveys", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.shared();
    await workbench.waitForTree();
  });

  after(() => workbench.close());
  afterEach(async () => {
    await workbench.page.keyboard.press("Escape");
    await workbench.runCommand("View: Close All Editors");
  });

  const dialog = () => workbench.page.locator(".quick-input-widget");
  const rows = () => dialog().locator(".monaco-list-row");

  async function find(text: string): Promise<void> {
    await workbench.runCommand("Survey Explorer: Find in Surveys…");
    await dialog()
      .getByPlaceholder(/Find surveys, questions/)
      .fill(text);
  }

  /** Presses a button of the first question, with retries: lines are redrawn while surveys are loaded. */
  async function press(button: string): Promise<void> {
    const question = firstOf("Questions");
    await eventually(`the button ${button}`, async () => {
      await question.hover();
      const pressed = question.getByRole("button", { name: button }).click({ timeout: 2000 });
      return succeeds(pressed);
    });
  }

  /** Locates the first line of a kind, which has the separator. */
  function firstOf(kind: string): Locator {
    return rows()
      .filter({ has: workbench.page.locator(".quick-input-list-separator", { hasText: kind }) })
      .first();
  }

  it("lists hits by kind with survey and text, and opens a question", async () => {
    await find("satisf");
    const survey = "Household panel: annual profile (120 questions)";
    await firstOf("Questions").waitFor();
    // This question appears once the oldest surveys are loaded, among others that are found as well.
    const question = rows()
      .filter({ hasText: `${survey} · Tea` })
      .first();
    await question.waitFor();
    await dialog().locator(".monaco-list-row.focused").waitFor();
    const label = await question.locator(".label-name").first().innerText();
    assert.match(label, /satisf/i);
    await workbench.screenshot("find");
    for (const theme of ["dark", "hc"] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`find, ${theme}`);
    }
    await workbench.setTheme("light");
    await question.click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByText(label.trim(), { exact: false }).first().waitFor();
  });

  it("opens the responses at a question by a button", async () => {
    await find("satisf");
    await press("Open Responses");
    const tab = workbench.page.getByRole("tab", { name: /· Responses/ });
    await tab.waitFor();
  });

  it("shows similar questions in other surveys", async () => {
    await find("satisf");
    await press("Where Else Was This Asked");
    await workbench.page.getByRole("tab", { name: /Preview .*in Other Surveys/ }).waitFor();
    await eventually("the document", async () => {
      const shown = workbench.page.frames().map((it) =>
        it
          .locator("h1")
          .count()
          .catch(() => 0),
      );
      return (await Promise.all(shown)).includes(1) || undefined;
    });
    await takeScreenshot(workbench.page, "similar questions");
  });

  it("lists options", async () => {
    await find("very satisfied");
    const option = firstOf("Options");
    await option.waitFor();
    assert.match(await option.innerText(), /Very satisfied/);
  });

  it("reports that nothing was found", async () => {
    await find("zzzz zzzz");
    await rows().filter({ hasText: 'Nothing found for "zzzz zzzz"' }).waitFor();
  });
});
