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
  let browser: PanelBrowser;
  let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
  before(async () => {
    browser = await PanelBrowser.start();
  });
  beforeEach(async () => {
    panel = await browser.responses();
  });
  afterEach(() => panel.close());
  after(() => browser.close());

  for (const is of conditionNames) {
    it(`by a condition "${is}", which a form asks for and shows`, async () => {
      const { page } = panel;
      const { asked, entered, brief } = conditionExamples[is];
      const host = await ResponsesHost.start(panel, { rows: responseRows(500) });
      const form = page.locator("condition-editor");
      await panel.button("Filter").click();
      await panel.button("Add condition").click();
      await page.getByRole("option", { name: /^NPS/ }).click();
      await host.idle();
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
});

function fieldOf(form: Locator, label: string): Locator {
  return form.getByRole("textbox", { name: label, exact: true });
}

/** The label of a box may be followed by a number of responses. */
function boxOf(form: Locator, label: string): Locator {
  return form.getByRole("checkbox", { name: new RegExp(`^${label}\\b`) });
}
