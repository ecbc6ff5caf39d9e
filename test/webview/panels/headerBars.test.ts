import assert from "node:assert/strict";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import type { SummaryView } from "../../../src/messages/summary.ts";
import { assertLooks, wide } from "../support/looks.ts";
import { eventually } from "../support/eventually.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { responseRows } from "./fixtures.ts";
import { cell, rowsInSight } from "./gridPage.ts";
import { ResponsesHost } from "./responsesHost.ts";

const rows = responseRows(500);
const summary: SummaryView = { base: "answered", asTables: false, headerBars: true };

describe("Column charts of the responses grid", () => {
  const browser = new PanelBrowser();
  let panel: PanelPage<ResponsesMessage, ResponsesRequest>;
  beforeEach(async () => {
    panel = await browser.responses({ width: 2000 });
  });
  afterEach(() => panel.close());

  /** Locates the bars of a column once their accessible name matches. */
  const bars = (name: string, says: RegExp) =>
    panel.page
      .locator(".grid-header", { has: panel.page.getByText(name, { exact: true }) })
      .getByRole("img", { name: says });

  const heights = (name: string, says: RegExp): Promise<number[]> =>
    bars(name, says)
      .locator("rect")
      .evaluateAll((all) => all.map((it) => Math.round(100 * Number(it.getAttribute("height")))));

  it("request nothing while they are off", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    await host.idle();
    assert.deepEqual(host.take("summarise"), []);
    assert.equal(await panel.page.locator(".header-bars").count(), 0);
  });

  it("show the distribution of visible columns, with an accessible description", async () => {
    const host = await ResponsesHost.start(panel, { rows, summary });
    await bars("Q1", /answered.*: 100 \(20\.0%\)/).waitFor();
    assert.deepEqual(await heights("Q1", /./), [20, 20, 20, 20, 20]);
    // A code that the structure does not have is drawn after the options.
    assert.equal((await heights("Q2", /77 \(not in the structure\): 100/)).length, 5);
    assert.equal(await bars("Q2", /./).locator(".unknown").count(), 1);
    await bars("collectGroupId", /: 333 \(66\.6%\)/).waitFor();
    const title = await bars("Q1", /./).getAttribute("title");
    assert.equal(title?.split("\n").length, 6);
    const described = await panel.page
      .locator(".grid-header", { hasText: "Q1" })
      .getAttribute("aria-describedby");
    assert.equal(await panel.page.locator(`#${described ?? ""}`).count(), 1);
    const asked = host.take("summarise").flatMap((it) => it.columns);
    assert.ok(!asked.some((it) => /serial|finishedAt|startedAt|responseId/.test(it)), asked.join());
    assert.equal(new Set(asked).size, asked.length);
  });

  it("follow the filter", async () => {
    const host = await ResponsesHost.start(panel, { rows, summary });
    await bars("Q1", /: 100 \(20\.0%\)/).waitFor();
    const condition = { kind: "variable", name: "Q1", is: "oneOf", missing: [] } as const;
    await host.show({ filter: { conditions: [{ ...condition, values: ["2"] }] } });
    await bars("Q1", /: 100 \(100\.0%\)/).waitFor();
    assert.deepEqual(
      (await heights("Q1", /./)).toSorted((a, b) => a - b),
      [0, 0, 0, 0, 100],
    );
  });

  it("follow the codes that are declared missing", async () => {
    const host = await ResponsesHost.start(panel, { rows, summary });
    await bars("Q1", /: 100 \(20\.0%\)/).waitFor();
    await host.idle();
    host.take("summarise");
    await host.show({ missingCodes: { survey: ["1"], questions: [] } });
    const isAsked = (): boolean =>
      host.take("summarise").some((it) => it.columns.includes("variable:Q1"));
    await eventually("a request for Q1", () => Promise.resolve(isAsked() || undefined), 5000);
  });

  it("are requested when their columns become visible", async () => {
    await panel.page.setViewportSize({ width: 700, height: 700 });
    const host = await ResponsesHost.start(panel, { rows, summary });
    await host.idle();
    const first = host.take("summarise").flatMap((it) => it.columns);
    assert.ok(!first.includes("embedded:segment"), first.join());
    await panel.page.locator(".grid").evaluate((it) => it.scrollTo(it.scrollWidth, 0));
    await bars("segment", /: 250 \(50\.0%\)/).waitFor();
    await host.idle();
    const then = host.take("summarise").flatMap((it) => it.columns);
    assert.deepEqual(
      first.filter((it) => then.includes(it)),
      [],
    );
  });

  it("are toggled in the menu without scrolling the rows", async () => {
    const host = await ResponsesHost.start(panel, { rows });
    await panel.page.locator(".grid").evaluate((it) => it.scrollTo(0, 2400));
    await panel.painted();
    const [before] = await rowsInSight(panel);
    const toggle = async (): Promise<void> => {
      await panel.button("More Actions").click();
      await panel.page.getByRole("menuitemcheckbox", { name: "Column Charts" }).click();
    };
    await toggle();
    await bars("Q1", /: 100 \(20\.0%\)/).waitFor();
    const [shown] = await rowsInSight(panel);
    assert.equal(shown?.row, before?.row);
    const [view] = host.take("summaryView");
    assert.equal(view?.view.headerBars, true);
    // A click below the taller header hits the row that is drawn there.
    await cell(panel.page, 105, 1).click();
    await panel.press("End");
    await panel.press("Control+End");
    await cell(panel.page, 499, 0).waitFor();
    await toggle();
    await panel.until(
      async () => (await panel.page.locator(".header-bars").count()) === 0,
      "removal of the bars",
    );
    host.take("summarise");
    const condition = { kind: "variable", name: "Q1", is: "oneOf", missing: [] } as const;
    await host.show({ filter: { conditions: [{ ...condition, values: ["2"] }] } });
    await host.idle();
    assert.deepEqual(host.take("summarise"), []);
  });

  it("are accessible in all themes", async () => {
    await ResponsesHost.start(panel, { rows, summary });
    await bars("Q1", /: 100 \(20\.0%\)/).waitFor();
    await bars("segment", /: 250/).waitFor();
    await assertLooks(panel, "panel-responses-bars", wide);
  });
});
