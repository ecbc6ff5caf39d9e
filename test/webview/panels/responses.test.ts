import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { columnKey, type Row } from "../../../src/model/grid.ts";
import { longestFind } from "../../../src/messages/responses.ts";
import { fieldsNotProvided, metadataLabel } from "../../../src/model/metadataColumns.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { pressComposing } from "../support/composing.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import {
  olderResponses,
  responseRow,
  responseRows,
  responsesContent,
  responsesState,
  subject,
} from "./fixtures.ts";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import { cell, focusedCell } from "./gridPage.ts";
import { ResponsesHost } from "./responsesHost.ts";

const failed = { message: "The server at https://data.example.com did not answer." };
const rows = responseRows(500);

/** Returns responses that are newer than all others. */
function newer(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const row = responseRow(index);
    const serial = [{ value: `N${count - index}` }];
    return { id: 10_000 + count - index, cells: [serial, ...row.cells.slice(1)] };
  });
}

describe("Responses panel", () => {
  const browser = new PanelBrowser();
  let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
  beforeEach(async () => {
    panel = await browser.responses();
  });
  afterEach(() => panel.close());

  /** Returns the text of the first cell of the topmost row below the header. */
  const firstInSight = (): Promise<string> =>
    panel.page.evaluate(() => {
      const cells = [...document.querySelectorAll<HTMLElement>('[data-column="0"][role=gridcell]')];
      const head = document.querySelector(".grid-head")?.getBoundingClientRect().bottom ?? 0;
      const inSight = cells
        .map((it) => ({ text: it.innerText.trim(), top: it.getBoundingClientRect().top }))
        .filter(({ top }) => top > head - 12)
        .sort((a, b) => a.top - b.top);
      return inSight[0]?.text ?? "";
    });

  const scrollToRow = async (row: number): Promise<void> => {
    await panel.page.locator(".grid").evaluate((it, top) => it.scrollTo(0, top), row * 24);
    await panel.painted();
  };

  /** Waits until this row is the first in sight: the grid asks for rows only once scrolling slows down. */
  const untilFirstInSight = (text: string): Promise<void> =>
    panel.until(async () => (await firstInSight()) === text, `${text} as the first visible row`);

  describe("counts", () => {
    it("show the filtered and loaded responses and their order", async () => {
      const host = await ResponsesHost.start(panel, { rows });
      await panel.page.getByText("500 of 500, newest first").first().waitFor();
      await panel.page.getByText("All 500 responses loaded").waitFor();
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      await panel.page.getByText("167 of 500, newest first").first().waitFor();
      await host.show({ sort: { column: "variable:Q1", direction: "descending" } });
      await panel.page.getByText("167 of 500, by Q1, descending").first().waitFor();
    });

    it("are updated while loading, but announced only on changes of state", async () => {
      const content = responsesContent({ isComplete: false });
      const host = await ResponsesHost.start(panel, {
        rows: rows.slice(0, 100),
        content,
        reading: { state: "reading", share: 0.2 },
      });
      const status = panel.page.locator("responses-panel > [role=status]");
      await panel.page.getByRole("progressbar").waitFor();
      await panel.page.getByText("100 loaded (20%), newest first").last().waitFor();
      const said = await status.innerText();
      await host.arrive(rows.slice(0, 200), { reading: { state: "reading", share: 0.4 } });
      await panel.page.getByText("200 loaded (40%), newest first").waitFor();
      await host.show({ reading: { state: "reading", share: 0.004 } });
      await panel.page.getByText("200 loaded, newest first").waitFor();
      assert.equal(await status.innerText(), said);
      await panel.button("Pause").click();
      await host.show({ reading: { state: "paused", share: 0.4 } });
      await panel.page.getByText("Loading is paused.", { exact: true }).waitFor();
      assert.notEqual(await status.innerText(), said);
      await panel.button("Resume").click();
      await host.show({ reading: { state: "elsewhere" } });
      await panel.page
        .getByText("Another window is loading the responses.", { exact: true })
        .waitFor();
      assert(await panel.button("Refresh").isDisabled());
      assert.deepEqual([host.take("cancel").length, host.take("resume").length], [1, 1]);
      assert.equal(await panel.page.getByRole("progressbar").count(), 0);
    });

    it("have one progress bar for whatever is loading, at the top of each tab", async () => {
      const host = await ResponsesHost.start(panel, { rows: rows.slice(0, 100) });
      const bar = panel.page.getByRole("progressbar");
      assert.equal(await bar.count(), 0);
      // Its metadata have not arrived.
      await panel.tab("Fieldwork").click();
      await panel.page.locator(".head").locator(bar).waitFor();
      await host.show({ reading: { state: "reading", share: 0.2 } });
      assert.equal(await bar.count(), 1);
    });

    it("are shown with the data that v1 does not provide", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, olderResponses("v1"));
      const labels = fieldsNotProvided("v1").map((it) => metadataLabel(it, (text) => text));
      await page.getByText(`Not provided by v1: ${labels.join(", ")}`, { exact: true }).waitFor();
      await cell(page, 9, 0).click();
      await panel.press("Enter");
      await host.idle();
      const facts = page.locator(".detail-facts").first();
      assert.match(
        await facts.innerText(),
        new RegExp(labels.map((it) => `${it}\\s+not provided by v1`).join("\\s+")),
      );
      await page.getByRole("heading", { name: "Parameters (embedded data)" }).waitFor();
      // Row 14 has no answer about devices, and v1 does not tell why.
      await cell(page, 14, 0).click();
      await page.locator(".detail").getByText("no answer or not shown").first().waitFor();
      await panel.button("Filter").click();
      assert.equal(await page.getByRole("combobox", { name: "Status" }).count(), 0);
    });
  });

  it("gives the grid half the width of a usual window, beside the filter or a response", async () => {
    const { page } = panel;
    await page.setViewportSize({ width: 1080, height: 700 });
    await ResponsesHost.start(panel, { rows });
    await panel.button("Response details").click();
    await panel.button("Filter").click();
    const width = async (selector: string): Promise<number> =>
      (await page.locator(selector).boundingBox())?.width ?? 0;
    assert.ok((await width("responses-grid")) >= 540, `${await width("responses-grid")}`);
    assert.ok((await width(".detail-place.filter-place")) >= 240);
    await panel.button("Filter").click();
    assert.equal(await width(".detail-place"), 360);
  });

  describe("rows", () => {
    it("are requested only if visible or near", async () => {
      const host = await ResponsesHost.start(panel, { rows: responseRows(5000) });
      await scrollToRow(4000);
      await untilFirstInSight("S-1200");
      const asked = host.take("rows").reduce((sum, it) => sum + it.count, 0);
      assert(asked < 1000, `${asked} requested rows`);
    });

    it("stay in place when newer responses arrive above", async () => {
      const host = await ResponsesHost.start(panel, { rows });
      await cell(panel.page, 3, 1).click();
      await scrollToRow(200);
      await untilFirstInSight("S2600");
      host.hold();
      await host.arrive([...newer(30), ...rows]);
      assert.equal(await firstInSight(), "S2600");
      await host.release();
      assert.equal(await firstInSight(), "S2600");
      await panel.press("Enter");
      await host.idle();
      await panel.page.getByRole("complementary", { name: "Response S2797" }).waitFor();
      assert.equal(await focusedCell(panel), "33,1");
    });

    it("follow newer responses at the top", async () => {
      const host = await ResponsesHost.start(panel, { rows });
      await host.arrive([...newer(2), ...rows]);
      await untilFirstInSight("N2");
    });

    it("scroll to the top on another filter, with the selected row kept", async () => {
      const host = await ResponsesHost.start(panel, { rows });
      await scrollToRow(200);
      await untilFirstInSight("S2600");
      await cell(panel.page, 204, 0).click();
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      await untilFirstInSight("S2800");
      await panel.press("Enter");
      await panel.page.getByRole("complementary", { name: "Response S2596" }).waitFor();
    });
  });

  describe("filter", () => {
    it("combines time, group, status and duration", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await cell(page, 0, 0).click();
      await panel.press("f");
      await page.locator(":focus").and(page.getByLabel("Submitted after")).waitFor();
      await page.getByLabel("Submitted after").fill("2025-03-03T09:14:02");
      await page.getByLabel("Submitted until").fill("2025-03-03T09:14:02");
      await page.getByText("The start must be before the end.").waitFor();
      await page.getByLabel("Submitted until").fill("2025-03-03T09:20:02");
      await panel.until(() => host.filter.endDateTime !== undefined, "the filter by time");
      await page.getByRole("combobox", { name: "Collect group" }).selectOption("grp-0002");
      await host.idle();
      await page.getByRole("combobox", { name: "Status" }).selectOption("COMPLETED");
      await page.getByLabel("Duration from").fill("half");
      await page.getByRole("alert").getByText("Minutes and seconds (1:30)").waitFor();
      await page.getByLabel("Duration from").fill("59:00");
      await page.getByLabel("Duration up to").fill("1 h");
      await panel.until(() => host.filter.duration?.atMost === 3600, "the filter by duration");
      assert.deepEqual(host.filter, {
        startDateTime: "2025-03-03T09:14:02",
        endDateTime: "2025-03-03T09:20:02",
        collectGroupId: "grp-0002",
        duration: { atLeast: 3540, atMost: 3600 },
        conditions: [
          {
            kind: "metadata",
            name: "completedStatus",
            is: "oneOf",
            values: ["COMPLETED"],
            missing: [],
          },
        ],
      });
      await page.getByText("16 of 500, newest first").first().waitFor();
      await panel.press("Escape");
      assert.equal(await focusedCell(panel), "0,0");
      assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), [
        "After 3 Mar 2025, 09:14:02",
        "Until 3 Mar 2025, 09:20:02",
        "Panel wave 2",
        "Duration 59:00 to 1:00:00",
        "Status: COMPLETED",
      ]);
      await panel.button("Remove filter: Duration 59:00 to 1:00:00").click();
      await host.idle();
      assert.equal(host.filter.duration, undefined);
      await panel.button("Change filter: Panel wave 2").press("Enter");
      assert.equal(
        await page.evaluate(() => (document.activeElement as HTMLSelectElement).name),
        "collectGroupId",
      );
      await panel.button("Clear All Filters").click();
      await host.idle();
      assert.deepEqual(host.filter, {});
      await panel.press("Control+z");
      await host.idle();
      assert.equal(host.filter.collectGroupId, "grp-0002");
      await panel.button("Undo Filter").click();
      await host.idle();
      assert.deepEqual(host.filter.duration, { atLeast: 3540, atMost: 3600 });
    });

    it("accepts typed times", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("f");
      const [after, until] = [
        page.getByLabel("Submitted after"),
        page.getByLabel("Submitted until"),
      ];
      await after.fill("2025-03-03 09:14");
      await until.fill("2025-03-03");
      await panel.until(() => host.filter.endDateTime !== undefined, "the filter by times");
      const filter = {
        startDateTime: "2025-03-03T09:14:00",
        endDateTime: "2025-03-03T23:59:59",
      };
      assert.deepEqual(host.filter, filter);
      await until.fill("3/3/2025");
      await panel.press("Tab");
      await page.getByRole("alert").getByText("Type a time like 2025-03-01T09:00:00").waitFor();
      assert.deepEqual(host.filter, filter);
      await panel.button("Remove filter: After 3 Mar 2025, 09:14:00").click();
      await host.idle();
      assert.equal(await after.inputValue(), "");
    });

    it("opens beside the grid without covering it, with questions listed first", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      const box = async (selector: string) =>
        (await page.locator(selector).boundingBox()) ?? assert.fail(selector);
      const before = await box("responses-grid");
      await panel.press("f");
      await panel.button("Add Condition").click();
      const options = await page.locator(".picker-option").allInnerTexts();
      assert.deepEqual(
        options.map((it) => it.split("\n")[0]),
        [
          ...["Q1", "Q2", "NPS", "Q3_comment", "segment"],
          ...["Serial", "Finished", "Started", "Status", "Collect group", "Response ID"],
        ],
      );
      await panel.press("Enter");
      await host.idle();
      const [grid, filter] = [await box("responses-grid"), await box("responses-filter")];
      assert.deepEqual([grid.y, grid.height], [before.y, before.height]);
      assert.ok(grid.x + grid.width <= filter.x && grid.width > 600, JSON.stringify(grid));
      // Nothing is cut off at its sides.
      assert.equal(
        await page.locator(".filter-body").evaluate((it) => it.scrollWidth - it.clientWidth),
        0,
      );
    });

    it("leaves the keys to an input method while it composes a letter", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("f");
      await panel.button("Add Condition").click();
      for (const key of ["Enter", "Escape", "ArrowDown"]) {
        await pressComposing(page.getByRole("combobox", { name: "Column" }), key);
      }
      await panel.painted();
      assert.equal(
        await page.locator(".picker-option").first().getAttribute("aria-selected"),
        "true",
      );
      await page.getByRole("option", { name: /^Q3_comment/ }).click();
      await host.idle();
      await pressComposing(page.getByLabel("Contains"), "Escape");
      await panel.painted();
      assert.equal(await page.locator("responses-filter").count(), 1);
      await panel.press("Escape", "Control+f");
      await pressComposing(page.locator(".find-text"), "Escape");
      await panel.painted();
      assert.equal(await page.getByRole("search").count(), 1);
    });

    it("lists columns with long names and texts in at most three lines each", async () => {
      const { page } = panel;
      const long = "How satisfied were you with the service? ".repeat(20);
      const columns = responsesContent().columns.map((it) => ({ ...it, text: long }));
      await ResponsesHost.start(panel, { rows, columns, content: responsesContent({ columns }) });
      await panel.press("f");
      await panel.button("Add Condition").click();
      const heights = await page
        .locator(".picker-option")
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
      assert.ok(Math.max(...heights) <= 70, String(heights));
    });

    it("replaces the grid or the response if there is no room for it", async () => {
      const { page } = panel;
      await ResponsesHost.start(panel, { rows });
      const [filter, detail] = [page.locator("responses-filter"), page.locator(".detail")];
      await page.setViewportSize({ width: 920, height: 700 });
      await cell(page, 0, 0).click();
      await panel.press("Enter");
      await detail.waitFor();
      await panel.button("Filter").click();
      await filter.waitFor();
      assert.equal(await detail.count(), 0);
      await cell(page, 1, 0).click();
      await panel.press("Enter");
      await detail.waitFor();
      assert.equal(await filter.count(), 0);
      await page.setViewportSize({ width: 600, height: 700 });
      await panel.button("Filter").click();
      await filter.waitFor();
      assert.equal(await page.locator(".grid").isVisible(), false);
      assert.equal((await filter.boundingBox())?.width, 600);
      await panel.press("Escape");
      await page.locator(".grid").waitFor();
      assert.equal(await panel.focused(), "Filter");
    });

    it("keeps its fields in sync when it is cleared and undone", async () => {
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("f");
      const group = panel.page.getByRole("combobox", { name: "Collect group" });
      await group.selectOption("grp-0002");
      await host.idle();
      await panel.button("Clear All Filters").click();
      await host.idle();
      assert.equal(await group.inputValue(), "");
      await panel.button("Undo Filter").click();
      await host.idle();
      assert.equal(host.filter.collectGroupId, "grp-0002");
      assert.equal(await group.inputValue(), "grp-0002");
    });

    it("selects answers by keyboard alone", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("f");
      await panel.button("Add Condition").press("Enter");
      await page.keyboard.type("which of");
      await page.getByRole("option", { name: /^Q2/ }).waitFor();
      await panel.press("Enter");
      await host.idle();
      assert.deepEqual(await page.locator(".value").allInnerTexts(), [
        "1 Phone\n100",
        "2 Laptop\n100",
        "3 Desktop & monitor\n100",
        "9 Other\n100",
        "77\n100",
        "no answer\n50",
        "not shown\n50",
      ]);
      await panel.press("Tab", "Tab", "Tab", "ArrowDown", "ArrowDown", "Space");
      await host.idle();
      await page.getByText("100 of 500, newest first").first().waitFor();
      await panel.press("End", "ArrowUp", "Space");
      await host.idle();
      await page.getByText("150 of 500, newest first").first().waitFor();
      assert.deepEqual(host.filter.conditions, [
        { kind: "variable", name: "Q2", is: "oneOf", values: ["3"], missing: ["noAnswer"] },
      ]);
      await page.getByPlaceholder("Find in the values").fill("lap");
      assert.equal(await page.locator(".value").count(), 1);
      await panel.button("Select All").click();
      await host.idle();
      await page.getByText("250 of 500, newest first").first().waitFor();
      await page.getByLabel("Answer text contains").fill("TABLET");
      await panel.until(() => host.filter.conditions?.length === 2, "the filter by text");
      assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), [
        "Q2: Desktop & monitor, Laptop, no answer",
        "Q2 contains “TABLET”",
      ]);
      await panel.button("Remove condition: Q2").click();
      await host.idle();
      assert.deepEqual(host.filter, {});
    });

    it("keeps the list of values within reach of Tab when it gets shorter", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.button("Filter").click();
      await panel.button("Add Condition").click();
      await page.keyboard.type("serial");
      await panel.press("Enter");
      await host.idle();
      await page.locator(".value input").first().focus();
      await panel.press("End");
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      assert.equal(await page.locator('.value input[tabindex="0"]').count(), 1);
    });

    it("accepts a range of numbers, with or without its upper bound", async () => {
      const { page } = panel;
      // Services write numbers in different ways: some with trailing zeros.
      const written = rows.map(({ id, cells }) => ({
        id,
        cells: cells.with(
          8,
          cells[8]?.map(({ value }) => ({ value: id % 2 === 0 ? `${value}.0` : value })) ?? null,
        ),
      }));
      const host = await ResponsesHost.start(panel, { rows: written });
      const range = page.locator("number-range");
      const matching = (wanted: (score: number) => boolean): number =>
        rows.filter((row) => {
          const [score] = row.cells[8] ?? [];
          return score !== undefined && wanted(Number(score.value));
        }).length;
      await panel.button("Filter").click();
      await panel.button("Add Condition").click();
      await page.getByRole("option", { name: /^Q3_comment/ }).click();
      await host.idle();
      assert.equal(await range.count(), 0);
      await panel.button("Add Condition").click();
      await page.getByRole("option", { name: /^NPS/ }).click();
      await range.getByLabel("At least").fill("7");
      const atLeast = matching((it) => it >= 7);
      await page.getByText(`${atLeast} of 500, newest first`).first().waitFor();
      const upper = range.getByRole("textbox", { name: "Upper bound" });
      await upper.fill("9");
      const between = matching((it) => it >= 7 && it <= 9);
      await page.getByText(`${between} of 500, newest first`).first().waitFor();
      assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), ["NPS: 7 to 9"]);
      await range.getByRole("combobox").selectOption("below");
      const below = matching((it) => it >= 7 && it < 9);
      await page.getByText(`${below} of 500, newest first`).first().waitFor();
      assert.deepEqual(host.filter.conditions, [
        { kind: "variable", name: "NPS", is: "between", atLeast: 7, below: 9 },
      ]);
      for (const [text, problem] of [
        ["nine", "Type a number, such as 18 or -2.5."],
        ["7", "No number is within these bounds."],
      ] as const) {
        await upper.fill(text);
        await range.getByRole("alert").getByText(problem).waitFor();
        assert.equal(await upper.getAttribute("aria-invalid"), "true");
      }
      await host.idle();
      assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), ["NPS: 7 to below 9"]);
      assert.deepEqual(await accessibilityProblems(page), []);
      await range.getByLabel("At least").fill("");
      const all = matching((it) => it < 7);
      await page.getByText(`${all} of 500, newest first`).first().waitFor();
      assert.deepEqual(await page.locator(".chip-edit").allInnerTexts(), ["NPS: below 7"]);
      await upper.fill("");
      await panel.until(() => host.filter.conditions === undefined, "removal of the range");
    });

    it("replaces groups chosen in the summary by the group of a cell", async () => {
      const { page } = panel;
      const group = { kind: "metadata", name: "collectGroupId" } as const;
      const values = ["grp-0001", "grp-0002"];
      const filter = { conditions: [{ ...group, is: "oneOf", values, missing: [] }] } as const;
      const host = await ResponsesHost.start(panel, { rows, filter });
      await cell(page, 0, 4).click();
      await panel.show({ kind: "do", action: "filterByValue" });
      await host.idle();
      assert.deepEqual(host.filter, { collectGroupId: "grp-0002" });
    });

    it("takes a column or a value from the grid", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await cell(page, 2, 6).click();
      await panel.show({ kind: "do", action: "filterByValue" });
      await host.idle();
      assert.deepEqual(host.filter.conditions, [
        { kind: "variable", name: "Q1", is: "oneOf", values: ["3"], missing: [] },
      ]);
      await page.getByText("100 of 500, newest first").first().waitFor();
      await cell(page, 0, 4).click();
      await panel.show({ kind: "do", action: "filterByValue" });
      await host.idle();
      assert.equal(host.filter.collectGroupId, "grp-0001");
      await page.setViewportSize({ width: 2000, height: 800 });
      await cell(page, 0, 9).click();
      await panel.show({ kind: "do", action: "filterByColumn" });
      await host.idle();
      await page.getByLabel("Contains").fill("phone");
      await panel.until(() => host.filter.conditions?.length === 2, "the filter by text");
    });
  });

  describe("search", () => {
    it("finds text in the values of all responses and moves between matches", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await cell(page, 0, 0).click();
      await panel.press("Control+f");
      assert.equal(await panel.focused(), "Find");
      await page.keyboard.type("tablet");
      await page.getByText("1 of 100", { exact: true }).waitFor();
      await panel.press("Enter", "F3");
      await host.idle();
      await page.getByText("3 of 100", { exact: true }).waitFor();
      await panel.press("Shift+Enter", "Shift+F3", "Shift+F3");
      await host.idle();
      await page.getByText("100 of 100", { exact: true }).waitFor();
      await host.idle();
      assert(await cell(page, 496, 7).isVisible());
      assert.equal(await panel.focused(), "Find");
      await panel.press("Escape");
      assert.equal(await focusedCell(panel), "496,7");
      assert.equal(await page.getByRole("search").count(), 0);
    });

    it("shows a found answer first that the cell would cut off, until the search is closed", async () => {
      const { page } = panel;
      const answers = [
        [{ value: "1" }, { value: "3" }, { value: "2" }],
        [{ value: "1" }, { value: "2" }],
      ];
      const given = answers.map((cell, id) => ({ id, cells: rows[0]?.cells.with(7, cell) ?? [] }));
      const host = await ResponsesHost.start(panel, { rows: given });
      const chips = (row: number) => cell(page, row, 7).locator(".cell-chip").allInnerTexts();
      await cell(page, 0, 0).click();
      await panel.press("Control+f");
      await page.keyboard.type("LAPTOP");
      await page.getByText("1 of 2", { exact: true }).waitFor();
      assert.deepEqual(await chips(0), ["Laptop", "Phone", "Desktop & monitor"]);
      await panel.press("Enter");
      await host.idle();
      await page.getByText("2 of 2", { exact: true }).waitFor();
      // Here it is visible in its place.
      assert.deepEqual(await chips(1), ["Phone", "Laptop"]);
      assert.deepEqual(await chips(0), ["Phone", "Desktop & monitor", "Laptop"]);
      await panel.press("Shift+Enter");
      await host.idle();
      assert.deepEqual(await chips(0), ["Laptop", "Phone", "Desktop & monitor"]);
      await panel.press("Escape");
      assert.deepEqual(await chips(0), ["Phone", "Desktop & monitor", "Laptop"]);
    });

    it("finds an answer that is longer than a search may be", async () => {
      const { page } = panel;
      const long = "long answer ".repeat(200).trim();
      const written = rows.with(2, {
        ...responseRow(2),
        cells: responseRow(2).cells.with(9, [{ value: long }]),
      });
      await ResponsesHost.start(panel, { rows: written });
      await panel.press("Control+f");
      await page.keyboard.insertText(long);
      await page.getByText("1 of 1", { exact: true }).waitFor();
      // The host refuses longer ones, and the search would never end.
      assert.equal((await page.locator(".find-text").inputValue()).length, longestFind);
    });

    it("says no longer that it searches when a search has failed, and can search again", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      host.findProblem = "The worker has ended.";
      await cell(page, 0, 0).click();
      await panel.press("Control+f");
      await page.keyboard.type("tablet");
      await panel.until(() => host.take("find").length > 0, "a search");
      await host.idle();
      assert.equal(await page.locator(".find-count").innerText(), "");
      host.findProblem = undefined;
      await panel.press("Enter");
      await page.getByText("1 of 100", { exact: true }).waitFor();
    });

    it("finds columns by name and text", async () => {
      const { page } = panel;
      await ResponsesHost.start(panel, { rows });
      await panel.press("Control+f");
      await page.getByRole("radio", { name: "Columns" }).check();
      await page.getByRole("textbox", { name: "Find" }).fill("customer");
      await page.getByText("1 of 1", { exact: true }).waitFor();
      await panel.press("Escape");
      assert.equal(await focusedCell(panel), "0,10");
    });

    it("does not claim the results of another filter", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("Control+f");
      const found = page.locator(".find-count");
      await page.keyboard.type("tablet");
      await found.getByText("1 of 100", { exact: true }).waitFor();
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      const seen = await found.innerText();
      await page.getByRole("textbox", { name: "Find" }).fill("tablets?");
      await found.getByText("No results").waitFor();
      await host.show({ filter: {} });
      assert.deepEqual([seen, await found.innerText()], ["", ""]);
      assert.equal(await panel.button("Next match").getAttribute("aria-disabled"), null);
      await page.getByRole("textbox", { name: "Find" }).fill("tablet");
      await found.getByText(/of 100$/).waitFor();
      await host.show({ cells: "codes" });
      assert.equal(await found.innerText(), "");
    });

    it("reports no results, and searches again when newer responses arrive", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("Control+f");
      await page.keyboard.type("no such thing");
      const found = page.locator(".find-count");
      await found.getByText("No results").waitFor();
      await page.getByRole("textbox", { name: "Find" }).fill("N1");
      await found.getByText("No results").waitFor();
      host.hold();
      await page.getByRole("textbox", { name: "Find" }).fill("S2800");
      await page.getByText("Searching…").waitFor();
      await host.arrive([...newer(3), ...rows]);
      await host.release();
      await page.getByText("1 of 1", { exact: true }).waitFor();
      await panel.press("Escape");
      assert.equal(await focusedCell(panel), "3,0");
    });
  });

  describe("response details", () => {
    it("show a questionnaire and the next response at the same scroll position", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows });
      await page.setViewportSize({ width: 1200, height: 500 });
      await cell(page, 1, 2).click();
      await panel.press("Enter");
      const detail = page.getByRole("complementary", { name: "Response S2799" });
      await detail.waitFor();
      assert.deepEqual(await detail.locator("li.chosen").allInnerTexts(), [
        "2\nSomewhat satisfied\nchosen",
        "9\nOther tablet\nchosen",
      ]);
      // Squares mark questions with several answers, circles those with one.
      const several = detail.locator("section", { has: page.locator(".mark.several") });
      assert.deepEqual(await several.locator("h4 .code").allInnerTexts(), ["Q2"]);
      assert.deepEqual(await detail.locator("h3").allInnerTexts(), [
        "Satisfaction",
        "Use",
        "Embedded data",
      ]);
      await panel.press("n", "n", "p");
      await host.idle();
      await page.getByRole("complementary", { name: "Response S2798" }).waitFor();
      const body = page.getByRole("group", { name: "Answers", exact: true });
      await body.evaluate((it) => it.scrollTo(0, 150));
      await panel.painted();
      await body.focus();
      // These extend a selection of text, or belong to VS Code.
      await panel.press("Shift+ArrowRight", "Control+ArrowRight", "Alt+ArrowRight", "ArrowRight");
      await host.idle();
      await page
        .getByRole("complementary", { name: "Response S2797" })
        .getByText("code not in the structure")
        .waitFor();
      assert.equal(await body.evaluate((it) => it.scrollTop), 150);
      await panel.press("j");
      assert.deepEqual(host.take("showRaw"), [{ kind: "showRaw", view: 1, id: rows[3]?.id }]);
      await panel.press("Escape");
      assert.equal(await page.getByRole("complementary").count(), 0);
      assert.equal(await focusedCell(panel), "3,2");
    });

    it("distinguish unanswered questions from those not shown", async () => {
      const { page } = panel;
      await ResponsesHost.start(panel, { rows });
      const said = (row: number): Promise<string> =>
        cell(page, row, 0)
          .click()
          .then(() => panel.painted())
          .then(() => page.locator(".detail-question").nth(1).locator("p").innerText());
      await cell(page, 4, 0).click();
      await panel.press("Enter");
      assert.equal(await said(4), "not shown");
      assert.equal(await said(9), "no answer");
    });

    it("show progress while the response is loading", async () => {
      const { page } = panel;
      const host = await ResponsesHost.start(panel, { rows: responseRows(5000) });
      await cell(page, 0, 0).click();
      await panel.press("Enter");
      host.hold();
      await cell(page, 0, 0).focus();
      await panel.press("Control+ArrowDown");
      await page.getByRole("complementary", { name: "Loading the response…" }).waitFor();
      await page.getByText("5,000 of 5,000", { exact: true }).waitFor();
      await host.release();
      await page.getByRole("complementary", { name: "Response S-2199" }).waitFor();
    });

    it("replace the grid in a narrow panel", async () => {
      await panel.page.setViewportSize({ width: 400, height: 700 });
      const host = await ResponsesHost.start(panel, { rows });
      await cell(panel.page, 1, 0).click();
      await panel.press("Enter");
      assert.equal(await panel.page.getByRole("grid").isVisible(), false);
      assert.equal(await panel.focused(), "Answers");
      await panel.press("ArrowRight", "Escape");
      await host.idle();
      assert.equal(await focusedCell(panel), "2,0");
    });

    it("shorten long lists to the chosen options", async () => {
      const { page } = panel;
      const options = Array.from({ length: 300 }, (_, index) => ({
        name: String(index),
        label: `Country ${index}`,
      }));
      await ResponsesHost.start(panel, {
        columns: [{ kind: "variable", name: "C", text: "Country", options }],
        rows: [{ id: 1, cells: [[{ value: "7" }]] }],
      });
      await cell(page, 0, 0).click();
      await panel.press("Enter");
      assert.deepEqual(await page.locator(".choices li").allInnerTexts(), [
        "7\nCountry 7\nchosen",
        "299 other options",
      ]);
    });
  });

  it("switches between codes and labels by key before the host answers", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    host.hold();
    await cell(panel.page, 0, 6).click();
    await panel.press("c");
    assert.equal(await cell(panel.page, 0, 6).innerText(), "1 Very satisfied");
    await host.show({});
    assert.equal(await cell(panel.page, 0, 6).innerText(), "1 Very satisfied");
    await panel.press("c");
    assert.equal(await cell(panel.page, 0, 6).innerText(), "1");
    await host.release();
    assert.deepEqual(host.take("cells"), [
      { kind: "cells", cells: "both" },
      { kind: "cells", cells: "codes" },
    ]);
    assert.equal(await cell(panel.page, 0, 6).innerText(), "1");
  });

  it("hides columns in the columns dialog, and stores the layout with the host", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows });
    await cell(page, 0, 2).click();
    await panel.press("k");
    await page.getByRole("dialog", { name: "Columns" }).waitFor();
    await page.keyboard.type("finishedAt");
    await page.getByRole("option", { name: "finishedAt" }).locator(".columns-box").click();
    await panel.press("Escape");
    assert.equal(await page.getByRole("dialog").count(), 0);
    // The focus is back on the cell from which the dialog was opened.
    assert.equal(await focusedCell(panel), "0,1");
    await panel.until(
      () => host.received.some((it) => it.kind === "layout"),
      "the layout at the host",
    );
    await host.idle();
    assert.deepEqual(host.take("layout").at(-1)?.layout.hidden, ["metadata:finishedAt"]);
    assert.equal(await page.getByRole("columnheader", { name: /finishedAt/ }).count(), 0);
    // The selection stays with its column.
    await cell(page, 0, 1).and(page.locator("[tabindex='0']")).waitFor();
  });

  it("explains empty and failed states, and offers actions", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, {
      rows: [],
      content: undefined,
      reading: { state: "reading" },
    });
    await page.locator(".blank").getByText("Loading responses…").waitFor();
    await host.show({ reading: { state: "idle" }, error: failed });
    await panel.button("Retry").click();
    await host.show({ error: { ...failed, action: "signIn" } });
    await panel.button("Sign In").click();
    await host.show({ error: undefined, content: responsesContent() });
    await page.getByText("No responses yet").waitFor();
    await page.locator(".foot").getByText("No responses", { exact: true }).waitFor();
    assert.equal(await page.locator(".counts").innerText(), "No responses");
    await host.show({ filter: { collectGroupId: "grp-0003" } });
    await host.arrive(rows.slice(0, 10), { error: failed });
    await page.getByRole("alert").getByText(failed.message).waitFor();
    await host.show({ error: undefined });
    await page.getByText("No response matches the filters").waitFor();
    await panel.button("Clear Filters").click();
    await host.idle();
    await page.getByRole("gridcell", { name: "S2800" }).waitFor();
    await host.show({ error: failed });
    await page.getByRole("gridcell", { name: "S2800" }).waitFor();
    await page.getByRole("alert").getByText(failed.message).waitFor();
    assert.deepEqual([host.take("refresh").length, host.take("signIn").length], [1, 1]);
  });

  it("says that nothing is loaded after the cached responses were cleared", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows: rows.slice(0, 10) });
    await host.show({ content: undefined });
    await page.locator(".blank").getByText("Nothing has been loaded.").waitFor();
    assert.equal(await page.getByText("No responses yet").count(), 0);
    await page.locator(".blank").getByRole("button", { name: "Refresh" }).click();
    await host.idle();
    assert.equal(host.take("refresh").length, 1);
  });

  it("shows keyboard shortcuts in a dialog and returns the focus", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows });
    await cell(page, 1, 6).click();
    const dialog = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    for (const key of ["Alt+F1", "Shift+?"]) {
      await panel.press(key);
      await dialog.getByRole("heading").and(page.locator(":focus")).waitFor();
      await dialog.getByRole("row", { name: "J Show the response as JSON" }).waitFor();
      // What is behind the dialog gets no keys.
      await panel.press("c", "Control+f", "Escape");
      await dialog.waitFor({ state: "hidden" });
      assert.equal(await focusedCell(panel), "1,6");
    }
    assert.deepEqual(host.take("cells"), []);
    assert.equal(await page.locator(".find").count(), 0);
    await panel.press("Control+f");
    await page.keyboard.type("chj");
    await panel.press("Alt+F1");
    assert.deepEqual(await accessibilityProblems(page), []);
    await panel.screenshot("responses-keys");
    await dialog.getByRole("button", { name: "Change Keyboard Shortcuts…" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    assert.equal(await page.locator(".find-text:focus").inputValue(), "chj");
    await host.idle();
    assert.equal(host.take("changeKeys").length, 1);
  });

  it("reports to VS Code whether letters are shortcuts, and ignores a late action", async () => {
    const { page } = panel;
    const host = await ResponsesHost.start(panel, { rows });
    const place = () => page.evaluate(() => window.focusPlace);
    await cell(page, 0, 0).click();
    assert.equal(await place(), "shortcuts");
    await panel.press("Control+f");
    assert.equal(await place(), "text");
    await panel.show({ kind: "do", action: "nextCellMode" });
    await panel.press("Escape");
    assert.equal(await place(), "shortcuts");
    await panel.press("k");
    await page.getByRole("dialog", { name: "Columns" }).waitFor();
    await panel.press("ArrowDown");
    assert.equal(await place(), "text", "letters search for a column");
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    assert.equal(await place(), "outside");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    assert.equal(await place(), "text");
    await host.idle();
    assert.deepEqual(host.take("cells"), []);
  });

  it("opens the question of a column and of a response in the structure", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    await cell(panel.page, 1, 6).click();
    await panel.show({ kind: "do", action: "showInStructure" });
    await cell(panel.page, 1, 0).click();
    await panel.show({ kind: "do", action: "showInStructure" });
    await panel.press("Enter");
    await panel.page.locator(".detail-question", { hasText: "Q2" }).hover();
    await panel.button("Show Q2 in Structure").click();
    assert.deepEqual(host.take("openStructure"), [
      { kind: "openStructure", question: "Q1" },
      { kind: "openStructure" },
      { kind: "openStructure", question: "Q2" },
    ]);
  });

  it("sends the requests of its buttons and its menu", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    for (const name of ["Export", "Refresh", "Structure"]) {
      await panel.button(name).click();
    }
    await cell(panel.page, 1, 6).click();
    await panel.press("Shift+ArrowRight", "Shift+ArrowDown");
    await panel.button("More Actions").press("Enter");
    await panel.press("ArrowDown", "ArrowDown", "Enter");
    assert.equal(await panel.focused(), "More Actions");
    await panel.press("Enter", "End", "Enter");
    await panel.press("Enter", "Escape");
    assert.equal(await panel.focused(), "More Actions");
    await host.idle();
    assert.deepEqual(
      host.received.map((it) => it.kind).filter((it) => it !== "rows"),
      ["export", "refresh", "openStructure", "copyCells", "readAnew"],
    );
    assert.deepEqual(host.take("copyCells"), [
      {
        kind: "copyCells",
        view: 1,
        top: 1,
        bottom: 2,
        columns: ["variable:Q1", "variable:Q2"],
        cells: "labels",
        format: "json",
        names: false,
      },
    ]);
  });

  it("copies the column that is selected after the last one was hidden", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    const { columns } = responsesContent();
    await cell(panel.page, -1, 0).click();
    await panel.press("End");
    await panel.show({ kind: "do", action: "hideColumn" });
    await panel.press("Control+c");
    await host.idle();
    const left = columns.at(-2);
    assert.deepEqual(
      host.take("copyCells").map((it) => it.columns),
      [[left && columnKey(left)]],
    );
  });

  it("copies the selection when newer responses arrive at that moment", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    await cell(panel.page, 3, 1).click();
    host.hold();
    await panel.press("Control+c");
    await host.arrive([...newer(2), ...rows]);
    await host.release();
    const asked = host.take("copyCells").map(({ view, top, bottom }) => [view, top, bottom]);
    assert.deepEqual(asked, [
      [1, 3, 3],
      [2, 5, 5],
    ]);
  });

  it("fits its toolbar into a panel 400 px wide", async () => {
    await panel.page.setViewportSize({ width: 400, height: 700 });
    await ResponsesHost.start(panel, { rows });
    for (const name of ["Find", "Columns", "Filter", "Refresh", "Response details"]) {
      assert(await panel.button(name).isVisible(), name);
    }
    assert.equal(await panel.button("Export").isVisible(), false);
    await panel.button("More Actions").click();
    await panel.page.getByRole("menuitem", { name: "Export" }).waitFor();
    const { width } = (await panel.page.locator(".menu").boundingBox()) ?? { width: 0 };
    assert(width > 0 && width < 400);
    const right = await panel.page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(right, 400);
  });

  it("shows the icons of some actions alone before it cuts its title", async () => {
    await ResponsesHost.start(panel, { rows });
    const title = panel.page.locator(".head h1");
    const isCut = () => title.evaluate((it) => it.scrollWidth > it.clientWidth);
    const shown = () =>
      panel.page
        .locator(".head .action-label")
        .evaluateAll((all) =>
          all.filter((it) => it.clientWidth > 1).map((it) => it.textContent.trim()),
        );
    await panel.page.setViewportSize({ width: 1400, height: 700 });
    await panel.painted();
    const all = await shown();
    assert(all.includes("Structure"));
    const taken = await panel.page.evaluate(() => {
      const [line, text] = [".head .fitted-line", ".head h1"].map((it) =>
        document.querySelector(it),
      );
      const range = document.createRange();
      range.selectNodeContents(text ?? document.body);
      const spare = (text?.clientWidth ?? 0) - range.getBoundingClientRect().width;
      return Math.ceil((line?.clientWidth ?? 0) - spare);
    });
    // The line's margins, and 20 px too little for all labels.
    await panel.page.setViewportSize({ width: taken + 24 - 20, height: 700 });
    await panel.painted();
    assert.deepEqual(
      await shown(),
      all.filter((it) => it !== "Structure"),
    );
    assert.equal(await isCut(), false);
  });

  it("keeps its toolbar on one line and its actions in place", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    const places = (): Promise<string[]> =>
      panel.page
        .locator(".toolbar > *")
        .evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
    const labels = (): Promise<number> =>
      panel.page
        .locator(".toolbar .action-label")
        .evaluateAll((all) => all.filter((it) => it.clientWidth > 1).length);
    let before = Infinity;
    for (const width of [1200, 920, 800, 700, 560]) {
      await panel.page.setViewportSize({ width, height: 700 });
      await panel.painted();
      const shown = await labels();
      assert(shown <= before, `${shown} labels at ${width} px`);
      before = shown;
      const line = await panel.page.locator(".head-line").first().boundingBox();
      assert(line && line.height < 32, `a line ${line?.height} px high at ${width} px`);
      const idle = await places();
      await host.show({ reading: { state: "reading" } });
      await panel.button("Pause").waitFor();
      assert.deepEqual(await places(), idle);
      await host.show({ reading: { state: "idle" } });
    }
    assert.equal(before, 0);
    await panel.page.setViewportSize({ width: 1200, height: 700 });
    await panel.painted();
    assert.equal(await labels(), 6);
  });

  it("has its tab stops in visual order", async () => {
    await ResponsesHost.start(panel, { rows, filter: { collectGroupId: "grp-0001" } });
    await panel.page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
    });
    const stops: string[] = [];
    for (let stop = 0; stop < 14; stop++) {
      await panel.press("Tab");
      stops.push(await panel.focused());
    }
    assert.deepEqual(stops.slice(stops.indexOf("Find"), stops.indexOf("Find") + 11), [
      "Find",
      "Columns",
      "Filter",
      "Export",
      "Refresh",
      "Structure",
      "Response details",
      "More Actions",
      "Change filter: Website link",
      "Remove filter: Website link",
      "Clear All Filters",
    ]);
  });

  describe("stored view", () => {
    const kept = {
      subject,
      filter: {},
      cells: "labels",
      tab: "responses",
      summary: { base: "answered", asTables: false, headerBars: false },
      view: {
        top: 50,
        left: 100,
        topId: rows[50]?.id,
        activeId: rows[53]?.id,
        selection: { active: { row: 53, column: 2 }, anchor: { row: 53, column: 2 } },
        detailOpen: true,
        detailWidth: 360,
        filterWidth: 320,
        filtering: { isOpen: false, before: [] },
        find: { isOpen: false, text: "", scope: "values" },
        summary: { text: "" },
      },
    };

    it("contains scroll position and selection", async () => {
      const { page } = panel;
      await ResponsesHost.start(panel, { rows });
      await cell(page, 0, 2).click();
      await scrollToRow(50);
      await untilFirstInSight("S2750");
      await cell(page, 53, 2).click();
      await panel.press("Enter");
      await page.locator(".grid").evaluate((it) => it.scrollTo(100, 1200));
      await panel.until(
        async () => isDeepStrictEqual(await page.evaluate(() => window.kept), kept),
        "the stored view",
      );
    });

    it("is restored if newer responses have arrived", async () => {
      await panel.close();
      panel = await browser.responses({ kept });
      await ResponsesHost.start(panel, { rows: [...newer(5), ...rows] });
      await panel.page.getByRole("complementary", { name: "Response S2747" }).waitFor();
      await untilFirstInSight("S2750");
      assert.equal(await focusedCell(panel), "58,2");
    });

    it("is restored once its rows have loaded", async () => {
      await panel.close();
      panel = await browser.responses({ kept });
      const content = responsesContent({ isComplete: false });
      const reading = { state: "reading" } as const;
      const host = await ResponsesHost.start(panel, { rows: rows.slice(0, 20), content, reading });
      await host.arrive(rows.slice(0, 45));
      await host.arrive(rows);
      await untilFirstInSight("S2750");
      await panel.page.getByRole("complementary", { name: "Response S2747" }).waitFor();
    });

    it("is not restored after the user has moved", async () => {
      await panel.close();
      panel = await browser.responses({ kept });
      const content = responsesContent({ isComplete: false });
      const host = await ResponsesHost.start(panel, { rows: rows.slice(0, 20), content });
      await cell(panel.page, 2, 0).click();
      await host.arrive(rows);
      await untilFirstInSight("S2800");
    });

    it("contains the open filter, filters to go back to, and the searched text", async () => {
      const filter = { collectGroupId: "grp-0001" };
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("f");
      const { page: first } = panel;
      await first.getByRole("combobox", { name: "Collect group" }).selectOption("grp-0001");
      await panel.button("Add Condition").click();
      await first.locator(".picker-option").first().click();
      await panel.button("Find").click();
      await first.getByRole("textbox", { name: "Find" }).fill("tablet");
      await host.idle();
      const saved = () => first.evaluate(() => window.kept);
      await panel.until(
        async () => JSON.stringify(await saved()).includes("tablet"),
        "the stored view",
      );
      const before = await saved();
      await panel.close();
      panel = await browser.responses({ kept: before });
      const again = await ResponsesHost.start(panel, { rows, filter });
      const { page } = panel;
      assert.equal(await page.getByRole("textbox", { name: "Find" }).inputValue(), "tablet");
      await page.locator("[data-condition='variable:Q1'][aria-expanded=true]").waitFor();
      await page.locator("condition-editor").getByRole("checkbox").first().waitFor();
      await panel.button("Undo Filter").click();
      await again.idle();
      assert.deepEqual(again.filter, {});
    });

    it("is ignored if invalid", async () => {
      await panel.close();
      const filtering = { isOpen: "yes", before: [{ conditions: [{ name: "Q1", is: "older" }] }] };
      const view = { filtering, find: { text: 3 }, selection: 3, top: {}, topId: "x" };
      panel = await browser.responses({ kept: { subject, view } });
      await ResponsesHost.start(panel, { rows: [responseRow(0)] });
      await panel.page.getByText("1 response loaded").waitFor();
      assert.deepEqual(responsesState().filter, {});
    });
  });
});
