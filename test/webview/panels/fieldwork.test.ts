import assert from "node:assert/strict";
import type { FieldworkAnswer, FieldworkView } from "../../../src/messages/fieldwork.ts";
import type { Fieldwork, TargetProgress } from "../../../src/model/fieldwork.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { korean } from "../support/korean.ts";
import { assertLooks, looks, optionsFor, type Look } from "../support/looks.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import {
  fieldworkAnswer,
  fieldworkOf,
  plainView,
  threeGroups,
  responsesByDay,
  type FakeGroup,
} from "./fieldworkFixtures.ts";
import { responseRows } from "./fixtures.ts";
import { ResponsesHost } from "./responsesHost.ts";
import type { FieldworkCall, FieldworkState } from "./fieldworkHarness.ts";

type Tab = PanelPage<FieldworkState, FieldworkCall>;

const kind = "fieldworkState";
const failed = { message: "The server at https://data.example.com did not answer in 30 seconds." };
const week = responsesByDay([34, 41, 0, 0, 12, 55, 3, 28]);

describe("Fieldwork tab", () => {
  const browser = new PanelBrowser();
  let tab: Tab;

  describe("figures", () => {
    beforeEach(async () => {
      tab = await browser.fieldwork({ height: 1400 });
    });
    afterEach(() => tab.close());

    /** Shows a state, and drops the requests that it causes. */
    async function show(state: Partial<FieldworkState> = {}): Promise<void> {
      await tab.show({ kind, answer: fieldworkAnswer(), view: plainView, ...state });
      await tab.takeRequests();
    }

    async function looked(): Promise<FieldworkView[]> {
      const said = await tab.takeRequests();
      const views = said.flatMap((it) => (it.kind === "fieldwork" ? [it.view] : []));
      // Each requested view is kept as well.
      assert.deepEqual(
        said.flatMap((it) => (it.kind === "keep" ? [it.view] : [])),
        views,
      );
      return views;
    }

    function text(selector: string): Promise<string> {
      return tab.page
        .locator(selector)
        .innerText()
        .then((it) => it.replace(/\s+/g, " ").trim());
    }

    async function status(): Promise<string> {
      const regions = await tab.page.locator('fieldwork-view > [role="status"]').allInnerTexts();
      return regions.join(" ").trim();
    }

    it("are requested once, for the stored view", async () => {
      const view = { ...plainView, scope: { collectGroupId: "grp-0002" } };
      await tab.show({ kind, view });
      assert.deepEqual(await tab.takeRequests(), [{ kind: "fieldwork", view }]);
      await tab.show({ kind, view, answer: fieldworkAnswer({ view }) });
      assert.deepEqual(await tab.takeRequests(), []);
    });

    it("show their source and the figures of the selected group", async () => {
      await show();
      await tab.page
        .getByText(
          "All responses; filters do not apply. Times as sent, without time-zone conversion.",
        )
        .waitFor();
      assert.match(
        await text(".key-figures"),
        /^Responses 173 First 1 Mar 2025, 08:30 Last 8 Mar 2025, 19:30 Target only of some groups Median duration/,
      );
      const view = { ...plainView, scope: { collectGroupId: "grp-0001" } };
      const fieldwork = fieldworkOf(week, threeGroups, view);
      await show({ view, answer: fieldworkAnswer({ view, fieldwork }) });
      assert.match(
        await text(".key-figures"),
        /Progress 87 of 500 \(17\.4%\) Forecast Target by 19 Mar 2025 \(14\.3 a day\)/,
      );
      await tab.page.getByText("Forecast from the rate of the 7 days").waitFor();
      assert.equal(await tab.page.locator("select[name=scope]").inputValue(), "grp-0001");
    });

    it("show the time as sent in a tooltip", async () => {
      await show();
      const last = tab.page.locator(".key-figures dd").nth(2);
      assert.equal(await last.getAttribute("title"), "2025-03-08T19:30:00");
      assert.equal(await tab.page.locator("td[title='2025-03-08T19:30:00']").count(), 2);
    });

    it("show the hours of a clicked day, and of all days after a second click", async () => {
      await show();
      await tab.page.getByRole("button", { name: "5 Mar 2025: 12" }).click();
      const view = { ...plainView, scope: { day: "2025-03-05" } };
      assert.deepEqual(await looked(), [view]);
      const fieldwork = fieldworkOf(week, threeGroups, view);
      await show({ view, answer: fieldworkAnswer({ view, fieldwork }) });
      await tab.page.getByRole("heading", { name: "Responses per hour on 5 Mar 2025" }).waitFor();
      assert.equal(await tab.page.locator("select[name=day]").inputValue(), "2025-03-05");
      const day = tab.page.getByRole("button", { name: "5 Mar 2025: 12", pressed: true });
      await day.click();
      assert.deepEqual(await looked(), [{ ...plainView, scope: { day: undefined } }]);
    });

    it("let the keyboard move through the days with responses", async () => {
      await show();
      await tab.page.getByRole("button", { name: "1 Mar 2025: 34" }).focus();
      await tab.press("ArrowRight", "ArrowRight");
      assert.equal(await tab.focused(), "5 Mar 2025: 12");
      await tab.press("Enter");
      assert.deepEqual(await looked(), [{ ...plainView, scope: { day: "2025-03-05" } }]);
      await tab.press("End");
      assert.equal(await tab.focused(), "8 Mar 2025: 28");
      assert.equal(await tab.page.locator("figure-frame.figure-days [data-item]").count(), 6);
    });

    it("show weeks if there are too many days, with each day in a list", async () => {
      const told = responsesByDay(Array.from({ length: 800 }, (_, index) => (index * 7) % 5));
      await show({
        answer: fieldworkAnswer({ fieldwork: fieldworkOf(told, threeGroups) }),
      });
      const drawn = tab.page.locator("figure-frame.figure-days svg");
      assert.equal(await drawn.getAttribute("aria-label"), "Responses per week");
      const days = tab.page.locator("select[name=day]");
      // Every fifth day has no response.
      assert.equal(await days.locator("option").count(), 1 + 640);
      await days.selectOption("2026-05-07");
      assert.deepEqual(await looked(), [{ ...plainView, scope: { day: "2026-05-07" } }]);
    });

    it("select a group from the list and from the table", async () => {
      await show();
      await tab.page.locator("select[name=scope]").selectOption("grp-0003");
      assert.deepEqual(await looked(), [{ ...plainView, scope: { collectGroupId: "grp-0003" } }]);
      await tab.button("Panel wave 2").click();
      assert.deepEqual(await looked(), [{ ...plainView, scope: { collectGroupId: "grp-0002" } }]);
      await tab.page.getByRole("cell", { name: "RUNNING" }).click();
      assert.deepEqual(await looked(), [{ ...plainView, scope: { collectGroupId: "grp-0001" } }]);
      await tab.button("All").click();
      assert.deepEqual(await looked(), [plainView]);
    });

    it("list each group with its state, count, target and progress", async () => {
      await show();
      const rows = await tab.page.locator(".groups-table tbody tr").allInnerTexts();
      const cells = rows.map((it) => it.split("\t").map((cell) => cell.trim()));
      assert.deepEqual(
        cells.map((it) => it.slice(0, 6)),
        [
          ["Website link", "RUNNING", "87", "500", "17.4%", "Target by 19 Mar 2025 (14.3 a day)"],
          ["Panel wave 2", "COMPLETED", "86", "60", "143.3%", "reached 3 Mar 2025, 11:41"],
          ["Letters to members without an address for mail", "READY", "0", "none", "", ""],
          ["All", "", "173", "none", "", ""],
        ],
      );
    });

    it("keep the names of groups visible when the table is scrolled", async () => {
      await tab.page.setViewportSize({ width: 600, height: 1400 });
      await show();
      const name = tab.page.getByRole("button", { name: "Panel wave 2" });
      const before = await name.boundingBox();
      const moved = await tab.page.locator(".table-scroll").evaluate((it) => {
        it.scrollTo({ left: 200 });
        return it.scrollLeft;
      });
      assert.equal(moved, 200);
      assert.deepEqual(await name.boundingBox(), before);
      const top = await name.evaluate((it) => {
        const { left, top, height } = it.getBoundingClientRect();
        return document.elementFromPoint(left + 4, top + height / 2) === it;
      });
      assert.ok(top, "the name is not covered");
    });

    it("mark a group that occurs only in responses", async () => {
      const groups: readonly FakeGroup[] = [{ id: "grp-0001", label: "Website link" }];
      await show({ answer: fieldworkAnswer({ fieldwork: fieldworkOf(week, groups) }) });
      const row = tab.page.getByRole("row", { name: "grp-0002 not among the survey's groups" });
      assert.match(await row.innerText(), /86/);
    });

    it("report that there were no recent responses", async () => {
      const groups = [
        { ...threeGroups[0], id: "grp-0001", progress: { state: "stalled" } } as const,
      ];
      const view = { ...plainView, scope: { collectGroupId: "grp-0001" } };
      const fieldwork = fieldworkOf(week, groups, view);
      await show({ view, answer: fieldworkAnswer({ view, fieldwork }) });
      assert.match(await text(".key-figures"), /Forecast no recent responses/);
      await tab.page.getByText("No forecast: no responses").waitFor();
    });

    it("show the progress of a closed or young group and why it has no forecast", async () => {
      const shown = async (progress: TargetProgress): Promise<string> => {
        const groups = [{ ...threeGroups[0], id: "grp-0001", progress }];
        const view = { ...plainView, scope: { collectGroupId: "grp-0001" } };
        const fieldwork = fieldworkOf(week, groups, view);
        await show({ view, answer: fieldworkAnswer({ view, fieldwork }) });
        return text(".key-figures");
      };
      assert.match(await shown({ state: "closed" }), /State closed at 17\.4%/);
      const reached = await shown({ state: "reached", at: "2025-03-09T10:11:12" });
      assert.match(reached, /Target reached 9 Mar 2025/);
      assert.match(await shown({ state: "early" }), /Forecast none yet/);
      await tab.page.getByText("A forecast needs 3 days").waitFor();
    });

    it("state the rule of speeders, change its share and filter by them", async () => {
      const view = { ...plainView, scope: { collectGroupId: "grp-0001" } };
      const fieldwork = fieldworkOf(week, threeGroups, view);
      await show({ view, answer: fieldworkAnswer({ view, fieldwork }) });
      const { duration } = fieldwork.groups[0] ?? {};
      assert(duration && duration.speeders > 0 && !Number.isInteger(duration.below));
      assert.match(
        await text(".fieldwork-speeders"),
        new RegExp(`less than .* ${duration.speeders} of ${duration.n} responses`),
      );
      await tab.button("Show in responses").click();
      assert.deepEqual(await tab.takeRequests(), [
        {
          kind: "filter",
          filter: {
            collectGroupId: "grp-0001",
            duration: { atLeast: 0, atMost: Math.floor(duration.below) },
          },
        },
      ]);
      await tab.page.locator("select[name=share]").selectOption("1/2");
      assert.deepEqual(await looked(), [{ ...view, rule: { share: 1 / 2 } }]);
    });

    it("filter speeders below a whole second without those of that second", async () => {
      const fieldwork = fieldworkOf(week, threeGroups);
      const { duration } = fieldwork.all;
      assert(duration);
      const all = { ...fieldwork.all, duration: { ...duration, below: 50, speeders: 3 } };
      await show({ answer: fieldworkAnswer({ fieldwork: { ...fieldwork, all } }) });
      await tab.button("Show in responses").click();
      assert.deepEqual(await tab.takeRequests(), [
        { kind: "filter", filter: { duration: { atLeast: 0, atMost: 49 } } },
      ]);
    });

    it("offer a refresh interval only while a group is running", async () => {
      await show();
      await tab.page.getByLabel("Automatic refresh").selectOption({ label: "every minute" });
      assert.deepEqual(await looked(), [{ ...plainView, interval: 60 }]);
      await show({ answer: fieldworkAnswer({ isRunning: false }) });
      await tab.page.getByText("No running group. Use Refresh").waitFor();
      assert.equal(await tab.page.getByLabel("Automatic refresh").count(), 0);
    });

    it("say nothing of running groups and targets if the groups could not be read", async () => {
      const fieldwork = fieldworkOf(week, [{ id: "grp-0001" }]);
      await show({ answer: fieldworkAnswer({ fieldwork, isRunning: false }) });
      const target = tab.page.locator(".key-figures div", { hasText: "Target" });
      const table = tab.page.locator(".groups-table");
      await target.getByText("none", { exact: true }).waitFor();
      assert.match(await table.innerText(), /not among the survey's groups/);
      await show({ answer: fieldworkAnswer({ fieldwork, isRunning: undefined }) });
      await target.getByText("not loaded yet", { exact: true }).waitFor();
      assert.doesNotMatch(await table.innerText(), /not among|none/);
      assert.equal(await tab.page.getByText("No running group").count(), 0);
      assert.equal(await tab.page.getByLabel("Automatic refresh").count(), 0);
    });

    it("show the progress of loading, stop, resume and refresh", async () => {
      const part = { isComplete: false, readAt: undefined };
      await show({
        answer: fieldworkAnswer({ ...part, reading: { state: "reading", share: 0.349 } }),
      });
      await tab.page.getByText("34% loaded, partial figures").waitFor();
      await tab.button("Stop").click();
      assert.deepEqual(await tab.takeRequests(), [{ kind: "stopFieldwork" }]);
      await show({
        answer: fieldworkAnswer({ ...part, reading: { state: "stopped", share: 0.5 } }),
      });
      await tab.page.getByText("Stopped at 50%, partial figures").waitFor();
      await tab.button("Resume").click();
      assert.deepEqual(await tab.takeRequests(), [{ kind: "refreshFieldwork" }]);
      await show();
      await tab.page.getByText("Updated 8 Mar 2025, 14:05").waitFor();
      await tab.button("Refresh").click();
      assert.deepEqual(await tab.takeRequests(), [{ kind: "refreshFieldwork" }]);
    });

    it("show that loading has begun, or was stopped before any figure", async () => {
      const unread = { fieldwork: undefined, isComplete: false, readAt: undefined };
      await show({ answer: fieldworkAnswer({ ...unread, reading: { state: "idle" } }) });
      await tab.button("Stop").waitFor();
      await show({ answer: fieldworkAnswer({ ...unread, reading: { state: "stopped" } }) });
      await tab.page.locator(".blank").getByText("Loading was stopped.").waitFor();
      await tab.button("Resume").waitFor();
    });

    it("keep their time after loading new responses was stopped", async () => {
      await show({ answer: fieldworkAnswer({ reading: { state: "reading", share: 0.2 } }) });
      await tab.page.getByText("Loading new responses…").waitFor();
      await show({ answer: fieldworkAnswer({ reading: { state: "stopped", share: 0.2 } }) });
      await tab.page.getByText("Updated 8 Mar 2025, 14:05").waitFor();
    });

    it("show a forecast as being calculated while not everything is loaded", async () => {
      const groups = threeGroups.map(({ progress: _, ...it }): FakeGroup => it);
      const view = { ...plainView, scope: { collectGroupId: "grp-0001" } };
      const answer = fieldworkAnswer({
        view,
        fieldwork: fieldworkOf(week, groups, view),
        isComplete: false,
        reading: { state: "reading" },
      });
      await show({ view, answer });
      assert.match(await text(".key-figures"), /Forecast Calculating…/);
    });

    it("announce only the beginning and the end of loading", async () => {
      const reading = (share: number): FieldworkAnswer =>
        fieldworkAnswer({ isComplete: false, reading: { state: "reading", share } });
      await show({ answer: reading(0.1) });
      const begun = await status();
      assert.equal(begun, "Loading the fieldwork…");
      await show({ answer: reading(0.6) });
      assert.equal(await status(), begun);
      await show();
      assert.equal(await status(), "Fieldwork loaded: 173 responses.");
    });

    it("keep scroll position and focus while they are updated", async () => {
      const answer = (counts: readonly number[]): FieldworkAnswer =>
        fieldworkAnswer({
          fieldwork: fieldworkOf(responsesByDay(counts), threeGroups),
          isComplete: false,
          reading: { state: "reading", share: 0.2 },
        });
      await tab.page.setViewportSize({ width: 900, height: 500 });
      await show({ answer: answer([0, 0, 7, 12]) });
      const place = (): Promise<unknown> =>
        tab.page.evaluate(() => {
          const page = document.querySelector(".fieldwork-page");
          page?.scrollTo({ top: 400 });
          const table = document.querySelector(".groups-table")?.getBoundingClientRect();
          return [page?.scrollTop, table?.top];
        });
      await tab.button("Panel wave 2").focus();
      const before = await place();
      await show({ answer: answer([34, 41, 7, 12]) });
      assert.deepEqual(await place(), before);
      assert.equal(await tab.focused(), "Panel wave 2");
    });

    it("report that there are no responses, and list the groups", async () => {
      await show({ answer: fieldworkAnswer({ fieldwork: fieldworkOf([], threeGroups) }) });
      await tab.page.getByText("No responses yet").waitFor();
      assert.equal(await tab.page.locator("figure-frame").count(), 0);
      assert.equal(await tab.page.locator(".groups-table tbody tr").count(), 4);
    });

    it("show a failure with Retry beside earlier figures", async () => {
      await show({
        answer: fieldworkAnswer({ fieldwork: undefined, isComplete: false, error: failed }),
      });
      await tab.page.getByRole("heading", { name: /The fieldwork could not be loaded$/ }).waitFor();
      await tab.button("Retry").click();
      assert.deepEqual(await tab.takeRequests(), [{ kind: "refreshFieldwork" }]);
      await show({ answer: fieldworkAnswer({ error: { ...failed, action: "signIn" } }) });
      assert.match(await tab.page.getByRole("alert").innerText(), /did not answer in 30 seconds/);
      assert.equal(await tab.page.locator("figure-frame").count(), 4);
      await tab.button("Sign In").click();
      assert.deepEqual(await tab.takeRequests(), [{ kind: "signIn" }]);
    });

    it("count responses that are in no chart", async () => {
      const fieldwork = fieldworkOf(week, threeGroups);
      const { duration } = fieldwork.all;
      assert(duration);
      const all = {
        ...fieldwork.all,
        timeless: 12,
        duration: { ...duration, unknown: 1, negative: 1300 },
      };
      await show({ answer: fieldworkAnswer({ fieldwork: { ...fieldwork, all } }) });
      for (const note of [
        "12 responses without a time are not in the charts.",
        "1 response has no duration.",
        "1,300 responses end before they start and are excluded from durations.",
      ]) {
        await tab.page.getByText(note).waitFor();
      }
    });

    it("report missing durations of v1, and of responses without a start", async () => {
      const plain = fieldworkOf(week, threeGroups);
      const without: Fieldwork = {
        ...plain,
        all: { ...plain.all, duration: undefined },
        groups: plain.groups.map((it) => ({ ...it, duration: undefined })),
        durations: undefined,
      };
      await show({ answer: fieldworkAnswer({ fieldwork: without, version: "v1" }) });
      await tab.page.getByText("Not provided by v1: durations").waitFor();
      assert.equal(await tab.page.locator("figure-frame").count(), 3);
      assert.equal(await tab.page.locator(".fieldwork-speeders").count(), 0);
      await show({ answer: fieldworkAnswer({ fieldwork: without, version: "v3" }) });
      await tab.page.getByText("No response has both a start").waitFor();
    });

    it("report that the selected group is gone, in place of the figures", async () => {
      const view = { ...plainView, scope: { collectGroupId: "gone" } };
      const answer = fieldworkAnswer({ view, fieldwork: fieldworkOf(week, threeGroups, view) });
      await show({ view, answer });
      await tab.page.getByText("The survey has no collect group gone, and no response").waitFor();
      assert.equal(await tab.page.locator(".key-figures").count(), 0);
      assert.equal(await tab.page.locator("figure-frame").count(), 0);
      assert.equal(await tab.page.locator("select[name=scope]").inputValue(), "gone");
      await tab.page.locator("select[name=scope]").selectOption({ label: "All groups" });
      assert.deepEqual(await looked(), [plainView]);
      await show({ view, answer: { ...answer, isComplete: false } });
      assert.equal(await tab.page.getByText("The survey has no collect group").count(), 0);
    });

    it("are shown as tables, one or all, with 0 for days without responses", async () => {
      await show();
      await tab.button("Show as table: Responses per day").click();
      const rows = await tab.page.locator(".figure-days tbody tr").allInnerTexts();
      assert.deepEqual(
        rows.slice(0, 5).map((it) => it.split("\t")),
        [
          ["1 Mar 2025", "34", "34"],
          ["2 Mar 2025", "41", "75"],
          ["3 Mar 2025", "0", "75"],
          ["4 Mar 2025", "0", "75"],
          ["5 Mar 2025", "12", "87"],
        ],
      );
      assert.equal(await tab.page.locator("figure-frame table").count(), 1);
      await tab.button("Show All as Tables").click();
      assert.equal(await tab.page.locator("figure-frame table").count(), 4);
      await tab.button("Show All as Charts").click();
      assert.equal(await tab.page.locator("figure-frame table").count(), 0);
    });

    it("are copied as text and as SVG", async () => {
      await show();
      const copied = async (format: string): Promise<string> => {
        await tab.button("Copy: Responses per day").click();
        await tab.page.getByRole("menuitem", { name: format }).click();
        const said = await tab.takeRequests();
        assert.equal(said.length, 1);
        const [first] = said;
        assert(first?.kind === "copy");
        assert.equal(await status(), "Copied");
        return first.text;
      };
      assert.match(
        await copied("Copy As CSV"),
        /^Day,Responses,Cumulative\r\n2025-03-01,34,34\r\n2025-03-02,41,75\r\n/,
      );
      assert.match(await copied("Copy As Markdown"), /\| 1 Mar 2025 \| 34 \| 34 \|/);
      const drawing = await copied("Copy As SVG");
      assert.match(drawing, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      assert.match(drawing, />Responses per day</);
      await tab.button("Copy All").click();
      await tab.page.getByRole("menuitem", { name: "Copy All As CSV" }).click();
      const [all] = await tab.takeRequests();
      assert(all?.kind === "copy");
      assert.match(all.text, /^Table,/);
    });

    it("are copied as PNG, or saved if the clipboard rejects it", async () => {
      await show();
      const copy = async (): Promise<void> => {
        await tab.button("Copy: Duration").click();
        await tab.page.getByRole("menuitem", { name: "Copy As PNG" }).click();
      };
      await tab.page.evaluate(() => {
        navigator.clipboard.write = ([item]) => {
          document.title = item?.types.join() ?? "";
          return Promise.resolve();
        };
      });
      await copy();
      await tab.until(async () => (await status()) === "Copied", "the announcement of the copy");
      assert.equal(await tab.page.title(), "image/png");
      assert.deepEqual(await tab.takeRequests(), []);
      await tab.page.evaluate(() => {
        navigator.clipboard.write = () => Promise.reject(new Error("not allowed"));
      });
      await copy();
      await tab.until(
        async () => (await status()).includes("Save the chart as a file"),
        "the offer to save the chart",
      );
      const [saved] = await tab.takeRequests();
      assert(saved?.kind === "savePicture");
      assert.equal(saved.name, "fieldwork-durations");
      assert.equal(Buffer.from(saved.png, "base64").subarray(1, 4).toString(), "PNG");
    });
  });

  it("has one Refresh button and ignores the filter", async () => {
    await using panel = await browser.responses();
    const filter = { collectGroupId: "grp-0002" };
    const host = await ResponsesHost.start(panel, {
      rows: responseRows(50),
      tab: "fieldwork",
      filter,
    });
    await panel.show({ kind: "fieldwork", ...fieldworkAnswer() });
    assert.equal(await panel.button("Refresh").count(), 1);
    assert.equal(await panel.button("Filter").count(), 0);
    assert.equal(await panel.page.getByRole("list", { name: "Filters" }).count(), 0);
    assert.equal(await panel.page.locator(".counts").count(), 0);
    await panel.button("Refresh").focus();
    await panel.press("f", "Control+z");
    await host.idle();
    assert.deepEqual(host.filter, filter);
    await panel.page.getByRole("tab", { name: "Summary" }).click();
    await panel.page.getByRole("list", { name: "Filters" }).waitFor();
    assert.equal(await panel.button("Refresh").count(), 1);
    assert.equal(await panel.button("Filter").getAttribute("aria-expanded"), "false");
  });

  it("filters speeders in the Responses tab, and keeps its state", async () => {
    await using panel = await browser.responses();
    const host = await ResponsesHost.start(panel, { rows: responseRows(50), tab: "fieldwork" });
    await panel.show({ kind: "fieldwork", ...fieldworkAnswer() });
    await panel.button("Show as table: Duration").click();
    await panel.button("Show in responses").click();
    await host.idle();
    const below = fieldworkAnswer().fieldwork?.all.duration?.below ?? NaN;
    assert.deepEqual(host.filter, { duration: { atLeast: 0, atMost: Math.ceil(below) - 1 } });
    await panel.page.getByRole("tab", { name: "Responses", selected: true }).waitFor();
    assert(!(await panel.page.locator("fieldwork-view").isVisible()));
    await panel.page.getByRole("tab", { name: "Fieldwork" }).click();
    await panel.button("Show as chart: Duration").waitFor();
    await panel.screenshot("panel-fieldwork-in-panel");
    assert.deepEqual(await accessibilityProblems(panel.page), []);
  });

  describe("appearance", () => {
    afterEach(() => tab.close());

    // Heights at which all of the tab is in sight, in CSS pixels.
    const heights: Readonly<Record<string, number>> = {
      wide: 1000,
      "zoom-200": 400,
      narrow: 1600,
      korean: 1000,
      "korean-narrow": 1600,
    };
    const high = looks.map((it) => ({
      ...it,
      options: { ...it.options, height: heights[it.name] ?? 800 },
    }));
    const inBoth = high.filter((it) => ["wide", "korean", "korean-narrow"].includes(it.name));
    const dark: Look = { name: "wide", options: { height: 1000 }, themes: ["dark"] };

    async function shot(name: string, look: Look): Promise<void> {
      await assertLooks(tab, `panel-fieldwork-${name}`, look);
      const isTooWide = await tab.page.evaluate(() => {
        const page = document.querySelector(".fieldwork-page");
        return page !== null && page.scrollWidth > page.clientWidth;
      });
      assert(!isTooWide, "the page scrolls horizontally");
    }

    const group: FieldworkView = {
      ...plainView,
      scope: { collectGroupId: "grp-0001", day: "2025-03-06" },
    };

    for (const look of high) {
      it(`is accessible and fits, ${look.name}`, async () => {
        tab = await browser.fieldwork(optionsFor(look));
        await tab.show({ kind, view: plainView, answer: fieldworkAnswer() });
        await shot("all", look);
      });
    }

    for (const look of inBoth) {
      it(`is accessible and fits as tables, of a group and a day, ${look.name}`, async () => {
        tab = await browser.fieldwork({ ...optionsFor(look), height: 1600 });
        const answer = fieldworkAnswer({
          view: group,
          fieldwork: fieldworkOf(week, threeGroups, group),
          isComplete: false,
          reading: { state: "reading", share: 0.34 },
        });
        await tab.show({ kind, view: group, answer });
        await shot("group", look);
        await tab.button("Show All as Tables").click();
        await shot("tables", look);
      });

      it(`is accessible and fits while empty, failed or stopped, ${look.name}`, async () => {
        tab = await browser.fieldwork(optionsFor(look));
        const show = (answer?: FieldworkAnswer): Promise<void> =>
          tab.show({ kind, view: plainView, answer });
        await show();
        await shot("unread", look);
        await show(fieldworkAnswer({ fieldwork: fieldworkOf([], threeGroups) }));
        await shot("empty", look);
        await show(fieldworkAnswer({ fieldwork: undefined, isComplete: false, error: failed }));
        await shot("failed", look);
        await show(
          fieldworkAnswer({
            isComplete: false,
            readAt: undefined,
            error: failed,
            isRunning: false,
            reading: { state: "stopped", share: 0.71 },
          }),
        );
        await shot("stopped", look);
      });
    }

    it("is accessible and fits in Korean, offline", async () => {
      tab = await browser.fieldwork(optionsFor(dark));
      const answer = fieldworkAnswer({
        view: group,
        isOffline: true,
        fieldwork: fieldworkOf(week, threeGroups, group),
      });
      await tab.show({ kind, view: group, answer, locale: korean });
      await tab.button("새로 고침").waitFor();
      await tab.page.getByRole("button", { name: "2025년 3월 5일: 6" }).waitFor();
      await tab.page.getByText(/^오프라인\. .* 기준\.$/).waitFor();
      await shot("korean", dark);
      await tab.page.setViewportSize({ width: 400, height: 1600 });
      await shot("korean", { ...dark, name: "narrow" });
    });

    it("is accessible and fits with 800 days and with one", async () => {
      tab = await browser.fieldwork(optionsFor(dark));
      const long = responsesByDay(Array.from({ length: 800 }, (_, index) => (index * 31) % 97));
      for (const [name, days] of [
        ["800-days", long],
        ["one-day", responsesByDay([41])],
      ] as const) {
        const answer = fieldworkAnswer({ fieldwork: fieldworkOf(days, threeGroups) });
        await tab.show({ kind, view: plainView, answer });
        await shot(name, dark);
      }
    });
  });
});
