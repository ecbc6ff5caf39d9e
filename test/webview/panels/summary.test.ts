import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import type { SummaryView } from "../../../src/messages/summary.ts";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually } from "../support/eventually.ts";
import { korean } from "../support/korean.ts";
import { assertLooks, looks, optionsFor } from "../support/looks.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { ResponsesHost } from "./responsesHost.ts";
import { olderResponses, responsesContent } from "./fixtures.ts";
import { cell } from "./gridPage.ts";
import { manyColumns, manyRows, summaryColumns, summaryRows } from "./summaryFixtures.ts";

const rows = summaryRows(500);
const columns = summaryColumns;
const plain: SummaryView = { base: "answered", asTables: false, headerBars: false };

describe("Summary tab", () => {
  const browser = new PanelBrowser();
  let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
  beforeEach(async () => {
    panel = await browser.responses();
  });
  afterEach(() => panel.close());

  const start = (change: Partial<Parameters<typeof ResponsesHost.start>[1]> = {}) =>
    ResponsesHost.start(panel, { rows, columns, tab: "summary", ...change });

  const question = (name: string): Locator =>
    panel.page.locator("summary-question").filter({
      has: panel.page.locator("h3 .code", { hasText: new RegExp(`^${name}$`) }),
    });

  /** Returns the rows of a question's table, cell by cell. */
  const tableOf = (name: string): Promise<string[][]> =>
    question(name)
      .locator("table tbody tr")
      .evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll<HTMLElement>("th, td:not(.bar-cell)")].map((it) =>
            it.innerText.replace(/\s+/g, " ").trim(),
          ),
        ),
      );

  const choose = async (name: string, item: string): Promise<void> => {
    await question(name)
      .getByRole("button", { name: `Actions for ${name}` })
      .click();
    const named = { name: item, exact: true };
    await panel.page
      .getByRole("menuitem", named)
      .or(panel.page.getByRole("menuitemcheckbox", named))
      .click();
  };

  describe("among the tabs", () => {
    it("is selected by arrow keys", async () => {
      const host = await start({ tab: "responses" });
      await panel.page.getByRole("tab", { name: "Responses" }).focus();
      await panel.press("ArrowRight");
      await host.idle();
      assert.deepEqual(host.take("tab"), [{ kind: "tab", tab: "summary" }]);
      assert.equal(await panel.focused(), "Summary");
      await question("Q1").waitFor();
      assert.equal(await panel.page.getByRole("grid").count(), 0);
      assert.equal(await panel.button("Columns").count(), 0);
      assert.equal(await panel.page.locator(".counts").innerText(), "500 of 500 responses");
      await panel.press("Home");
      await panel.page.getByRole("grid").waitFor();
      const kept = (): Promise<unknown> => panel.page.evaluate(() => window.kept);
      await panel.until(
        async () => JSON.stringify(await kept()).includes('"tab":"responses"'),
        "the stored tab",
      );
    });

    it("keeps its scroll position, as the grid does", async () => {
      const host = await start({ tab: "responses" });
      await panel.page.locator(".grid").evaluate((it) => it.scrollTo(0, 100 * 24));
      await cell(panel.page, 101, 0).waitFor();
      await panel.page.getByRole("tab", { name: "Summary" }).click();
      await host.idle();
      const page = panel.page.locator(".summary-page");
      await page.evaluate((it) => it.scrollTo(0, 500));
      await panel.painted();
      await panel.page.getByRole("tab", { name: "Responses" }).click();
      await cell(panel.page, 101, 0).waitFor();
      await panel.until(
        async () => (await panel.page.locator(".grid").evaluate((it) => it.scrollTop)) === 2400,
        "the previous position of the grid",
      );
      await panel.page.getByRole("tab", { name: "Summary" }).click();
      await panel.until(
        async () => Math.abs((await page.evaluate((it) => it.scrollTop)) - 500) < 2,
        "the previous position of the summary",
      );
    });

    it("ignores the grid's keys", async () => {
      const host = await start();
      await panel.page.getByRole("tab", { name: "Summary" }).focus();
      await panel.press("k", "c", "j", "n", "F3");
      assert.equal(await panel.page.locator("responses-columns").count(), 0);
      assert.deepEqual([host.take("cells"), host.take("showRaw")], [[], []]);
      await panel.press("Control+f");
      assert.equal(await panel.focused(), "Find questions by name, text or answer");
    });
  });

  describe("questions", () => {
    it("are shown with block, base, counts and percentages", async () => {
      await start();
      await panel.page.getByRole("heading", { level: 2, name: "Satisfaction" }).waitFor();
      await question("Q2")
        .getByText("400 answered of 450 asked · 50 no answer · 50 not shown")
        .waitFor();
      assert.deepEqual(
        (await tableOf("Q2")).filter((it) => it.length > 1),
        [
          ["Phone", "100", "25.0%"],
          ["Laptop", "100", "25.0%"],
          ["Desktop & monitor", "100", "25.0%"],
          ["Other", "100", "25.0%"],
          ["77 not in the structure", "100", "25.0%"],
        ],
      );
      await panel.page.getByText("Summary of 500 responses").waitFor({ state: "attached" });
    });

    it("are shown with percentages of those asked or of all responses", async () => {
      const host = await start();
      const base = panel.page.getByRole("combobox", { name: "Percent of" });
      await base.selectOption({ label: "asked" });
      await host.idle();
      assert.deepEqual((await tableOf("Q2"))[0], ["Phone", "100", "22.2%"]);
      await base.selectOption({ label: "all responses" });
      await host.idle();
      assert.deepEqual((await tableOf("Q2"))[0], ["Phone", "100", "20.0%"]);
      assert.deepEqual(
        host.take("summaryView").map((it) => it.view.base),
        ["asked", "all"],
      );
    });

    it("report that v1 does not provide the asked base", async () => {
      await start({ ...olderResponses("v1") });
      await question("Q2").getByText("400 of 500 answered · 100 no answer or not shown").waitFor();
      const option = panel.page.getByRole("option", { name: /asked/ });
      assert.equal((await option.innerText()).trim(), "asked (not provided by v1)");
      assert(await option.isDisabled());
    });

    it("with numbers are shown as a histogram with statistics", async () => {
      await start();
      await question("age").scrollIntoViewIfNeeded();
      await question("age").getByRole("button", { name: /18/ }).first().waitFor();
      const text = await question("age").locator("dl").innerText();
      assert.match(text.replace(/\s+/g, " "), /^Mean 45\.87 Standard deviation 17\.24 Median 48/);
    });

    it("with texts show the most frequent ones, and more on request", async () => {
      const texts = Array.from({ length: 250 }, (_, index) => {
        const row = rows[index];
        assert(row);
        const place = columns.findIndex((it) => it.name === "Q3_comment");
        return { ...row, cells: row.cells.with(place, [{ value: `Text ${index % 120}` }]) };
      });
      await start({ rows: texts });
      const comment = question("Q3_comment");
      await comment.scrollIntoViewIfNeeded();
      await comment.getByText("and 20 other values").waitFor();
      assert.equal((await tableOf("Q3_comment")).length, 10);
      await comment.getByRole("button", { name: "Show 90 more" }).click();
      assert.equal((await tableOf("Q3_comment")).length, 100);
      await question("Q2")
        .getByRole("button", { name: /write-in answers/ })
        .click();
      await question("Q2").getByText("tablet").waitFor();
    });

    it("are found by name, text and option", async () => {
      await start();
      await panel.page.getByRole("searchbox").fill("laptop");
      await panel.page.getByText(`1 of ${columns.length - 6} shown`).waitFor();
      await question("Q2").waitFor();
      await panel.page.getByRole("searchbox").fill("nothing like that");
      await panel.page.getByText("No question matches").waitFor();
    });

    it("stay those that were searched for when the panel is hidden and shown again", async () => {
      await start();
      await panel.page.getByRole("searchbox").fill("laptop");
      const saved = () => panel.page.evaluate(() => window.kept);
      const has = async () => JSON.stringify(await saved()).includes("laptop");
      await panel.until(has, "the stored view");
      const kept = await saved();
      await panel.close();
      panel = await browser.responses({ kept });
      await start();
      await panel.page.getByText(`1 of ${columns.length - 6} shown`).waitFor();
    });

    it("are shown in Korean", async () => {
      await start({ locale: korean });
      await panel.page.getByRole("tab", { name: "요약", selected: true }).waitFor();
      await question("Q2").getByText("질문받은 450명 중 400명 응답").waitFor();
    });
  });

  describe("filter", () => {
    it("selects a clicked answer until it is clicked again", async () => {
      const host = await start();
      await question("Q1").getByRole("button", { name: "Somewhat satisfied" }).click();
      await host.idle();
      assert.deepEqual(host.filter, {
        conditions: [{ kind: "variable", name: "Q1", is: "oneOf", values: ["2"], missing: [] }],
      });
      await question("Q1").getByText("100 answered of 100 asked").waitFor();
      const pressed = question("Q1").getByRole("button", { pressed: true });
      assert.equal((await pressed.innerText()).trim(), "Somewhat satisfied");
      await question("Q1")
        .getByRole("button", { name: "Very satisfied" })
        .click({ modifiers: ["Control"] });
      await host.idle();
      await question("Q1").getByText("200 answered of 200 asked").waitFor();
      await panel.press("Control+z");
      await host.idle();
      await question("Q1").getByRole("button", { name: "Somewhat satisfied" }).focus();
      await panel.press("Enter");
      await host.idle();
      assert.deepEqual(host.filter, {});
    });

    it("moves between a question's answers by the arrow keys, and leaves them by Tab", async () => {
      await start();
      await question("Q1").getByRole("button", { name: "Very satisfied" }).focus();
      await panel.press("ArrowDown");
      assert.match(await panel.focused(), /^Somewhat satisfied/);
      await panel.press("End");
      assert.match(await panel.focused(), /^Very dissatisfied/);
      await panel.press("Home", "Tab");
      assert.doesNotMatch(await panel.focused(), /satisfied/);
      await panel.press("Shift+Tab");
      assert.match(await panel.focused(), /^Very satisfied/);
    });

    it("draws the axes of all questions equally long, whatever their figures", async () => {
      const host = await start();
      await question("Q1").getByRole("button", { name: "Somewhat satisfied" }).click();
      await host.idle();
      await question("Q1").getByText("100 answered of 100 asked").waitFor();
      const axes = await panel.page
        .locator("summary-question svg.bar")
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().width)));
      const percents = await panel.page.locator("table.bars").allInnerTexts();
      assert.ok(percents.some((it) => !it.includes("100.0%")));
      assert.equal(new Set(axes).size, 1);
    });

    it("selects a clicked bin of a histogram", async () => {
      const host = await start();
      const age = question("age");
      await age.scrollIntoViewIfNeeded();
      await age.locator("[data-item='0']").click();
      await host.idle();
      assert.match(await panel.focused(), /^18 – <21: .*100\.0%/);
      const ring = await age
        .locator("[data-item='0']")
        .evaluate((it) => getComputedStyle(it).outlineStyle);
      assert.equal(ring, "none", "no focus ring around a clicked bin");
      const between = { kind: "variable", name: "age", is: "between", atLeast: 18, below: 21 };
      assert.deepEqual(host.filter, { conditions: [between] });
      await panel.button("Change filter: age: 18 to below 21").click();
      await panel.until(
        async () => (await panel.focused()) === "At least",
        "the focus on the range",
      );
      await panel.press("Escape");
      await age.locator("[data-item='0']").focus();
      await panel.press("Enter");
      await host.idle();
      assert.deepEqual(host.filter, {});
    });

    it("keeps an empty bin in place", async () => {
      const host = await start();
      const age = question("age");
      await age.scrollIntoViewIfNeeded();
      await age.locator("[data-item='0']").focus();
      await panel.press("Enter");
      await host.idle();
      const { conditions = [] } = host.filter;
      await host.show({ filter: { conditions, collectGroupId: "none" } });
      await panel.page.getByText("No response matches the filters").waitFor();
      const bin = age.getByRole("button", { name: "18 – <21: 0", pressed: true });
      await bin.waitFor();
      assert.equal(await panel.focused(), "18 – <21: 0");
      await panel.press("Enter");
      await host.idle();
      assert.deepEqual(host.filter, { collectGroupId: "none" });
    });

    it("explains that no response matches, and can be cleared", async () => {
      const host = await start({ filter: { collectGroupId: "none" } });
      await panel.page.getByText("No response matches the filters").waitFor();
      await panel.button("Clear Filters").click();
      await host.idle();
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      assert.equal(await panel.focused(), "Find questions by name, text or answer");
    });

    it("keeps an empty bar in place, to be clicked again", async () => {
      const host = await start({ filter: { collectGroupId: "none" } });
      const row = question("Q1").getByRole("button", { name: "Somewhat satisfied" });
      await row.focus();
      await panel.press("Enter");
      await host.idle();
      await panel.page.getByText("No response matches the filters").waitFor();
      assert.equal(await row.getAttribute("aria-pressed"), "true");
      assert.equal(await panel.focused(), "Somewhat satisfied, 0 of 0");
      await panel.press("Enter");
      await host.idle();
      assert.deepEqual(host.filter, { collectGroupId: "none" });
    });
  });

  describe("comparison", () => {
    it("splits by a question, also as a cross table", async () => {
      const host = await start();
      await panel.button("Split By…").click();
      await panel.page.getByRole("combobox", { name: "Column", exact: true }).fill("segment");
      await panel.press("Enter");
      await host.idle();
      await question("Q1").getByText("Business 250").waitFor();
      assert.deepEqual((await tableOf("Q1"))[0], [
        "Very satisfied",
        "Business: 50 Private: 50",
        "Business: 20.0% Private: 20.0%",
      ]);
      await panel.page.getByRole("combobox", { name: "Cross tables" }).selectOption("count");
      await panel.page.getByRole("radio", { name: "Tables" }).check();
      await host.idle();
      assert.deepEqual((await tableOf("Q1"))[0], ["Very satisfied", "50", "50", "100"]);
      await panel.button("Remove Split").click();
      await host.idle();
      assert.equal(await panel.focused(), "Split By…");
      assert.equal(host.take("summaryView").at(-1)?.view.split, undefined);
    });

    it("keeps the question by which all are split in place", async () => {
      const host = await start();
      await question("NPS").scrollIntoViewIfNeeded();
      await host.idle();
      const top = async (): Promise<number> =>
        Math.round((await question("NPS").boundingBox())?.y ?? NaN);
      const before = await top();
      const height = async (): Promise<number> =>
        panel.page.locator(".summary-page").evaluate((it) => it.scrollHeight);
      const lower = await height();
      await choose("NPS", "Split All by This Question");
      await host.idle();
      assert((await height()) > lower, "the other questions are higher");
      assert.equal(await top(), before);
      await panel.page.locator(".summary-page").evaluate((it) => it.scrollTo(0, 0));
      await panel.button("Remove Split").click();
      await host.idle();
      assert.equal(await panel.page.locator(".summary-page").evaluate((it) => it.scrollTop), 0);
    });

    it("shows many parts as a table", async () => {
      const host = await start();
      await choose("Q4_region", "Split All by This Question");
      await host.idle();
      await question("Q1").scrollIntoViewIfNeeded();
      await question("Q1").locator("table.figure").first().waitFor();
      assert.equal(await question("Q1").locator("table").first().locator("thead th").count(), 62);
    });

    it("refuses to split by a field of very many numbers", async () => {
      const numbered = rows.map(({ id, cells }) => ({
        id,
        cells: [...cells.slice(0, -1), [{ value: String(id) }]],
      }));
      await start({ rows: numbered, summary: { ...plain, split: "embedded:weight" } });
      await question("Q1").getByText("Not split by weight: Weight of the response").waitFor();
      assert.deepEqual((await tableOf("Q1"))[0], ["Very satisfied", "100", "20.0%"]);
      await question("age").scrollIntoViewIfNeeded();
      await question("age").getByText("Not split by weight: Weight of the response").waitFor();
    });

    it("compares the current filter with a baseline", async () => {
      const host = await start({ filter: { collectGroupId: "grp-0002" } });
      await panel.button("Compare").click();
      await panel.page.getByRole("menuitem", { name: "Use Current Filter as Baseline" }).click();
      await panel.page.getByText("change the filter to see a difference").waitFor();
      await panel.button("Clear All Filters").click();
      await host.idle();
      await panel.page.getByText("Compared with Panel wave 2", { exact: true }).waitFor();
      assert.deepEqual((await tableOf("Q1"))[0], [
        "Very satisfied",
        "All responses: 100 Panel wave 2: 34",
        "All responses: 20.0% Panel wave 2: 20.4%",
      ]);
      await panel.button("Stop Comparing").click();
      await host.idle();
      assert.equal(await panel.focused(), "Compare");
      assert.deepEqual((await tableOf("Q1"))[0], ["Very satisfied", "100", "20.0%"]);
    });

    it("has lists of columns of its own while another one is open in the filter", async () => {
      await start();
      await panel.button("Filter").click();
      await panel.button("Add Condition").click();
      await panel.button("Split By…").click();
      await panel.page.locator("column-picker").nth(1).waitFor();
      const ids = await panel.page.locator("[id]").evaluateAll((all) => all.map((it) => it.id));
      assert.deepEqual(
        ids.filter((it, index) => ids.indexOf(it) !== index),
        [],
      );
    });

    it("follows the host after it was compared with a filter of any order", async () => {
      const host = await start({
        filter: { duration: { atLeast: 1 }, startDateTime: "2020-01-01T00:00:00" },
      });
      await host.idle();
      host.hold();
      await panel.button("Compare").click();
      await panel.page.getByRole("menuitem", { name: "Use Current Filter as Baseline" }).click();
      // The border writes the fields in its own order.
      const compared = { startDateTime: "2020-01-01T00:00:00", duration: { atLeast: 1 } };
      await host.show({ summary: { ...plain, compared } });
      await host.show({ summary: { ...plain, asTables: true } });
      await question("Q1").locator("table.figure").first().waitFor({ timeout: 5000 });
    });

    it("weights responses", async () => {
      const host = await start();
      const weight = panel.page.getByRole("combobox", { name: "Weight by" });
      await weight.selectOption({ label: "weight" });
      await host.idle();
      await question("Q1").getByText("750 answered of 750 asked · weighted by weight").waitFor();
      await panel.page
        .getByText("125 responses without a weight above 0 are not counted")
        .waitFor();
      assert.equal(host.take("summaryView").at(-1)?.view.weight, "embedded:weight");
      await host.arrive(rows.slice(0, 4));
      await panel.page.getByText("1 response without a weight above 0 is not counted").waitFor();
    });

    it("rounds the weighted number of write-in answers as all other counts", async () => {
      const place = columns.findIndex((it) => it.name === "weight");
      const weighted = rows.map((it) => ({
        ...it,
        cells: it.cells.with(place, [{ value: "1.0371" }]),
      }));
      await start({ rows: weighted, summary: { ...plain, weight: "embedded:weight" } });
      await question("Q2").getByRole("button", { name: "103.7 write-in answers" }).waitFor();
    });
  });

  it("shows statistics of numbers and scales, and of other codes on request", async () => {
    const host = await start();
    const mean = (name: string): Locator => question(name).locator(".statistics");
    await mean("Q1").waitFor();
    await question("Q4_region").scrollIntoViewIfNeeded();
    await question("Q4_region").locator(".bars").waitFor();
    assert.equal(await mean("Q4_region").count(), 0);
    await choose("Q4_region", "Show Statistics");
    await mean("Q4_region").getByText("Median").waitFor();
    await choose("Q4_region", "Show as Table");
    await question("Q4_region").getByRole("rowheader", { name: "Median" }).waitFor();
    assert.deepEqual(host.take("summaryView").at(-1)?.view.statistics, {
      "variable:Q4_region": true,
    });
    await choose("Q1", "Show Statistics");
    await mean("Q1").waitFor({ state: "detached" });
  });

  it("shows only that identifiers are all different, and does not weight by them", async () => {
    const numbered = rows.map(({ id, cells }) => ({
      id,
      cells: [...cells.slice(0, -1), [{ value: String(id) }]],
    }));
    await start({ rows: numbered });
    await question("weight").scrollIntoViewIfNeeded();
    await question("weight").getByText("All different: 500 values.").waitFor();
    assert.equal(await question("weight").locator(".picture, .statistics").count(), 0);
    assert(await panel.page.getByRole("combobox", { name: "Weight by" }).isDisabled());
    await choose("weight", "Show Statistics");
    await question("weight").locator(".statistics").getByText("Median").waitFor();
  });

  it("reports a column that cannot be a weight", async () => {
    await start({ summary: { ...plain, weight: "embedded:segment" } });
    await panel.page.getByText("Not weighted: segment has no numbers").waitFor();
  });

  describe("requests of figures", () => {
    it("cover a few questions at a time, visible ones first", async () => {
      const host = await start({ columns: manyColumns(), rows: manyRows(60) });
      await question("X1").getByText("60 answered of 60 asked").waitFor();
      const asked: (readonly string[])[] = [];
      await eventually("requests for all questions", async () => {
        asked.push(...host.take("summarise").map((it) => it.columns));
        return new Set(asked.flat()).size === 200 || undefined;
      });
      assert(asked.every((it) => it.length <= 4));
      assert.deepEqual(asked.flat().slice(0, 2), ["variable:X1", "variable:X2"]);
      assert((await panel.page.locator(".bars").count()) < 10, "few drawn questions");
    });

    it("are repeated for another filter, while previous figures stay", async () => {
      const host = await start();
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      host.hold();
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      await host.show({ filter: { collectGroupId: "grp-0001" } });
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      await host.release();
      await question("Q1").getByText("333 answered of 333 asked").waitFor();
      const { length } = columns;
      const asked = host.take("summarise").filter((it) => it.filter.collectGroupId === "grp-0002");
      assert(asked.length < length / 8, `${asked.length} requests for an outdated filter`);
    });

    it("are throttled while responses are loading", async () => {
      const host = await start({
        rows: rows.slice(0, 100),
        content: responsesContent({ isComplete: false }),
        reading: { state: "reading" },
      });
      await panel.page.getByText("Partial figures: 100 responses loaded").waitFor();
      host.take("summarise");
      const since = performance.now();
      for (let count = 101; count <= 115; count++) {
        await host.arrive(rows.slice(0, count));
      }
      const asked = host.take("summarise");
      const rounds = asked.filter((it) => it.columns.includes("variable:Q1")).length;
      const seconds = (performance.now() - since) / 1000;
      assert(rounds <= 1 + 2 * seconds, `${rounds} rounds in ${seconds} seconds`);
      await question("Q1").getByText("115 answered of 115 asked").waitFor();
    });

    it("stop after a failure until Retry", async () => {
      const host = await start();
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      host.summaryProblem = "The table is broken.";
      await host.show({ filter: { collectGroupId: "grp-0002" } });
      await panel.page.getByRole("alert").getByText("The table is broken.").waitFor();
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      assert.deepEqual(await accessibilityProblems(panel.page), []);
      host.take("summarise");
      await host.show({ reading: { state: "idle" } });
      assert.deepEqual(host.take("summarise"), []);
      host.summaryProblem = undefined;
      await panel.button("Retry").click();
      await host.idle();
      assert.equal(host.take("refresh").length, 1);
      await question("Q1").getByText("167 answered of 167 asked").waitFor();
      assert.equal(await panel.page.getByRole("alert").count(), 0);
    });

    it("are repeated after a damaged table has been opened again", async () => {
      const host = await start({ rows: rows.slice(0, 50), tab: "responses" });
      host.summaryProblem = "The table is broken.";
      await panel.page.getByRole("tab", { name: "Summary" }).click();
      await question("Q1").getByText("Not calculated.").waitFor();
      await host.show({ reading: { state: "reading" } });
      host.summaryProblem = undefined;
      await host.show({ reading: { state: "idle" } });
      await question("Q1").getByText("50 answered of 50 asked").waitFor();
    });

    it("are sent only if there are responses", async () => {
      const host = await start({ rows: [] });
      await panel.page.getByText("No responses yet").waitFor();
      assert.deepEqual(host.take("summarise"), []);
      await host.show({ content: undefined, error: { message: "The server did not answer." } });
      await panel.page.getByRole("alert").getByText("The server did not answer.").waitFor();
    });
  });

  describe("in a narrow panel", () => {
    it("has its toolbar on one line, with the choices in its menu", async () => {
      await panel.page.setViewportSize({ width: 400, height: 700 });
      const host = await start();
      await question("weight").waitFor({ state: "attached" });
      const toolbar = panel.page.getByRole("group", { name: "Summary" });
      await panel.until(
        async () => ((await toolbar.boundingBox())?.height ?? Infinity) < 48,
        "the toolbar on one line",
      );
      assert.equal(await panel.page.getByRole("combobox", { name: "Percent of" }).count(), 0);
      const entry = (name: string): Locator =>
        panel.page.getByRole("menuitemcheckbox", { name, exact: true });
      await panel.button("Copy and Report").click();
      assert.equal(await entry("% of answered").getAttribute("aria-checked"), "true");
      await entry("% of all").click();
      await host.idle();
      assert.equal(host.take("summaryView").at(-1)?.view.base, "all");
      await panel.button("Copy and Report").click();
      await entry("Weight by weight").click();
      await host.idle();
      assert.equal(host.take("summaryView").at(-1)?.view.weight, "embedded:weight");
      await panel.page.setViewportSize({ width: 1200, height: 800 });
      await panel.page.getByRole("combobox", { name: "Percent of" }).waitFor();
      await panel.button("Copy and Report").click();
      assert.equal(await panel.page.getByRole("menuitemcheckbox").count(), 0);
    });

    it("breaks the name of a block that is wider than the panel", async () => {
      const block = "wave_2_screening_and_usage_".repeat(12);
      await start({ columns: columns.map((it) => ({ ...it, block })) });
      const head = panel.page.locator(".block > h2").first();
      assert.equal(await head.evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    });

    it("has fully visible menus at 200 percent", async () => {
      await panel.page.setViewportSize({ width: 600, height: 400 });
      await start({ summary: { ...plain, split: "embedded:segment" } });
      await question("Q1").locator(".bars").waitFor();
      for (const menu of ["Copy and Report", "Actions for Q1"]) {
        await panel.button(menu).click();
        const isSeen = await panel.page.getByRole("menu").evaluate((it) => {
          const { left, top, bottom } = it.getBoundingClientRect();
          return [top + 2, bottom - 2].map((y) =>
            it.contains(document.elementFromPoint(left + 8, y)),
          );
        });
        assert.deepEqual(isSeen, [true, true], menu);
        await panel.press("End");
        assert.equal(await panel.page.locator(".menu-item:focus").last().isVisible(), true);
        await panel.press("Escape");
      }
    });
  });

  describe("output", () => {
    it("copies a question as tables and as SVG", async () => {
      const host = await start();
      const copied = async (item: string): Promise<string> => {
        await choose("Q1", item);
        await panel.until(
          () => host.received.some((it) => it.kind === "copy"),
          `a copy by ${item}`,
        );
        return host.take("copy")[0]?.text ?? "";
      };
      assert.match(await copied("Copy As CSV"), /Very satisfied,1,100,20/);
      assert.match(await copied("Copy As Markdown"), /\| Very satisfied \| 1 \| 100 \| 20\.0%/);
      assert.match(await copied("Copy As SVG"), /^<svg[^>]*>[^]*Very satisfied/);
    });

    it("confirms a successful copy for a moment", async () => {
      await start();
      const sign = question("Q1").locator(".menu-button .codicon-check");
      await choose("Q1", "Copy As PNG");
      await panel.page.getByText("Save the chart as a file").waitFor({ state: "attached" });
      assert.equal(await sign.count(), 0);
      await choose("Q1", "Copy As CSV");
      await sign.waitFor();
      await sign.waitFor({ state: "detached" });
      await question("Q1").locator(".menu-button .codicon-ellipsis").waitFor();
    });

    it("announces each of two copies to screen readers", async () => {
      await start();
      const regions = panel.page.locator("summary-view > [role=status]");
      const texts = (): Promise<string> => regions.allInnerTexts().then((it) => it.join("|"));
      await choose("Q1", "Copy As CSV");
      await panel.until(async () => (await texts()).includes("Copied"), "the announcement");
      const first = await texts();
      await choose("Q1", "Copy As CSV");
      await panel.until(async () => (await texts()) !== first, "the second announcement");
      assert((await texts()).includes("Copied"));
    });

    it("saves a picture as PNG through the host if the clipboard rejects it", async () => {
      const host = await start();
      await choose("Q1", "Copy As PNG");
      await panel.until(
        () => host.received.some((it) => it.kind === "savePicture"),
        "the picture at the host",
      );
      const [saved] = host.take("savePicture");
      assert.equal(saved?.name, "Q1");
      assert.equal(Buffer.from(saved.png, "base64").subarray(1, 4).toString(), "PNG");
    });

    it("copies all questions, and reports only those shown", async () => {
      const host = await start();
      await panel.button("Copy and Report").click();
      await panel.page.getByRole("menuitem", { name: "Copy All As CSV" }).click();
      await host.idle();
      const text = host.take("copy")[0]?.text ?? "";
      assert(text.includes("Q1: How satisfied") && text.includes("weight"));
      await panel.page.getByRole("searchbox").fill("Q2");
      await panel.button("Copy and Report").click();
      await panel.page.getByRole("menuitem", { name: "Report As HTML" }).click();
      await host.idle();
      assert.deepEqual(host.take("report"), [
        { kind: "report", format: "html", columns: ["variable:Q2"], view: plain },
      ]);
    });

    it("copies all questions at once while more responses are arriving", async () => {
      const host = await start();
      host.hold();
      await host.arrive(summaryRows(600));
      await panel.button("Copy and Report").click();
      await panel.page.getByRole("menuitem", { name: "Copy All As CSV" }).click();
      await panel.page.getByText("Copied", { exact: true }).waitFor({ state: "attached" });
      await host.release();
      assert.equal(host.take("copy").length, 1);
    });

    it("copies all questions with the same missing codes", async () => {
      const host = await start();
      await question("Q1").getByText("500 answered of 500 asked").waitFor();
      host.hold();
      await host.show({ missingCodes: { survey: ["1"], questions: [] } });
      await panel.button("Copy and Report").click();
      await panel.page.getByRole("menuitem", { name: "Copy All As CSV" }).click();
      await panel.painted();
      const copied = panel.page.getByText("Copied", { exact: true });
      assert.equal(await copied.count(), 0);
      await host.release();
      await copied.waitFor({ state: "attached" });
    });

    it("shows a question in the grid, or as a table in its place", async () => {
      const host = await start();
      await choose("Q1", "Show as Table");
      await question("Q1").locator("table.figure").first().waitFor();
      await choose("Q1", "Show in Grid");
      await host.idle();
      await panel.page.getByRole("grid").waitFor();
      assert.deepEqual(host.take("tab"), [{ kind: "tab", tab: "responses" }]);
      const role = () => panel.page.evaluate(() => document.activeElement?.getAttribute("role"));
      await panel.until(async () => (await role()) === "gridcell", "the focus on the cell");
    });

    it("shows a question in the grid without leaving the selected row", async () => {
      const host = await start({ tab: "responses" });
      await cell(panel.page, 5, 0).click();
      await panel.tab("Summary").click();
      await host.idle();
      await choose("Q2", "Show in Grid");
      await host.idle();
      const focused = panel.page.locator("[role=gridcell]:focus");
      assert.equal(await focused.getAttribute("data-row"), "5");
    });

    it("shows a hidden question in the grid", async () => {
      const host = await start({ layout: { ...defaultColumnLayout, hidden: ["variable:Q2"] } });
      await choose("Q2", "Show in Grid");
      await host.idle();
      const focused = panel.page.locator("[role=gridcell]:focus");
      const column = await focused.getAttribute("data-column");
      const head = panel.page.locator(`[role=columnheader][data-column="${column}"] .header-name`);
      assert.equal(await head.innerText(), "Q2");
    });
  });
});

describe("Summary tab in all its views", () => {
  const browser = new PanelBrowser();

  for (const look of looks) {
    it(`is accessible and fits, ${look.name}`, async () => {
      await using panel: PanelPage<ResponsesMessage, ResponsesRequest> = await browser.responses(
        optionsFor(look),
      );
      const host = await ResponsesHost.start(panel, {
        rows,
        columns: summaryColumns,
        tab: "summary",
      });
      const shot = async (what: string): Promise<void> => {
        await host.idle();
        await assertLooks(panel, `panel-summary-${what}`, look);
      };
      await shot("pictures");
      await panel.page.getByRole("heading", { name: "age" }).scrollIntoViewIfNeeded();
      await shot("numbers");
      await panel.page.getByRole("heading", { name: "Q1" }).scrollIntoViewIfNeeded();
      await host.show({ summary: { ...plain, split: "embedded:segment" } });
      await shot("split");
      await host.show({
        summary: { ...plain, compared: {} },
        filter: { collectGroupId: "grp-0002" },
      });
      await shot("compared");
      await host.show({ summary: { ...plain, base: "all", asTables: true } });
      await shot("tables");
    });
  }
});
