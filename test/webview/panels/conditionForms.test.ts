import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { conditionNames } from "../../../src/model/conditions/conditions.ts";
import { conditionExamples } from "../../support/conditionExamples.ts";
import { accessibilityProblems } from "../support/axe.ts";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { responseRows } from "./fixtures.ts";
import { ResponsesHost } from "./responsesHost.ts";

describe("The responses panel filters", () => {
  const browser = new PanelBrowser();
  let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
  beforeEach(async () => {
    panel = await browser.responses();
  });
  afterEach(() => panel.close());

  /** Opens the forms of conditions on a column of numbers. */
  const openForm = async (host: ResponsesHost): Promise<Locator> => {
    await panel.button("Filter").click();
    await panel.button("Add Condition").click();
    await panel.page.getByRole("option", { name: /^NPS/ }).click();
    await host.idle();
    return panel.page.locator("condition-editor");
  };

  for (const is of conditionNames) {
    it(`by a condition "${is}", which a form asks for and shows`, async () => {
      const { page } = panel;
      const { asked, entered, brief } = conditionExamples[is];
      const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
      const form = await openForm(host);
      for (const [label, value] of Object.entries(entered)) {
        await (value === true ? boxOf(form, label).check() : fieldOf(form, label).fill(value));
      }
      const chip = page.locator(".chip-edit").getByText(brief, { exact: true });
      await chip.waitFor();
      await host.idle();
      assert.deepEqual(host.filter, {
        conditions: [{ kind: "variable", name: "NPS", is, ...asked }],
      });
      assert.deepEqual(await accessibilityProblems(page), []);

      await panel.button("Close").click();
      await form.waitFor({ state: "detached" });
      await chip.click();
      await form.locator("input:focus").waitFor();
      for (const [label, value] of Object.entries(entered)) {
        const shown = await (value === true
          ? boxOf(form, label).isChecked()
          : fieldOf(form, label).inputValue());
        assert.equal(shown, value, label);
      }
    });
  }

  it("by what is typed into two forms without a pause", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
    const form = await openForm(host);
    await fieldOf(form, "At least").waitFor();
    // In the browser itself, to be faster than the pause after which typing takes effect.
    await form.evaluate(async (it) => {
      const fields = [...it.querySelectorAll<HTMLInputElement>("input[type=text]")];
      for (const [label, text] of [
        ["At least", "7"],
        ["Contains", "1"],
      ] as const) {
        const field = fields.find(
          ({ ariaLabel, labels }) => (ariaLabel ?? labels?.[0]?.innerText.trim()) === label,
        );
        if (!field) {
          throw new Error(`There is no field "${label}".`);
        }
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    });
    await page.locator(".chip-edit").nth(1).waitFor();
    assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), [
      "NPS: at least 7",
      "NPS contains “1”",
    ]);
  });

  it("by what was typed just before another condition is removed, without that condition", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
    const form = await openForm(host);
    await fieldOf(form, "At least").fill("7");
    const chips = page.locator(".chip-edit");
    await chips.getByText("NPS: at least 7", { exact: true }).waitFor();
    const remove = page.getByRole("button", { name: "Remove filter: NPS: at least 7" });
    const box = (await remove.boundingBox()) ?? assert.fail();
    await fieldOf(form, "Contains").press("1");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await chips.getByText("NPS contains “1”", { exact: true }).waitFor();
    // Longer than the pause after which typing takes effect.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(await chips.allInnerTexts(), ["NPS contains “1”"]);
  });

  it("by numbers as small as a histogram's, which a form shows with an exponent", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
    const form = await openForm(host);
    await fieldOf(form, "At least").fill("0.0000001");
    await page.locator(".chip-edit").getByText("NPS: at least 1e-7", { exact: true }).click();
    await form.locator("input:focus").waitFor();
    await fieldOf(form, "Upper bound").fill("0.0000002");
    await page.locator(".chip-edit").getByText("NPS: 1e-7 to 2e-7", { exact: true }).waitFor();
  });

  it("with the focus in a range of numbers that there is, or else in the first field", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
    const form = await openForm(host);
    const focused = (label: string): Promise<void> =>
      fieldOf(form, label).and(page.locator(":focus")).waitFor();
    const chip = page.locator(".chip-edit");
    await focused("Contains");
    await fieldOf(form, "At least").fill("7");
    await chip.click();
    await focused("At least");
    await fieldOf(form, "At least").fill("");
    await chip.waitFor({ state: "detached" });
    await fieldOf(form, "Contains").fill("1");
    await chip.click();
    await focused("Contains");
  });
});

function fieldOf(form: Locator, label: string): Locator {
  return form.getByRole("textbox", { name: label, exact: true });
}

/** The label of a box may be followed by a number of responses. */
function boxOf(form: Locator, label: string): Locator {
  return form.getByRole("checkbox", { name: new RegExp(`^${label}\\b`) });
}
