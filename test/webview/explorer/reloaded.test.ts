import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import type { Response } from "../../../src/model/response.ts";
import { eventually } from "../support/eventually.ts";
import { followLink } from "../support/links.ts";
import { readSample } from "../support/sampleResponses.ts";
import { countableQuestion, showHeaderBars, summaryIsRight } from "../support/summaryFigures.ts";
import { Workbench } from "../support/workbench.ts";

const brand = "Brand tracker Q3 2025";
const conference = "Developer Day Seoul 2025: feedback · 참가자 의견";
const customers = "Customer satisfaction 2025";
const employees = "Employee engagement 2025";

/** What a responses panel shows and where it is. */
type Look = Awaited<ReturnType<typeof lookOf>>;

/** One reload for all kinds of editors: it takes longer than what is looked at after it. */
describe("Window that was reloaded", () => {
  let workbench: Workbench;
  let tree: Locator;
  /** Responses of `employees`. */
  let responses: readonly Response[];
  let lookBefore: Look;

  before(async () => {
    responses = await readSample(employees);
    workbench = await Workbench.shared();
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    tree = await workbench.waitForTree();
    await openDocument();
    await openStructures();
    await openFilteredOnce();
    await openSummary();
    await openPreview();
    lookBefore = await openArrangedGrid();
    await workbench.reload();
    tree = await workbench.waitForTree();
  });

  after(() => workbench.close());

  const row = (survey: string) =>
    tree.getByRole("treeitem", { name: new RegExp(survey.replace(/:.*/, "")) });
  const tab = (title: RegExp) =>
    workbench.page.locator(".tabs-container").getByRole("tab", { name: title });
  const lines = () => workbench.page.locator(".monaco-editor .view-lines");

  async function openResponses(survey: string, entry = "Open Responses"): Promise<Frame> {
    await workbench.chooseFromContextMenu(row(survey), entry);
    return workbench.webviewFrame("responses", survey);
  }

  async function openDocument(): Promise<void> {
    await workbench.chooseFromContextMenu(row(brand), "Show Raw JSON");
    await lines()
      .filter({ hasText: /^\{\s+"surveyId":\s"/ })
      .waitFor();
    await workbench.page.getByRole("button", { name: "Show as Sent" }).click();
    await lines()
      .filter({ hasText: /^\{"surveyId":"/ })
      .waitFor();
  }

  async function openStructures(): Promise<void> {
    await row(brand).dblclick();
    await workbench.webviewFrame("structure", brand);
    await row(conference).dblclick();
    const structure = await workbench.webviewFrame("structure", conference);
    await structure.getByRole("tab", { name: "Codebook" }).click();
    await structure.getByLabel("Find questions and options").fill("커리어");
    await workbench.waitUntilStored(/"text":"커리어"/);
  }

  /** Opens responses with a filter that is removed again. */
  async function openFilteredOnce(): Promise<void> {
    const frame = await openResponses(brand);
    const counts = frame.locator(".counts");
    await counts.filter({ hasText: "20,000 of 20,000, newest first" }).waitFor();
    await frame.getByRole("button", { name: "Filter", exact: true }).click();
    await frame
      .getByRole("combobox", { name: "Collect group" })
      .selectOption({ label: "Panel, July" });
    await counts.filter({ hasText: /^[5-8],\d{3} of 20,000, newest first$/ }).waitFor();
    await frame.getByRole("button", { name: "Close", exact: true }).click();
    await frame.getByRole("button", { name: "Remove filter: Panel, July" }).click();
    await counts.filter({ hasText: "20,000 of 20,000" }).waitFor();
    await frame.getByRole("radio", { name: "Both" }).check();
    // VS Code writes the removal of the filter together with this.
    await workbench.waitUntilStored(/"cells":"both"/);
  }

  async function openSummary(): Promise<void> {
    const frame = await openResponses(employees, "Open Summary");
    await showHeaderBars(frame);
    await frame.getByRole("tab", { name: "Summary" }).click();
    await workbench.waitUntilStored(/"tab":"summary".*"headerBars":true/);
  }

  async function openPreview(): Promise<void> {
    await row(employees).click();
    await workbench.webviewFrame("structure", employees);
    await workbench.waitUntilStored(
      new RegExp(`survey-explorer-structure:/${encodeURIComponent(employees)}`),
    );
  }

  /** Opens responses that are filtered, sorted, in columns of other widths and order, scrolled and selected. */
  async function openArrangedGrid(): Promise<Look> {
    const frame = await openResponses(customers);
    const { page } = workbench;
    const header = (name: string) =>
      frame.locator(".grid-header").filter({
        has: frame.locator(".header-name", { hasText: new RegExp(`^\\s*${name}\\s*$`) }),
      });
    await frame.locator(".counts", { hasText: "1,500 of 1,500, newest first" }).waitFor();
    const answer = frame.locator("[role=gridcell][data-row='0'][data-column='2']");
    await workbench.chooseFromContextMenu(answer, "Filter by This Value");
    await frame.locator(".chip-edit").waitFor();
    await workbench.chooseFromContextMenu(header("serial"), "Sort Descending");
    await frame.locator(".counts", { hasText: /of 1,500, by Serial, descending/ }).waitFor();
    const edge = await header("Q2").getByRole("separator").boundingBox();
    assert.ok(edge);
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + 40, edge.y + edge.height / 2, { steps: 4 });
    await page.mouse.up();
    await workbench.chooseFromContextMenu(header("Q3"), "Hide Column");
    await header("Q3").waitFor({ state: "detached" });
    await frame.getByRole("radio", { name: "Both" }).check();
    await frame.getByRole("gridcell").first().click();
    for (const key of ["PageDown", "PageDown", "ArrowRight", "ArrowRight", "Shift+ArrowDown"]) {
      await page.keyboard.press(key);
    }
    const look = await eventually("two cells further down, the second with the focus", async () => {
      const seen = await lookOf(frame);
      const hasTexts = seen.selected.filter((it) => /\d \S/.test(it)).length === 2;
      // The focus lags behind the selection while rows are still to be drawn.
      const hasFocus = Math.max(...seen.selected.map((it) => parseInt(it))) === Number(seen.active);
      return hasTexts && hasFocus && (seen.top ?? 0) > 0 && seen.cells === "both"
        ? seen
        : undefined;
    });
    // The selection with its anchor, as the panel keeps it.
    const active = Number(look.active);
    await workbench.waitUntilStored(
      new RegExp(`"active":{"row":${active},"column":2},"anchor":{"row":${active - 1},`),
    );
    return look;
  }

  it("shows a grid with its filter, order, columns, cells, place and selection", async () => {
    await tab(new RegExp(`^${customers} · Responses`)).click();
    const frame = await workbench.webviewFrame("responses", customers);
    await frame.locator(".counts", { hasText: /of 1,500, by Serial/ }).waitFor();
    let after: Look | undefined;
    await eventually("the same look", async () => {
      after = await lookOf(frame);
      return (
        JSON.stringify({ ...lookBefore, active: 0 }) === JSON.stringify({ ...after, active: 0 }) ||
        undefined
      );
    }).catch(() => assert.deepEqual(after, lookBefore));
  });

  it("shows all responses if the filter was removed", async () => {
    await tab(new RegExp(`^${brand} · Responses`)).click();
    const frame = await workbench.webviewFrame("responses", brand);
    await frame.locator(".counts", { hasText: "20,000 of 20,000, newest first" }).waitFor();
    await frame.getByRole("radio", { name: "Both", checked: true }).waitFor();
  });

  it("shows the tab of a responses panel that was in front, and column charts", async () => {
    const title = new RegExp(`^${employees} · Summary`);
    await tab(title).click();
    const frame = await workbench.webviewFrame("responses", employees);
    await frame.getByRole("tab", { name: "Summary", selected: true }).waitFor();
    await tab(title).waitFor();
    await summaryIsRight(frame, countableQuestion(responses), responses);
    await frame.getByRole("tab", { name: "Responses" }).click();
    await frame.locator(".header-bars rect").first().waitFor();
    await frame.getByRole("tab", { name: "Fieldwork" }).click();
    const count = responses.length.toLocaleString("en");
    await frame.locator(".key-figures", { hasText: new RegExp(`Responses\\s*${count}`) }).waitFor();
    // How many responses are loaded is not shown here, because fieldwork is read separately.
    assert.equal(await frame.getByText(`All ${count} responses loaded`).count(), 0);
  });

  it("shows structures as previews or kept tabs", async () => {
    const { page } = workbench;
    const named = (survey: string) =>
      page.locator(`.tabs-container .tab[data-resource-name="${survey}"]`);
    const preview = named(employees).filter({ has: page.locator(".italic") });
    const kept = named(brand).filter({ hasNot: page.locator(".italic") });
    for (const [survey, title] of [
      [employees, preview],
      [brand, kept],
    ] as const) {
      await title.click();
      const frame = await workbench.webviewFrame("structure", survey);
      await frame.getByRole("heading", { name: survey }).first().waitFor();
      await title.waitFor();
    }
  });

  it("shows a codebook with its search", async () => {
    await tab(/^Developer Day/).click();
    const structure = await workbench.webviewFrame("structure", conference);
    await structure.getByRole("tab", { name: "Codebook", selected: true }).waitFor();
    await structure.getByRole("row", { name: /tracks career/ }).waitFor();
  });

  it("shows the JSON of a survey as sent", async () => {
    const { page } = workbench;
    await tab(new RegExp(`^${brand}.json`)).click();
    const text = lines().filter({ hasText: /^\{"surveyId":"/ });
    // The editor may ask for the file before the window has signed in to the data space.
    const again = page.getByRole("button", { name: "Try Again" });
    await text.or(again).first().waitFor();
    if (await again.isVisible()) {
      await again.click();
    }
    await text.waitFor();
    await page.getByRole("button", { name: "Show Formatted" }).click();
    await lines()
      .filter({ hasText: /^\{\s+"surveyId":\s"/ })
      .waitFor();
  });

  it("opens links", async () => {
    const { page } = workbench;
    const survey = "Usability of the new checkout";
    await workbench.chooseFromContextMenu(row(survey), "Copy Link");
    const link = await eventually("the link on the clipboard", async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return /&name=Sample%20data%20space&survey=[\w-]+$/.test(text) && text;
    });
    await followLink(workbench, link);
    await workbench.webviewFrame("structure", survey);
  });
});

function lookOf(frame: Frame) {
  return frame.evaluate(() => ({
    chips: [...document.querySelectorAll(".chip-edit")].map((it) => it.textContent.trim()),
    counts: document.querySelector(".counts")?.textContent,
    columns: [...document.querySelectorAll(".grid-header .header-name")].map((it) =>
      it.textContent.trim(),
    ),
    widths: [...document.querySelectorAll<HTMLElement>(".grid-header")].map((it) => it.offsetWidth),
    cells: document.querySelector<HTMLInputElement>("[name=cells]:checked")?.value,
    top: document.querySelector(".grid")?.scrollTop,
    active: (document.activeElement as HTMLElement | null)?.dataset["row"],
    // The elements of rows are in any order, each positioned at its place.
    selected: [...document.querySelectorAll("[role=gridcell][aria-selected=true]")]
      .map((it) => `${it.getAttribute("data-row") ?? ""} ${it.textContent.trim()}`)
      .sort(),
  }));
}
