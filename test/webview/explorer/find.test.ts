import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { takeScreenshot } from "../support/screenshots.ts";
import { windowTimeoutMs, Workbench } from "../support/workbench.ts";

describe("Find", function () {
  this.timeout(windowTimeoutMs);
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

  /** The first line of a kind: the separator stands in it. */
  function firstOf(kind: string): Locator {
    return rows()
      .filter({ has: workbench.page.locator(".quick-input-list-separator", { hasText: kind }) })
      .first();
  }

  it("lists what is found by kind, with survey, block, name and text, and opens the question", async () => {
    await find("satisf");
    await firstOf("Questions").waitFor();
    const question = firstOf("Questions");
    const label = await question.locator(".label-name").first().innerText();
    await workbench.screenshot("find");
    for (const theme of ["dark", "hc"] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`find, ${theme}`);
    }
    await workbench.setTheme("light");
    await question.click();
    const frame = await workbench.webviewFrame("structure", ".*");
    await frame.getByText(label.trim(), { exact: false }).first().waitFor();
    assert.match(label, /satisf/i);
  });

  it("opens the responses at the question from a line's button", async () => {
    await find("satisf");
    const question = firstOf("Questions");
    await question.hover();
    await question.getByRole("button", { name: "Open Responses" }).click();
    const tab = workbench.page.getByRole("tab", { name: /· Responses/ });
    await tab.waitFor();
  });

  it("shows where else a question was asked, as a table", async () => {
    await find("satisf");
    const question = firstOf("Questions");
    await question.hover();
    await question.getByRole("button", { name: "Where Else Was This Asked" }).click();
    await workbench.page.getByRole("tab", { name: /Preview .*in Other Surveys/ }).waitFor();
    await takeScreenshot(workbench.page, "similar questions");
  });

  it("has options beside questions, and the survey that has them", async () => {
    await find("very satisfied");
    const option = firstOf("Options");
    await option.waitFor();
    assert.match(await option.innerText(), /Very satisfied/);
  });

  it("says that nothing was found", async () => {
    await find("zzzz zzzz");
    await rows().filter({ hasText: 'Nothing found for "zzzz zzzz"' }).waitFor();
  });
});
