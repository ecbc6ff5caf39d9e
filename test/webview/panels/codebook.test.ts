import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Question } from "../../../src/model/survey.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { pressComposing } from "../support/composing.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { koreanSurvey, olderStructure, structureContent, structureState } from "./fixtures.ts";

type StructurePage = Awaited<ReturnType<PanelBrowser["structure"]>>;

const search = "Find questions and options";

/** Returns names of questions and codes of options, in the order of the table. */
async function rowsOf(page: Page): Promise<string[]> {
  const rows = await page.locator("codebook-grid .grid-rows [role=row]").evaluateAll((all) =>
    all
      .map((row) => ({
        at: Number(row.getAttribute("aria-rowindex")),
        text:
          row.getAttribute("aria-level") === "1"
            ? row.querySelector("[data-column='0']")?.textContent
            : row.querySelector("[data-column='1']")?.textContent,
      }))
      .sort((a, b) => a.at - b.at),
  );
  return rows.map((it) => (it.text ?? "").trim());
}

/** Returns the row that has the focus, and the column in it. */
function focusedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest("[data-column]");
    const row = cell?.closest("[role=row]");
    const name = row?.querySelector("[data-column='0']")?.textContent.trim() ?? "header";
    const code = row?.querySelector("[data-column='1']")?.textContent.trim() ?? "";
    return `${[name, code].filter((it) => it !== "").join(" ")}, ${cell?.getAttribute("data-column") ?? ""}`;
  });
}

const questionsAlone = ["Q1", "NPS", "Q2", "Q3_comment", "device_check"];
const fields = ["segment", "source_campaign"];

