import { strict as assert } from "node:assert";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eventually, textOnceWritten } from "../support/eventually.ts";
import { readSample } from "../support/sampleResponses.ts";
import { Workbench } from "../support/workbench.ts";
import { folderOfSuite } from "../../support/folders.ts";

const survey = "Customer satisfaction 2025";

describe("Summary of a survey in VS Code", () => {
  let workbench: Workbench;
  const folder = folderOfSuite();

  before(async () => {
    workbench = await Workbench.shared();
  });

  after(() => workbench.close());

  const dialog = () => workbench.page.locator(".quick-input-widget");

  async function ask(): Promise<void> {
    const tree = await workbench.waitForTree();
    const item = tree.getByRole("treeitem", { name: new RegExp(survey) });
    await workbench.chooseFromContextMenu(item, "Export Summary…");
    await dialog().locator(".monaco-list-row", { hasText: "Markdown" }).waitFor();
  }

  /** Chooses the format, and waits for the file name that is proposed. */
  async function askFile(format: string, proposed: RegExp): Promise<void> {
    await workbench.chooseRow(format);
    const path = dialog().locator("input[type=text]");
    await dialog().getByRole("button", { name: "OK" }).waitFor();
    await eventually("the proposed name", async () =>
      proposed.test(await path.inputValue()) ? true : undefined,
    );
  }

  /** Saves to the file, and returns its text. */
  async function saved(file: string): Promise<string> {
    await workbench.answerFile(file);
    return textOnceWritten(file);
  }

  it("is not exported if the dialog is dismissed", async () => {
    await ask();
    await workbench.dismiss();
    await ask();
    await askFile("HTML", /Customer satisfaction 2025 summary\.html$/);
    await workbench.dismiss();
    assert.deepEqual(await readdir(folder), []);
  });

  it("is exported from the menu with the figures of all responses", async () => {
    const responses = await readSample(survey);
    await ask();
    await askFile("Markdown", /Customer satisfaction 2025 summary\.md$/);
    const file = join(folder, "summary.md");
    const text = await saved(file);
    assert.match(text, /^# Customer satisfaction 2025\n/);
    assert.match(text, /\*\*Responses:\*\* 1,500 of 1,500$/m);
    const questions = new Set(responses.flatMap((it) => it.variables.map(({ name }) => name)));
    for (const name of questions) {
      const answered = responses.filter((response) =>
        response.variables.some((it) => it.name === name && it.answer.length > 0),
      );
      // Removes the escapes of Markdown.
      const part = text.replaceAll("\\", "").split(`\n### ${name}\n`)[1]?.split("\n### ")[0] ?? "";
      assert.ok(part.includes(`Base: ${answered.length.toLocaleString("en")} answered`), name);
    }
    assert.deepEqual(await readdir(folder), ["summary.md"]);
  });

  it("opens from the panel as an HTML report with the same figures and can be saved", async () => {
    const item = (await workbench.waitForTree()).getByRole("treeitem", {
      name: new RegExp(survey),
    });
    await workbench.chooseFromContextMenu(item, "Open Summary");
    const frame = await workbench.webviewFrame("responses", survey);
    // Until then, figures are of the responses that are loaded.
    await frame
      .locator("[role=status]", { hasText: "Summary of 1,500 responses" })
      .waitFor({ state: "attached" });
    const bars = frame.locator("article.question").first().locator("table.bars tbody tr");
    await bars.first().waitFor();
    const counts = await bars.locator(".figure-number").allInnerTexts();
    await frame.getByRole("button", { name: "Copy and Report" }).click();
    await frame.getByRole("menuitem", { name: "Report As HTML" }).click();
    await workbench.answerNotification(/The report is open as HTML/, "Save As…");
    const text = await saved(join(folder, "report.html"));
    assert.match(text, /^<!doctype html>/);
    assert.match(text, /<dt>Responses<\/dt><dd>1,500 of 1,500<\/dd>/);
    const [table = ""] = /<table[^]*?<\/table>/.exec(text) ?? [];
    assert.ok(counts.length > 1);
    for (const count of counts) {
      assert.ok(table.includes(`>${count.trim()}<`), count);
    }
  });
});
