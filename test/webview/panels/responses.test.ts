import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { PanelBrowser } from "../support/panelPage.ts";
import {
  olderResponses,
  responseRow,
  responsesContent,
  responsesState,
  subject,
} from "./fixtures.ts";
import { cell, focusedCell, type GridPage } from "./gridPage.ts";

const failed = { message: "The server at https://data.example.com did not answer." };

describe("The responses panel", () => {
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

  it("pages by buttons and keys, and says where it is", async () => {
    await panel.show(responsesState());
    await panel.page.getByText("1–500 of 2,800, newest first").waitFor();
    await panel.button("Older").click();
    assert(await panel.button("Newer").isDisabled());
    const middle = responsesContent({ first: 500, total: undefined, hasNewer: true });
    await panel.show(responsesState({ content: middle }));
    await panel.page.getByText("501–1,000, newest first").waitFor();
    await cell(panel.page, 0, 0).click();
    await panel.press("o", "n", "Shift+N");
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "page", to: "older" },
      { kind: "page", to: "older" },
      { kind: "page", to: "newer" },
      { kind: "page", to: "newest" },
    ]);
  });

  it("says what a version does not provide", async () => {
    const { page } = panel;
    await panel.show(responsesState({ content: olderResponses("v1") }));
    await page.getByText("Not provided by v1: Status, Response ID").waitFor();
    assert.equal(await page.getByRole("columnheader", { name: "completedStatus" }).count(), 0);
    const header = page.getByRole("columnheader", { name: /^Q2,/ });
    assert.match((await header.getAttribute("title")) ?? "", /Rank 2/);
    await panel.press("Tab");
    await cell(page, 0, 0).click();
    await panel.press("Enter");
    const facts = page.locator(".detail-facts").first();
    assert.match(
      await facts.innerText(),
      /Status\s+not provided by v1\s+Response ID\s+not provided by v1/,
    );
    await page.getByRole("heading", { name: "Parameters (embedded data)" }).waitFor();
    await panel.show(responsesState());
    assert.equal(await page.getByText(/not provided/i).count(), 0);
  });

  it("keeps the focus where it was while pages come and go", async () => {
    await panel.show(responsesState());
    await cell(panel.page, 0, 2).click();
    await panel.press("Control+ArrowDown");
    await panel.show(responsesState({ loading: true }));
    await panel.show(responsesState({ content: responsesContent({ first: 500 }) }));
    assert.equal(await focusedCell(panel), "0,0");
    await panel.button("Older").press("Enter");
    await panel.show(responsesState({ loading: true }));
    await panel.press("Enter");
    assert.equal(await panel.focused(), "Older");
    assert.deepEqual(await panel.takeRequests(), [{ kind: "page", to: "older" }]);
  });

  it("goes to the top of another page, and stays where it is when the same is read again", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    const top = (): Promise<number> => page.locator(".grid").evaluate((it) => it.scrollTop);
    await page.locator(".grid").evaluate((it) => it.scrollTo(0, 2400));
    await panel.painted();
    await panel.show(responsesState({ loading: true }));
    await panel.show(responsesState());
    assert.equal(await top(), 2400);
    await panel.show(responsesState({ content: responsesContent({ first: 500 }) }));
    assert.equal(await top(), 0);
  });

  it("filters by time and group, and takes filters away again", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    await cell(page, 0, 0).click();
    await panel.press("f");
    await page.getByLabel("Submitted after").fill("2025-03-03T09:14:02");
    await page.getByLabel("Submitted until").fill("2025-03-03T09:14:02");
    await page.getByText("The start must be before the end.").waitFor();
    await panel.button("Apply").click();
    assert.deepEqual(await panel.takeRequests(), []);
    await page.getByLabel("Submitted until").fill("2025-03-04T10:00:00");
    await page.getByRole("combobox", { name: "Collect group" }).selectOption("grp-0002");
    await page.getByLabel("Submitted until").press("Enter");
    const filter = {
      startDateTime: "2025-03-03T09:14:02",
      endDateTime: "2025-03-04T10:00:00",
      collectGroupId: "grp-0002",
    };
    assert.deepEqual(await panel.takeRequests(), [{ kind: "filter", filter }]);
    assert.equal(await panel.focused(), "Filter");
    await panel.show(responsesState({ filter }));
    await panel.button("Remove filter: Until 4 Mar 2025, 10:00:00").click();
    await panel.button("Remove filter: Panel wave 2").click();
    assert.deepEqual(await panel.takeRequests(), [
      {
        kind: "filter",
        filter: { startDateTime: filter.startDateTime, collectGroupId: "grp-0002" },
      },
      {
        kind: "filter",
        filter: { startDateTime: filter.startDateTime, endDateTime: filter.endDateTime },
      },
    ]);
    await panel.button("Filter").click();
    await panel.press("Escape");
    assert.equal(await page.getByLabel("Submitted after").count(), 0);
  });

  it("shows one response as the questionnaire that was filled in", async () => {
    const { page } = panel;
    await panel.show(responsesState());
    await cell(page, 1, 2).click();
    await panel.press("Enter");
    const detail = page.getByRole("complementary", { name: "Response S2799" });
    await detail.waitFor();
    assert.deepEqual(await detail.locator("li.chosen").allInnerTexts(), [
      "2\nSomewhat satisfied\nchosen",
      "9\nOther tablet\nchosen",
    ]);
    assert.equal(await detail.getByText("no answer").count(), 1);
    await panel.press("ArrowDown");
    await page.getByRole("complementary", { name: "Response S2798" }).waitFor();
    await page.getByRole("group", { name: "Answers", exact: true }).focus();
    await panel.press("ArrowRight", "ArrowRight", "ArrowLeft");
    await page
      .getByRole("complementary", { name: "Response S2797" })
      .getByText("code not in the structure")
      .waitFor();
    await panel.press("Escape");
    assert.equal(await page.getByRole("complementary").count(), 0);
    assert.equal(await focusedCell(panel), "3,2");
    await panel.press("Space");
    assert.equal(await page.getByRole("complementary").count(), 1);
    await panel.press("Space");
    assert.equal(await page.getByRole("complementary").count(), 0);
  });

  it("gives a narrow panel to the response alone", async () => {
    await panel.page.setViewportSize({ width: 400, height: 700 });
    await panel.show(responsesState());
    await cell(panel.page, 1, 0).click();
    await panel.press("Enter");
    assert.equal(await panel.page.getByRole("grid").isVisible(), false);
    assert.equal(await panel.focused(), "Answers");
    await panel.press("ArrowRight", "Escape");
    assert.equal(await focusedCell(panel), "2,0");
  });

  it("says that it is loading, and how far it has looked", async () => {
    await panel.page.clock.install();
    await panel.show(responsesState({ loading: true, content: undefined }));
    await panel.page.getByRole("progressbar").waitFor();
    await panel.page.getByText("Reading responses…").waitFor();
    await panel.show(responsesState({ loading: true, scanned: 3000 }));
    await panel.page.getByText("Looking for matching responses… 3,000 read").waitFor();
    assert(await panel.button("Refresh").isDisabled());
    assert(await panel.button("Older").isDisabled());
    await panel.page.clock.runFor(2500);
    await panel.button("Cancel").click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "cancel" }]);
  });

  it("keeps its rows when reading fails", async () => {
    await panel.show(responsesState({ error: failed, content: undefined }));
    await panel.button("Retry").click();
    await panel.show(responsesState({ error: { ...failed, action: "signIn" } }));
    await panel.page.getByRole("alert").getByText(failed.message).waitFor();
    await panel.page.getByRole("gridcell", { name: "S2800" }).first().waitFor();
    await panel.button("Sign in").click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "refresh" }, { kind: "signIn" }]);
  });

  it("tells no responses from none that match", async () => {
    const content = responsesContent({ rows: [], total: 0, hasOlder: false });
    await panel.show(responsesState({ content }));
    await panel.page.getByText("No responses yet").waitFor();
    await panel.show(responsesState({ content, filter: { collectGroupId: "grp-0001" } }));
    await panel.button("Clear filters").click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "filter", filter: {} }]);
  });

  it("sends what its buttons ask for", async () => {
    await panel.show(responsesState());
    for (const name of ["Export", "Refresh", "Structure"]) {
      await panel.button(name).click();
    }
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "export" },
      { kind: "refresh" },
      { kind: "openStructure" },
    ]);
  });

  it("is reached by keyboard in the order of the eye", async () => {
    await panel.show(responsesState({ filter: { collectGroupId: "grp-0001" } }));
    await panel.page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
    });
    const stops: string[] = [];
    for (let stop = 0; stop < 10; stop++) {
      await panel.press("Tab");
      stops.push(await panel.focused());
    }
    assert.deepEqual(stops.slice(stops.indexOf("Filter"), stops.indexOf("Filter") + 6), [
      "Filter",
      "Export",
      "Refresh",
      "Structure",
      "Response details",
      "Remove filter: Website link",
    ]);
  });

  it("comes back as it was left", async () => {
    const { page } = panel;
    const filter = { collectGroupId: "grp-0001" };
    await panel.show(responsesState({ filter }));
    await cell(page, 3, 2).click();
    await panel.press("Enter");
    await page.locator(".grid").evaluate((it) => it.scrollTo(100, 1200));
    const kept = (): Promise<unknown> => page.evaluate(() => window.kept);
    const expected = {
      subject,
      filter,
      view: {
        scrollTop: 1200,
        scrollLeft: 100,
        widths: {},
        selection: { active: { row: 3, column: 2 }, anchor: { row: 3, column: 2 } },
        detailOpen: true,
        detailWidth: 360,
      },
    };
    await panel.until(async () => isDeepStrictEqual(await kept(), expected), "the view is kept");
    const again = await browser.responses({ kept: expected });
    await again.show(responsesState({ filter }));
    await again.page.getByRole("complementary", { name: "Response S2797" }).waitFor();
    assert.equal(await again.page.locator(".grid").evaluate((it) => it.scrollTop), 1200);
    await again.close();
  });

  it("takes no harm from a view that something else has written", async () => {
    const kept = {
      subject,
      view: { widths: { "metadata:serial": "wide" }, selection: 3, scrollTop: {} },
    };
    const again = await browser.responses({ kept });
    await again.show(
      responsesState({ content: responsesContent({ rows: [responseRow(0)], total: 1 }) }),
    );
    await again.page.getByText("1 response loaded").waitFor();
    await again.close();
  });
});
