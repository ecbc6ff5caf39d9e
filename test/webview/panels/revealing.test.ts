import assert from "node:assert/strict";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { longSurvey, responseRows, structureContent, structureState } from "./fixtures.ts";
import { focusedCell } from "./gridPage.ts";
import { ResponsesHost } from "./responsesHost.ts";
import { manyColumns, manyRows } from "./summaryFixtures.ts";

describe("Revealing a place in a panel", () => {
  const browser = new PanelBrowser();

  it("scrolls to a question of the structure once, even if it loads later", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    const content = structureContent(longSurvey());
    const reveal = { number: 7, question: "Q88" };
    await panel.show(structureState({ loading: true, content: undefined, reveal }));
    assert.deepEqual(await panel.takeRequests(), []);
    // As in VS Code, where a frame is somewhat higher than the space it has.
    await page.evaluate(() => document.body.style.setProperty("height", "calc(100vh + 8px)"));
    await panel.show(structureState({ content, reveal }));
    const heading = page.getByRole("heading", { name: "Q88", exact: true });
    const isSeen = (): Promise<boolean> =>
      heading.evaluate((it) => {
        const { top, bottom } = it.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await panel.until(isSeen, "the visible question");
    assert.equal(await panel.focused(), "Q88");
    assert.equal(await page.evaluate(() => window.scrollY), 0, "the panel does not scroll");
    assert.match(await page.locator("[role=treeitem][aria-current]").innerText(), /^Q88/);
    assert.deepEqual(await panel.takeRequests(), [{ kind: "revealed", number: 7 }]);
    await page.locator(".questionnaire").evaluate((it) => it.scrollTo(0, 0));
    await panel.show(structureState({ content, reveal, loading: true }));
    assert.equal(await isSeen(), false);
    await panel.show(structureState({ content, reveal: { number: 8, question: "Q88" } }));
    await panel.until(isSeen, "the visible question again");
  });

  describe("of responses", () => {
    let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
    beforeEach(async () => {
      panel = await browser.responses();
    });
    afterEach(() => panel.close());

    it("scrolls to a question's column and shows it if hidden", async () => {
      const rows = responseRows(50);
      const layout = { ...defaultColumnLayout, hidden: ["variable:NPS"] };
      const host = await ResponsesHost.start(panel, { rows, layout });
      assert.equal(await panel.page.getByRole("columnheader", { name: "NPS" }).count(), 0);
      await host.show({ reveal: { number: 1, column: "variable:NPS" } });
      await host.idle();
      await panel.page.getByRole("columnheader", { name: "NPS" }).waitFor();
      const [shown] = host.take("layout");
      assert.deepEqual(shown?.layout.hidden, []);
      assert.deepEqual(host.take("revealed"), [{ kind: "revealed", number: 1 }]);
      const [row, column = ""] = (await focusedCell(panel)).split(",");
      assert.equal(row, "0");
      const name = panel.page.locator(`.grid-header[data-column="${column}"]`);
      assert.match(await name.innerText(), /NPS/);
    });

    it("opens a response at any position", async () => {
      const rows = responseRows(500);
      const host = await ResponsesHost.start(panel, { rows });
      const row = rows[321];
      assert.ok(row);
      await host.show({ reveal: { number: 1, row: row.id, column: "variable:NPS" } });
      await host.idle();
      const serial = row.cells[0]?.[0]?.value ?? "";
      const detail = panel.page.getByRole("complementary", { name: `Response ${serial}` });
      await detail.waitFor();
      const isFocused = async (): Promise<boolean> => (await focusedCell(panel)).startsWith("321,");
      await panel.until(isFocused, "the focus on the cell");
      const [cell, beside] = [
        await panel.page.locator(".grid :focus").boundingBox(),
        await detail.boundingBox(),
      ];
      assert.ok(cell && beside && cell.x > 0 && cell.x + cell.width <= beside.x);
    });

    it("scrolls to a question of the summary and keeps it in place while others are drawn", async () => {
      const columns = manyColumns();
      const rows = manyRows(40);
      const host = await ResponsesHost.start(panel, { rows, columns, tab: "summary" });
      await panel.page.locator(".summary-search").fill("nothing has this");
      const key = "variable:X140";
      await host.show({ reveal: { number: 1, column: key } });
      await host.idle();
      const question = panel.page.locator(`summary-question[data-key="${key}"]`);
      await question.locator(".question-body").waitFor();
      const page = panel.page.locator(".summary-page");
      const isAtTop = async (): Promise<boolean> => {
        const [of, within] = [await question.boundingBox(), await page.boundingBox()];
        return of !== null && within !== null && Math.abs(of.y - within.y) < 2;
      };
      await panel.until(isAtTop, "the question at the top");
      assert.match(await panel.focused(), /^X140/);

      // As with figures that an assistant was told: the split arrives later, and adds a line above the questions.
      const top = (await page.boundingBox())?.y ?? 0;
      const split = "variable:X1";
      await host.show({ summary: { base: "all", asTables: false, headerBars: false, split } });
      await host.idle();
      await question.locator(".question-body").waitFor();
      assert.ok(((await page.boundingBox())?.y ?? 0) > top, "the line about the split");
      await panel.until(isAtTop, "the question at the top below that line");
    });
  });
});
