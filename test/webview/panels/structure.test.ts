import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { pressComposing } from "../support/composing.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import {
  longSurvey,
  olderStructure,
  structureContent,
  structureState,
  subject,
} from "./fixtures.ts";

const failed = { message: "The server at https://data.example.com did not answer." };

async function currentItem(page: Page): Promise<string> {
  return (await page.locator("[role=treeitem][aria-current]").innerText()).replace(/\s+/g, " ");
}

describe("Structure panel", () => {
  const browser = new PanelBrowser();

  it("shows blocks, questions, options and questions outside blocks", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    await panel.show(structureState());
    assert.deepEqual(await page.locator("h2").allInnerTexts(), [
      "Satisfaction B1",
      "Use B2",
      "Not in a block",
      "Embedded data",
      "Collect groups",
    ]);
    const options = page.getByRole("table", { name: "Options of Q2" });
    assert.deepEqual(await options.locator("tbody tr").allInnerTexts(), [
      "1\tPhone",
      "2\tLaptop",
      "3\tDesktop & monitor",
      "9\tOther",
    ]);
    assert.equal(await page.locator(".question-label strong").innerText(), "overall");
    await page
      .getByText("The block names this question, but the survey does not have it.")
      .waitFor();
    assert.equal(await page.getByText("not provided", { exact: true }).count(), 3);
    assert.equal(
      await page.locator("time[title='2025-02-18T08:30:00']").innerText(),
      "18 Feb 2025, 08:30",
    );
  });

  it("distinguishes a version without blocks from a survey without blocks", async () => {
    await using panel = await browser.structure();
    await panel.show(structureState({ content: structureContent({ blocks: undefined }) }));
    await panel.page.getByText("Not provided by v3: blocks", { exact: true }).waitFor();
    await panel.show(structureState({ content: structureContent({ blocks: [] }) }));
    assert.equal(await panel.page.locator("h2").first().innerText(), "Questions");
    assert.equal(await panel.page.getByText("Not provided by").count(), 0);
  });

  it("lists the data that v1 and v2 do not provide, and calls embedded data parameters", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    for (const version of ["v1", "v2"] as const) {
      await panel.show(structureState({ content: olderStructure(version) }));
      await page
        .getByText(`Not provided by ${version}: blocks, question names (ranks are shown instead)`)
        .waitFor();
      await page.getByText(`Not provided by ${version}: labels, labels of values`).waitFor();
      assert.deepEqual(await page.locator("h2").allInnerTexts(), [
        "Questions",
        "Parameters (embedded data)",
        "Collect groups",
      ]);
      const parameters = page.getByRole("table").filter({ hasText: "Collectable" });
      assert.deepEqual(await parameters.locator("tr").allInnerTexts(), [
        "Name\tCollectable",
        "segment\tYes",
        "source_campaign\tnot provided",
      ]);
      assert.deepEqual(await page.locator("h3").allInnerTexts(), ["1", "2", "3"]);
    }
  });

  it("shows an empty survey", async () => {
    await using panel = await browser.structure();
    const content = structureContent({ questions: [], blocks: [], embeddedData: [] });
    await panel.show(structureState({ content: { ...content, collectGroups: [] } }));
    for (const text of ["No questions.", "No embedded data.", "No collect groups."]) {
      await panel.page.getByText(text).waitFor();
    }
  });

  it("sends the requests of its buttons", async () => {
    await using panel = await browser.structure();
    await panel.show(structureState());
    for (const name of [
      "Responses",
      "Export Structure",
      "Copy Codebook",
      "Refresh",
      "Responses of Website link",
      "Copy ID of Panel wave 2",
    ]) {
      await panel.button(name).click();
    }
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "openResponses" },
      { kind: "exportSurvey" },
      { kind: "copyCodebook" },
      { kind: "refresh" },
      { kind: "openResponses", collectGroupId: "grp-0001" },
      { kind: "copy", text: "grp-0002" },
    ]);
  });

  it("shows that it is loading, and offers Cancel after a delay", async () => {
    await using panel = await browser.structure();
    await panel.installClock();
    await panel.show(structureState({ loading: true, content: undefined }));
    await panel.page.getByRole("progressbar").waitFor();
    await panel.page.getByText("Loading the structure…").waitFor();
    assert.equal(await panel.button("Cancel").count(), 0);
    const height = () =>
      panel.page.locator(".head").evaluate((it) => it.getBoundingClientRect().height);
    const before = await height();
    await panel.page.clock.runFor(2500);
    await panel.button("Cancel").waitFor();
    assert.equal(await height(), before, "nothing moves when the button comes");
    await panel.button("Cancel").click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "cancel" }]);
    await panel.show(structureState());
    assert.equal(await panel.page.getByRole("progressbar").count(), 0);
    assert.equal(await panel.button("Cancel").count(), 0);
  });

  it("keeps its content when a reload fails", async () => {
    await using panel = await browser.structure();
    await panel.show(structureState({ error: failed, content: undefined }));
    await panel.page.getByRole("alert").getByText(failed.message).waitFor();
    const copying = panel.button("Copy Codebook");
    assert.equal(await copying.getAttribute("aria-disabled"), "true", "no codebook to copy");
    // `force`: Playwright would wait until the button is enabled.
    await copying.click({ force: true });
    await panel.button("Retry").click();
    await panel.show(structureState({ error: { ...failed, action: "signIn" } }));
    await panel.page.getByRole("alert").getByText(failed.message).waitFor();
    await panel.page.getByText("How satisfied are you").first().waitFor();
    assert.equal(await copying.getAttribute("aria-disabled"), null, "of the earlier content");
    await panel.button("Sign In").click();
    await panel.show(structureState({ error: { ...failed, action: "signInToProxy" } }));
    await panel.button("Sign In to Proxy").click();
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "refresh" },
      { kind: "signIn" },
      { kind: "signInToProxy" },
    ]);
  });

  it("is navigated by keyboard alone", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    await panel.show(structureState());
    await panel.press("Tab", "Tab", "Tab");
    assert.equal(await panel.focused(), "Copy Codebook");
    await panel.press("Tab", "Tab");
    assert.equal(await panel.focused(), "Refresh");
    await panel.press("Tab");
    assert.equal(await panel.focused(), "Filter questions");
    await panel.press("Tab");
    assert.match(await panel.focused(), /^Satisfaction/);
    await panel.press("ArrowDown", "ArrowDown");
    assert.match(await panel.focused(), /^NPS/);
    await panel.press("ArrowLeft");
    assert.match(await panel.focused(), /^Satisfaction/);
    await panel.press("ArrowLeft");
    assert.equal(await page.getByRole("treeitem", { name: /^Q1/ }).count(), 0);
    await panel.press("ArrowRight", "ArrowRight");
    assert.match(await panel.focused(), /^Q1/);
    await panel.press("End");
    assert.match(await panel.focused(), /^Collect groups/);
    await panel.press("Home");
    assert.match(await panel.focused(), /^Satisfaction/);
    await panel.press("d", "e");
    assert.match(await panel.focused(), /^device_check/);
    await panel.press("Enter");
    assert.equal(await panel.focused(), "device_check");
    assert.match(await currentItem(page), /^device_check/);
  });

  it("filters its outline by names and texts", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    await panel.show(structureState());
    await panel.press("Control+f");
    assert.equal(await panel.focused(), "Filter questions");
    await page.keyboard.type("RECOMMEND");
    await panel.painted();
    assert.deepEqual(await page.getByRole("treeitem").locator(".tree-text").allInnerTexts(), [
      "Satisfaction",
      "How likely are you to recommend us, from 0 to 10?",
    ]);
    await page.getByText("1 question", { exact: true }).waitFor();
    for (const key of ["Enter", "Escape"]) {
      await pressComposing(page.getByLabel("Filter questions"), key);
    }
    assert.equal(await panel.focused(), "Filter questions");
    assert.equal(await page.getByLabel("Filter questions").inputValue(), "RECOMMEND");
    await panel.press("Enter");
    assert.match(await panel.focused(), /^NPS/);
    await panel.press("Control+f");
    await page.keyboard.type("no such thing");
    await page.getByText("No question matches").waitFor();
    await panel.press("Escape");
    assert.equal(await page.getByRole("treeitem").count(), 11);
  });

  it("finds options by label and code in its outline, and shows them", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    await panel.show(structureState());
    await panel.press("Control+f");
    await page.keyboard.type("desktop & mon");
    await panel.painted();
    const items = page.getByRole("treeitem");
    assert.deepEqual(await items.locator(".tree-option").allInnerTexts(), [
      "Option\n3\nDesktop & monitor",
    ]);
    assert.equal(await items.last().getAttribute("data-key"), "block-1-0");
    assert.match(await items.last().innerText(), /Which of these do you use/);
    await panel.press("Control+f");
    await page.keyboard.type("dissatisfied");
    await panel.painted();
    assert.match(await items.locator(".tree-option").innerText(), /^Option\s3\s.*and 2 more$/s);
    await panel.press("Enter", "Enter");
    assert.equal(await panel.focused(), "Q1");
  });

  it("opens the codebook, the column and the summary of a question", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    await panel.show(structureState());
    await page.getByRole("treeitem", { name: /^NPS/ }).click();
    await panel.press("Tab");
    assert.equal(await panel.focused(), "Show NPS in Codebook");
    await panel.press("Tab", "Enter", "Tab", "Enter");
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "openResponses", question: "NPS", view: "table" },
      { kind: "openResponses", question: "NPS", view: "summary" },
    ]);
    await panel.press("Shift+Tab", "Shift+Tab", "Enter");
    await panel.until(async () => (await panel.focused()) === "NPS", "the focus on the row");
    assert.equal(await panel.tab("Codebook").getAttribute("aria-selected"), "true");
  });

  it("marks the visible question in the outline of a survey of 120 questions", async () => {
    await using panel = await browser.structure();
    const { page } = panel;
    const content = structureContent(longSurvey());
    await panel.show(structureState({ content }));
    assert.equal(await page.locator(".options tbody tr").count(), 840);
    await page
      .locator(".question")
      .nth(59)
      .evaluate((it) => it.scrollIntoView());
    await panel.until(async () => (await currentItem(page)).startsWith("Q60 "), "the mark at Q60");
    assert(await page.locator("[aria-current]").isVisible());
    await page.getByRole("treeitem", { name: /^Collect groups/ }).click();
    await panel.until(
      async () => (await currentItem(page)).startsWith("Collect groups"),
      "the mark at the end",
    );
    await panel.screenshot("panel-structure-long");
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 800);
    assert(await page.getByRole("heading", { level: 1 }).isVisible());
    const elapsed = await page.evaluate(
      async (message) => {
        type Updating = Element & { readonly updateComplete: Promise<boolean> };
        const start = performance.now();
        dispatchEvent(new MessageEvent("message", { data: message }));
        await document.querySelector<Updating>("structure-panel")?.updateComplete;
        document.body.getBoundingClientRect();
        return performance.now() - start;
      },
      structureState({ content: structureContent({ ...longSurvey(), label: "Again" }) }) as unknown,
    );
    assert(elapsed < 500, `drawing took ${elapsed} ms`);
  });

  it("keeps the focus at a question whose options are shown on demand", async () => {
    await using panel = await browser.structure();
    const { questions = [] } = longSurvey();
    const options = Array.from({ length: 100 }, (_, code) => ({
      name: `${code}`,
      label: `L${code}`,
    }));
    await panel.show(
      structureState({
        content: structureContent({
          questions: questions.map((it) => ({ ...it, options })),
          blocks: [],
        }),
      }),
    );
    await panel.page.getByRole("button", { name: "Show 100 options" }).last().focus();
    await panel.press("Enter");
    assert.equal(await panel.focused(), "Q120");
  });

  it("collapses its outline in a narrow panel", async () => {
    await using panel = await browser.structure({ width: 400, height: 700 });
    const { page } = panel;
    await panel.show(structureState());
    assert.equal(await page.getByRole("tree").isVisible(), false);
    await panel.button("Outline").click();
    assert.equal(await panel.focused(), "Filter questions");
    await panel.press("Escape");
    assert.equal(await panel.focused(), "Outline");
    assert.equal(await page.getByRole("tree").isVisible(), false);
    await panel.press("Enter", "Tab");
    await page.getByRole("treeitem", { name: /^Q3_comment/ }).click();
    assert.equal(await panel.focused(), "Q3_comment");
    assert.equal(await page.getByRole("tree").isVisible(), false);
  });

  it("restores its scroll position and the width of its outline", async () => {
    await using panel = await browser.structure();
    const content = structureContent(longSurvey());
    await panel.show(structureState({ content }));
    await panel.page.getByRole("separator").focus();
    await panel.press("ArrowRight", "ArrowRight");
    await panel.page.locator(".questionnaire").evaluate((it) => it.scrollTo(0, 3000));
    const kept = (): Promise<unknown> => panel.page.evaluate(() => window.kept);
    await panel.until(async () => {
      const { view, ...saved } = (await kept()) as { view: Record<string, unknown> };
      return (
        JSON.stringify(saved) === JSON.stringify({ subject }) &&
        view["scrollTop"] === 3000 &&
        view["outlineWidth"] === 280
      );
    }, "the stored view");
    await using again = await browser.structure({ kept: await kept() });
    await again.show(structureState({ content }));
    assert.equal(await again.page.locator(".questionnaire").evaluate((it) => it.scrollTop), 3000);
    assert.equal(await again.page.getByRole("separator").getAttribute("aria-valuenow"), "280");
  });
});
