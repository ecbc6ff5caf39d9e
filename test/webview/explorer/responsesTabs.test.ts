import { strict as assert } from "node:assert";
import type { Frame } from "playwright-core";
import { labelText } from "../../../src/model/label.ts";
import type { Response, Variable } from "../../../src/model/response.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually } from "../support/eventually.ts";
import { readSample } from "../support/sampleResponses.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Customer satisfaction 2025";

describe("Tabs of the responses panel in VS Code", () => {
  let workbench: Workbench;
  let responses: readonly Response[];
  /** A question with several options and one answer. */
  let question: Variable;
  let frame: Frame;

  before(async () => {
    responses = await readSample(survey);
    const asked = responses[0]?.variables.find(
      (it) => it.options.length > 1 && it.answer.length === 1,
    );
    assert.ok(asked);
    question = asked;
    workbench = await Workbench.shared();
  });

  after(() => workbench.close());

  async function open(entry: string): Promise<void> {
    const tree = await workbench.waitForTree();
    const item = tree.getByRole("treeitem", { name: new RegExp(survey) });
    await workbench.chooseFromContextMenu(item, entry);
    frame = await workbench.webviewFrame("responses", survey);
  }

  async function isInFront(tab: string): Promise<void> {
    await frame.getByRole("tab", { name: tab, selected: true }).waitFor();
  }

  async function hasTitle(tab: string): Promise<void> {
    await workbench.page.getByRole("tab", { name: `${survey} · ${tab}` }).waitFor();
  }

  /** Checks the question's options and their counts in the summary. */
  async function summaryIsRight(): Promise<void> {
    const expected = question.options.map(({ name, label }) => {
      const given = responses.filter((response) =>
        response.variables.some(
          (it) => it.name === question.name && it.answer.some(({ value }) => value === name),
        ),
      );
      return [labelText(label), given.length.toLocaleString("en")];
    });
    const rows = frame.locator("article.question", { hasText: question.name }).first();
    let seen: unknown;
    await eventually("the figures", async () => {
      seen = await rows
        .locator("table.bars tbody tr")
        .evaluateAll((all) =>
          all.map((it) =>
            [it.querySelector("th"), it.querySelector(".figure-number")].map((cell) =>
              cell?.textContent.trim(),
            ),
          ),
        );
      return JSON.stringify(seen) === JSON.stringify(expected) || undefined;
    }).catch(() => assert.deepEqual(seen, expected));
  }

  it("show the fieldwork without loading responses, from the survey's menu", async () => {
    await open("Open Fieldwork");
    await isInFront("Fieldwork");
    await frame.locator(".key-figures", { hasText: /Responses\s*1,500/ }).waitFor();
    assert.equal(await frame.getByText("All 1,500 responses loaded").count(), 0);
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot("fieldwork-vscode");
  });

  it("show the summary of all responses in the same panel", async () => {
    await open("Open Summary");
    await isInFront("Summary");
    await summaryIsRight();
    assert.equal(
      await workbench.page.getByRole("tab", { name: /· (Responses|Summary|Fieldwork)/ }).count(),
      1,
    );
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot("summary-vscode");
  });

  it("are switched by clicks and by the survey's menu, and set the editor's title", async () => {
    for (const [clicked, tab] of [
      ["Fieldwork", "Summary"],
      ["Summary", "Responses"],
      ["Responses", "Fieldwork"],
    ] as const) {
      await frame.getByRole("tab", { name: clicked }).click();
      await hasTitle(clicked);
      await open(`Open ${tab}`);
      await isInFront(tab);
      await hasTitle(tab);
    }
  });

  it("show column charts in the headers of the grid", async () => {
    await open("Open Summary");
    await showHeaderBars();
    await workbench.screenshot("header-bars-vscode");
  });

  async function showHeaderBars(): Promise<void> {
    await frame.getByRole("tab", { name: "Responses" }).click();
    await frame.getByRole("button", { name: "More Actions" }).click();
    const item = frame.getByRole("menuitemcheckbox", { name: "Column Charts" });
    if ((await item.getAttribute("aria-checked")) === "true") {
      await workbench.page.keyboard.press("Escape");
    } else {
      await item.click();
    }
    await frame.locator(".header-bars rect").first().waitFor();
  }

  it("are restored after a window reload", async () => {
    await open("Open Summary");
    await showHeaderBars();
    await frame.getByRole("tab", { name: "Summary" }).click();
    await workbench.waitUntilStored(/"tab":"summary".*"headerBars":true/);
    await workbench.reload();
    frame = await workbench.webviewFrame("responses", survey);
    await isInFront("Summary");
    await hasTitle("Summary");
    await summaryIsRight();
    await frame.getByRole("tab", { name: "Responses" }).click();
    await frame.locator(".header-bars rect").first().waitFor();
    await frame.getByRole("tab", { name: "Fieldwork" }).click();
    await frame.locator(".key-figures", { hasText: /Responses\s*1,500/ }).waitFor();
    // How many responses are loaded is not shown here, because fieldwork is read separately.
    assert.equal(await frame.getByText("All 1,500 responses loaded").count(), 0);
  });
});