describe("Codebook of a survey", () => {
  const browser = new PanelBrowser();

  async function opened(
    state = structureState(),
    options: Parameters<PanelBrowser["structure"]>[0] = {},
  ): Promise<StructurePage> {
    const panel = await browser.structure(options);
    await panel.show(state);
    await panel.tab("Codebook").click();
    await panel.painted();
    return panel;
  }

  async function find(panel: StructurePage, text: string): Promise<void> {
    await panel.page.getByLabel(search).fill(text);
    await panel.painted();
  }

  it("lists questions in the order of the questionnaire, with options and columns", async () => {
    await using panel = await opened();
    const { page } = panel;
    assert.deepEqual(await rowsOf(page), [
      ...["Q1", "1", "2", "3", "4", "5", "NPS", "Q2", "1", "2", "3", "9"],
      ...["Q3_comment", "device_check", ...fields],
    ]);
    const texts = (name: RegExp): Promise<string[]> =>
      page.getByRole("row", { name }).first().locator("[data-column]").allInnerTexts();
    assert.deepEqual((await texts(/^Q2 Which/)).slice(1, 6), [
      "",
      "Which of these do you use? Choose all that apply.",
      "MULTI_SELECT",
      "Use",
      "Q2_1, Q2_2, Q2_3, Q2_9",
    ]);
    assert.deepEqual((await texts(/Desktop/)).slice(0, 6), [
      ...["Q2", "3", "Desktop & monitor", "", "", "Q2_3"],
    ]);
    assert.deepEqual((await texts(/^device_check/)).slice(2, 5), [
      ...["no text", "not provided", "Not in a block"],
    ]);
    await page.getByText("5 questions · 9 options · 2 fields").waitFor();
    const grid = page.getByRole("treegrid", { name: "Codebook" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "17");
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("finds visible text, and shows the question of a found option", async () => {
    await using panel = await opened();
    const { page } = panel;
    for (const [text, rows] of [
      ["DESKTOP & M", ["Q2", "3"]],
      ["overall with", ["Q1", "1", "2", "3", "4", "5"]],
      ["strong", []],
      ["Q2_9", ["Q2", "1", "2", "3", "9"]],
      ["customer", ["segment", "source_campaign"]],
      ["multi_", ["Q2", "1", "2", "3", "9"]],
    ] as const) {
      await find(panel, text);
      assert.deepEqual(await rowsOf(page), rows, text);
    }
    await find(panel, "no such thing");
    await page.getByText("No question or option matches.").waitFor();
    await panel.button("Clear Search").click();
    assert.equal(await panel.focused(), search);
    await page.getByText("5 questions · 9 options · 2 fields").waitFor();
  });

  it("leaves the keys to an input method while it composes a letter", async () => {
    await using panel = await opened();
    await find(panel, "customer");
    const field = panel.page.getByLabel(search);
    for (const key of ["Enter", "Escape"]) {
      await pressComposing(field, key);
    }
    assert.equal(await panel.focused(), search);
    assert.equal(await field.inputValue(), "customer");
  });

  it("finds composed and decomposed Korean text", async () => {
    const decomposed = JSON.parse(JSON.stringify(koreanSurvey).normalize("NFD")) as object;
    for (const survey of [koreanSurvey, decomposed]) {
      await using panel = await opened(structureState({ content: structureContent(survey) }));
      for (const form of ["NFC", "NFD"]) {
        await find(panel, "불만족".normalize(form));
        assert.deepEqual((await rowsOf(panel.page)).at(-1), "4", form);
        assert.equal((await rowsOf(panel.page)).length, 2);
      }
    }
  });

  it("sorts by click and by key, and returns to the order of the questionnaire", async () => {
    await using panel = await opened();
    const { page } = panel;
    await panel.button("Collapse All").click();
    const head = page.getByRole("columnheader", { name: "Name" });
    const sorts: (string | null)[] = [];
    const orders: string[][] = [];
    for (let press = 0; press < 3; press++) {
      await head.click();
      await panel.painted();
      sorts.push(await head.getAttribute("aria-sort"));
      orders.push(await rowsOf(page));
    }
    assert.deepEqual(sorts, ["ascending", "descending", null]);
    const ascending = ["device_check", "NPS", "Q1", "Q2", "Q3_comment", ...fields];
    assert.deepEqual(orders, [ascending, ascending.toReversed(), [...questionsAlone, ...fields]]);
    await panel.button("Expand All").click();
    await head.click();
    await panel.press("Enter", "Enter", "ArrowRight", "Enter", "Enter");
    const code = page.getByRole("columnheader", { name: "Code" });
    assert.equal(await code.getAttribute("aria-sort"), "descending");
    assert.deepEqual((await rowsOf(page)).slice(0, 7), ["Q1", "5", "4", "3", "2", "1", "NPS"]);
    assert.equal(await panel.focused(), "Code");
    await panel.press("ArrowRight", "Enter", "ArrowDown");
    // Rows without a text come last.
    assert.deepEqual((await rowsOf(page)).at(-1), "device_check");
  });

  it("is navigated by keyboard, and opens a question, its column and its summary", async () => {
    await using panel = await opened();
    const { page } = panel;
    await panel.press("Control+f");
    assert.equal(await panel.focused(), search);
    await page.keyboard.type("laptop");
    await panel.press("ArrowDown");
    assert.equal(await focusedCell(page), "Q2, 0");
    await panel.press("ArrowDown");
    assert.equal(await focusedCell(page), "Q2 2, 0");
    await panel.press("ArrowLeft", "Space");
    assert.deepEqual(await rowsOf(page), ["Q2"]);
    await panel.press("ArrowRight");
    assert.deepEqual(await rowsOf(page), ["Q2", "2"]);
    assert.equal(await focusedCell(page), "Q2, 0");
    await panel.press("End");
    assert.equal(await panel.focused(), "Show Q2 in Summary");
    await panel.press("Enter", "ArrowLeft", "Enter");
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "openResponses", question: "Q2", view: "summary" },
      { kind: "openResponses", question: "Q2", view: "table" },
    ]);
    await panel.press("Home", "Enter");
    await panel.until(async () => (await panel.focused()) === "Q2", "the focus on the question");
    assert.equal(await panel.tab("Questionnaire").getAttribute("aria-selected"), "true");
    await panel.press("Tab");
    assert.equal(await panel.focused(), "Show Q2 in Codebook");
    await panel.press("Enter");
    await panel.until(async () => (await focusedCell(page)) === "Q2, 0", "the focus on its row");
    await find(panel, "segment");
    await page.getByRole("row", { name: /^segment/ }).hover();
    await panel.button("Show segment in Responses").click();
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "openResponses", question: "embedded:segment", view: "table" },
    ]);
    await panel.press("Home", "Enter");
    await panel.until(
      async () => (await panel.focused()) === "Embedded data",
      "the focus on the section",
    );
  });

  it("copies the found rows in their order, and one question", async () => {
    const questions: Question[] = [
      {
        name: "=Q",
        type: "MULTI_SELECT",
        label: "A, <b>B</b> | C",
        options: [
          { name: "1", label: "=1+1" },
          { name: "-2", label: "b" },
        ],
      },
    ];
    const content = structureContent({ questions, blocks: [], embeddedData: [] });
    await using panel = await opened(structureState({ content }));
    const copies: string[] = [];
    for (const name of [
      ...["Copy As Markdown", "Copy As CSV", "Copy As CSV for Excel", "Copy =Q As CSV"],
    ]) {
      await panel.button("Copy").click();
      await panel.page.getByRole("menuitem", { name, exact: true }).click();
      const [asked] = await panel.takeRequests();
      assert.equal(asked?.kind, "copy");
      copies.push(asked.text);
    }
    const [markdown, csv, excel, one] = copies;
    assert.equal(
      markdown,
      [
        "**Customer satisfaction 2025**\n",
        "| Name | Code | Label | Type | Columns |",
        "|---|---|---|---|---|",
        "| =Q |  | A, B \\| C | MULTI\\_SELECT | =Q\\_1, =Q\\_-2 |",
        "|  | 1 | =1+1 |  | =Q\\_1 |",
        "|  | -2 | b |  | =Q\\_-2 |\n",
      ].join("\n"),
    );
    assert.equal(
      csv,
      [
        "Name,Code,Label,Type,Columns",
        '=Q,,"A, B | C",MULTI_SELECT,=Q_1;=Q_-2',
        "=Q,1,=1+1,,=Q_1",
        "=Q,-2,b,,=Q_-2",
        "",
      ].join("\r\n"),
    );
    assert.equal(excel, csv.replaceAll("=", "'=").replace(";'=", ";=").replace("1+1", "1+1"));
    assert.equal(one, csv);
    await find(panel, "=1+");
    await panel.press("ArrowDown", "Control+a", "Control+c");
    const [asked] = await panel.takeRequests();
    assert.deepEqual(asked, {
      kind: "copy",
      text: "Name\tCode\tLabel\tType\tColumns\n=Q\t\tA, B | C\tMULTI_SELECT\t=Q_1, =Q_-2\n=Q\t1\t=1+1\t\t=Q_1",
    });
  });

  it("leaves the clipboard alone if only buttons are selected", async () => {
    await using panel = await opened();
    await panel.page
      .locator("codebook-grid .place-cell")
      .first()
      .click({ position: { x: 2, y: 2 } });
    await panel.takeRequests();
    await panel.press("ArrowRight", "ArrowLeft", "Control+c");
    assert.equal((await focusedCell(panel.page)).at(-1) ?? "", "6");
    assert.deepEqual(await panel.takeRequests(), []);
  });

  it("draws only the visible rows of 2,000 questions with 100 options each", async () => {
    const questions = Array.from({ length: 2000 }, (_, index): Question => ({
      name: `Q${index + 1}`,
      type: index % 2 === 0 ? "SingleChoice" : "MULTI_SELECT",
      label: `Statement <b>${index + 1}</b> about the price`,
      options: Array.from({ length: 100 }, (_option, code) => ({
        name: String(code + 1),
        label: `Level ${code + 1} of ${index + 1}`,
      })),
    }));
    const kept = { subject: structureState().subject, view: { tab: "codebook" } };
    await using panel = await browser.structure({ kept });
    const { page } = panel;
    const content = structureContent({ questions, blocks: undefined, embeddedData: [] });
    await panel.show(structureState({ content }));
    const drawn = (): Promise<number> => page.locator("codebook-grid [role=row]").count();
    const grid = page.getByRole("treegrid");
    assert.equal(await grid.getAttribute("aria-rowcount"), "202001");
    assert((await drawn()) < 50, `${await drawn()} drawn rows`);
    assert.equal(await page.locator(".questionnaire").count(), 0);
    await page.locator("codebook-grid [tabindex='0']").first().focus();
    await panel.press("Control+End", "Home");
    assert.equal(await focusedCell(page), "Q2000 100, 0");
    assert((await drawn()) < 50);
    await find(panel, "Level 99 of 1777");
    assert.deepEqual(await rowsOf(page), ["Q1777", "99"]);
    assert.equal(await grid.getAttribute("aria-rowcount"), "3");
    await find(panel, "");
    await panel.tab("Questionnaire").click();
    await panel.painted();
    const options = page.getByRole("table", { name: /^Options of/ });
    assert.equal(await options.count(), 100);
    await page.getByRole("treeitem", { name: /^Q2000 / }).click();
    assert.equal(await panel.focused(), "Q2000");
    await panel.press("Tab", "Tab", "Tab", "Tab", "Tab", "Enter");
    assert.equal(await page.getByRole("table", { name: "Options of Q2000" }).count(), 1);
  });

  it("keeps its state when the structure is loaded again and after a window reload", async () => {
    const panel = await opened();
    const { page } = panel;
    await page.getByRole("columnheader", { name: "Label" }).click();
    await find(panel, "o");
    await page
      .getByRole("row", { name: /Laptop/ })
      .locator("[data-column='2']")
      .click();
    const before = await rowsOf(page);
    const count = await page.getByRole("treegrid").getAttribute("aria-rowcount");
    assert.equal(await focusedCell(page), "Q2 2, 2");
    await panel.show(structureState({ loading: true }));
    await panel.show(structureState());
    assert.deepEqual(await rowsOf(page), before);
    assert.equal(await focusedCell(page), "Q2 2, 2");
    const { content } = structureState();
    assert.ok(content);
    const added: Question = { name: "Q0", type: "TEXT", label: "Another one", options: [] };
    const survey = { ...content.survey, questions: [added, ...content.survey.questions] };
    await panel.show(structureState({ content: { ...content, survey } }));
    assert.deepEqual(await rowsOf(page), ["Q0", ...before]);
    assert.equal(await focusedCell(page), "Q2 2, 2");
    const kept = await (async () => {
      await panel.until(
        () => page.evaluate(() => JSON.stringify(window.kept).includes('"column":2')),
        "the stored place",
      );
      return page.evaluate(() => window.kept);
    })();
    await panel.close();
    await using again = await browser.structure({ kept });
    await again.show(structureState());
    // How many rows beyond those in sight are drawn depends on how the table was scrolled before.
    assert.deepEqual((await rowsOf(again.page)).slice(0, before.length), before);
    assert.equal(await again.page.getByRole("treegrid").getAttribute("aria-rowcount"), count);
    assert.equal(await again.page.getByLabel(search).inputValue(), "o");
    const stop = again.page.locator("codebook-grid [tabindex='0']");
    assert.equal(await stop.innerText(), "Laptop");
    assert.equal(
      await again.page.getByRole("columnheader", { name: "Label" }).getAttribute("aria-sort"),
      "ascending",
    );
  });

  it("reports a copy that exceeds the clipboard's limit", async () => {
    const label = "long ".repeat(20_000);
    const options = Array.from({ length: 110 }, (_, code) => ({ name: String(code), label }));
    const questions = [{ name: "Q1", type: "SingleChoice", label: "Which?", options }];
    await using panel = await opened(
      structureState({ content: structureContent({ questions, blocks: undefined }) }),
    );
    const copy = async (): Promise<void> => {
      await panel.button("Copy").click();
      await panel.page.getByRole("menuitem", { name: "Copy As CSV", exact: true }).click();
    };
    await copy();
    const alert = panel.page.getByRole("alert");
    await alert.getByText("longer than the 10,000,000 characters that can be copied").waitFor();
    assert.deepEqual(await panel.takeRequests(), []);
    await find(panel, "segment");
    await copy();
    await alert.waitFor({ state: "detached" });
    assert.equal((await panel.takeRequests()).length, 1);
  });

  it("lists the data that v1 and v2 do not provide", async () => {
    await using panel = await opened(structureState({ content: olderStructure("v2") }));
    const { page } = panel;
    await page
      .locator("structure-codebook")
      .getByText("Not provided by v2: blocks, question names (ranks are shown instead)")
      .waitFor();
    assert.equal(await page.getByRole("columnheader", { name: "Block" }).count(), 0);
    assert.deepEqual((await rowsOf(page)).slice(-4), ["4", "3", ...fields]);
  });

  it("shows questions of the same name, without codes, with long labels, and no questions", async () => {
    const markup = `<p onclick="x()">${"<i>long</i> ".repeat(10_000)}</p><script>x()</script>`;
    const twin = (label: string, codes: readonly string[]): Question => ({
      name: "Q1",
      type: "MULTI_SELECT",
      label,
      options: codes.map((name) => ({ name, label: `<b>${label}</b> ${name}` })),
    });
    const questions = [twin("first", ["1", "2"]), twin("second", ["2", "3"]), twin(markup, [""])];
    await using panel = await opened(
      structureState({ content: structureContent({ questions, blocks: undefined }) }),
    );
    const { page } = panel;
    assert.deepEqual(await rowsOf(page), [
      ...["Q1", "1", "2", "Q1", "2", "3", "Q1", "no code", ...fields],
    ]);
    const last = page.getByRole("row", { name: /no code/ });
    assert((await last.innerText()).length < 3000);
    const columns = await page.locator("[aria-level='1'] [data-column='4']").allInnerTexts();
    assert.equal(new Set(columns.slice(0, 3).flatMap((it) => it.split(", "))).size, 5);
    await find(panel, "second 3");
    await panel.press("ArrowDown", "Enter");
    await panel.until(async () => (await panel.focused()) === "Q1", "the focus on the question");
    assert.equal(
      await page.evaluate(() => document.activeElement?.id),
      "at-unblocked-1",
      "the second question of that name",
    );
    await panel.show(
      structureState({ content: structureContent({ questions: [], embeddedData: [] }) }),
    );
    await panel.tab("Codebook").click();
    await find(panel, "");
    await page.getByText("This survey has no questions and no embedded data.").waitFor();
  });

  it("shows its counts whole beside its search field in half a window", async () => {
    for (const [width, height] of [
      [700, 600],
      [600, 400],
    ] as const) {
      await using panel = await opened(structureState(), { width, height });
      const cut = await panel.page
        .locator(".codebook-count")
        .evaluate((it) => it.scrollWidth - it.clientWidth);
      assert.equal(cut, 0, `${width} x ${height}`);
    }
  });

  it("fits a narrow panel with its search field", async () => {
    await using panel = await opened(structureState(), { width: 480, height: 600 });
    const { page } = panel;
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 480);
    await page.getByRole("row", { name: /^Q1 How/ }).hover();
    const way = await panel.button("Show Q1 in Summary").first().boundingBox();
    assert(way && way.x + way.width <= 480);
    assert.deepEqual(await accessibilityProblems(page), []);
  });
});
