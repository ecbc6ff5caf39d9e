import assert from "node:assert/strict";
import { PanelBrowser } from "../support/panelPage.ts";
import { largeContent, responsesState } from "./fixtures.ts";
import { cell, focusedCell, type GridPage } from "./gridPage.ts";

/** The last text that was copied. */
async function copied(panel: GridPage): Promise<string> {
  await panel.press("Control+c");
  const texts = (await panel.takeRequests()).flatMap((it) => (it.kind === "copy" ? [it.text] : []));
  return texts.join("---");
}

describe("The grid of responses", () => {
  let browser: PanelBrowser;
  let panel: GridPage;
  before(async () => {
    browser = await PanelBrowser.start();
  });
  beforeEach(async () => {
    panel = await browser.responses();
  });
  afterEach(() => panel.close());
  after(() => browser.close());

  it("is a grid that says how large it is and where each cell stands", async () => {
    await panel.show(responsesState());
    const grid = panel.page.getByRole("grid", { name: "Responses" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "501");
    assert.equal(await grid.getAttribute("aria-colcount"), "11");
    const header = panel.page.getByRole("columnheader", { name: "Q1, How satisfied" });
    assert.equal(await header.getAttribute("aria-colindex"), "7");
    const row = panel.page.getByRole("row").nth(3);
    assert.equal(await row.getAttribute("aria-rowindex"), "4");
    assert.equal(await cell(panel.page, 2, 7).getAttribute("aria-colindex"), "8");
  });

  it("shows labels, codes or both, and what no label tells", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    assert.equal(await cell(page, 0, 7).innerText(), "Phone · Laptop");
    assert.equal(await cell(page, 0, 7).getAttribute("title"), "Phone (1)\nLaptop (2)");
    assert.equal(await cell(page, 1, 7).innerText(), 'Other: "tablet"');
    assert.equal(await cell(page, 3, 7).innerText(), "77");
    assert.equal(await cell(page, 3, 7).getAttribute("title"), "77 (code not in the structure)");
    assert.equal(await cell(page, 4, 7).getAttribute("aria-label"), "no answer");
    assert.equal(await cell(page, 0, 4).innerText(), "Panel wave 2");
    assert.equal(await cell(page, 0, 4).getAttribute("title"), "Panel wave 2 (grp-0002)");
    assert.equal(await cell(page, 0, 1).innerText(), "3 Mar 2025, 09:59:02");
    assert.equal(await cell(page, 0, 1).getAttribute("title"), "2025-03-03T09:59:02");

    await page.getByRole("radio", { name: "Codes" }).click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "cells", cells: "codes" }]);
    assert.equal(await cell(page, 1, 7).innerText(), '9: "tablet"');
    await cell(page, 0, 0).click();
    await panel.press("c", "c");
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "cells", cells: "labels" },
      { kind: "cells", cells: "both" },
    ]);
    assert.equal(await cell(page, 1, 7).innerText(), '9 Other: "tablet"');
    assert.equal(await cell(page, 0, 6).innerText(), "1 Very satisfied");
    assert.equal(await cell(page, 0, 7).innerText(), "1 Phone · 2 Laptop");
    assert.equal(await cell(page, 3, 7).innerText(), "77");
  });

  it("moves the focus as every grid does", async () => {
    await panel.show(responsesState());
    await cell(panel.page, 0, 0).click();
    const steps: readonly (readonly [string, string])[] = [
      ["ArrowDown", "1,0"],
      ["ArrowRight", "1,1"],
      ["End", "1,10"],
      ["ArrowRight", "1,10"],
      ["Control+End", "499,10"],
      ["Home", "499,0"],
      ["Control+Home", "0,0"],
      ["ArrowUp", "-1,0"],
      ["ArrowUp", "-1,0"],
      ["ArrowDown", "0,0"],
    ];
    for (const [key, position] of steps) {
      await panel.press(key);
      assert.equal(await focusedCell(panel), position, key);
    }
    await panel.press("PageDown");
    const page = Number((await focusedCell(panel)).split(",")[0]);
    assert(page > 15 && page < 40, `a page has ${page} rows`);
    await panel.press("PageUp");
    assert.equal(await focusedCell(panel), "0,0");
    assert.equal(await panel.page.locator(".grid [tabindex='0']").count(), 1);
  });

  it("draws little of much, and keeps the focus through scrolling", async () => {
    const { page } = panel;
    await panel.show(responsesState({ content: largeContent() }));
    assert((await page.getByRole("gridcell").count()) < 1500);
    await cell(page, 2, 3).click();
    await page.locator(".grid").evaluate((it) => it.scrollTo(6000, 12000));
    await panel.until(
      async () => (await page.getByRole("gridcell", { name: "S490" }).count()) === 1,
      "rows far down are drawn",
    );
    assert.equal(await focusedCell(panel), "2,3");
    await panel.press("ArrowDown");
    assert.equal(await focusedCell(panel), "3,3");
    await panel.until(() => cell(page, 3, 3).isVisible(), "the focused cell is in view");
    const [focused, frozen, head] = await Promise.all([
      cell(page, 3, 3).boundingBox(),
      cell(page, 3, 0).boundingBox(),
      page.locator(".grid-head").boundingBox(),
    ]);
    assert(focused && frozen && head);
    assert(focused.x >= frozen.x + frozen.width - 1, "not below the frozen column");
    assert(focused.y >= head.y + head.height - 1, "not below the header");
    await panel.press("Control+End");
    assert.equal(await focusedCell(panel), "999,149");
    await panel.screenshot("panel-responses-large");
  });

  it("copies what is selected, as shown", async () => {
    await panel.show(responsesState());
    await cell(panel.page, 1, 6).click();
    assert.equal(await copied(panel), "Somewhat satisfied");
    await panel.press("Shift+ArrowRight", "Shift+ArrowDown");
    assert.equal(await panel.page.locator("[aria-selected=true]").count(), 4);
    assert.equal(
      await copied(panel),
      'Somewhat satisfied\t"Other: ""tablet"""\nNeither satisfied nor dissatisfied\tDesktop & monitor',
    );
    await cell(panel.page, 2, 9).click();
    assert.equal(await copied(panel), '"Nothing, ""all good""\tas it is"');
    await cell(panel.page, 0, 8).click();
    await panel.press("Shift+Space");
    assert.match(
      await copied(panel),
      /^serial\tfinishedAt\t.*\nS2800\t3 Mar 2025, 09:59:02\t[^\n]*$/,
    );
    await cell(panel.page, 0, 8).click();
    await panel.press("Control+Space");
    const column = (await copied(panel)).split("\n");
    assert.deepEqual([column.length, ...column.slice(0, 3)], [501, "NPS", "0", "1"]);
    await panel.press("Control+a");
    assert.equal((await copied(panel)).split("\n")[0]?.split("\t").length, 11);
  });

  it("selects with the mouse", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    await cell(page, 1, 1).hover();
    await page.mouse.down();
    await cell(page, 3, 2).hover();
    await page.mouse.up();
    await panel.painted();
    assert.equal(await page.locator("[aria-selected=true]").count(), 6);
    await cell(page, 5, 1).click({ modifiers: ["Shift"] });
    assert.equal(await page.locator("[aria-selected=true]").count(), 5);
  });

  it("resizes columns with the mouse and by keyboard", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    const sash = page.getByRole("separator", { name: "Width of Q1" });
    const width = async (): Promise<number> => Number(await sash.getAttribute("aria-valuenow"));
    const before = await width();
    await cell(page, -1, 6).click({ position: { x: 40, y: 10 } });
    await panel.press("Enter", "ArrowRight", "ArrowRight", "ArrowLeft");
    assert.equal(await width(), before + 8);
    await panel.press("Escape");
    assert.equal(await focusedCell(panel), "-1,6");
    const box = await sash.boundingBox();
    assert(box);
    await page.mouse.move(box.x + 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 52, box.y + 10);
    await page.mouse.up();
    await panel.painted();
    assert.equal(await width(), before + 58);
    const [header, value] = await Promise.all([
      cell(page, -1, 7).boundingBox(),
      cell(page, 0, 7).boundingBox(),
    ]);
    assert.equal(header?.x, value?.x);
  });

  it("switches 1,000 rows of 150 columns between codes and labels at once", async () => {
    await panel.show(responsesState({ content: largeContent() }));
    await cell(panel.page, 0, 0).click();
    const elapsed = await panel.page.evaluate(async () => {
      const updated = (selector: string): Promise<boolean> | undefined =>
        document.querySelector<Element & { updateComplete: Promise<boolean> }>(selector)
          ?.updateComplete;
      const start = performance.now();
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "c", bubbles: true }),
      );
      await updated("responses-panel");
      await updated("responses-grid");
      document.body.getBoundingClientRect();
      return performance.now() - start;
    });
    assert(elapsed < 100, `switching took ${elapsed} ms`);
  });
});
