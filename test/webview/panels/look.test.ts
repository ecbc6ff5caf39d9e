import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { korean } from "../support/korean.ts";
import { assertLooks, koreanLooks, looks, optionsFor, wide, type Look } from "../support/looks.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { madeUrls, openFile, urlOf, urlsState } from "./urlFixtures.ts";
import {
  koreanSurvey,
  olderResponses,
  olderStructure,
  responseRows,
  responsesContent,
  structureContent,
  structureState,
} from "./fixtures.ts";
import { ResponsesHost } from "./responsesHost.ts";

const rows = responseRows(500);

const failed = { message: "The server at https://data.example.com did not answer in 30 seconds." };
const narrow: Look = { ...wide, name: "narrow", options: { width: 400, height: 700 } };

describe("Appearance of the panels", () => {
  const browser = new PanelBrowser();

  for (const look of looks) {
    it(`of the structure is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.structure(optionsFor(look));
      await panel.show(structureState());
      await assertLooks(panel, "panel-structure", look);
      await panel.press("Control+f");
      await panel.page.keyboard.type("monitor");
      await panel.painted();
      await assertLooks(panel, "panel-structure-option", look);
    });

    it(`of the codebook is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.structure(optionsFor(look));
      await panel.show(structureState());
      await panel.tab("Codebook").click();
      await panel.page
        .getByRole("row", { name: /Laptop/ })
        .first()
        .click();
      await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
      await panel.press("Control+ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowDown");
      await assertLooks(panel, "panel-codebook", look);
      await panel.button("Copy").click();
      await assertLooks(panel, "panel-codebook-menu", look);
      await panel.press("Escape", "Control+f");
      await panel.page.keyboard.type("no such thing");
      await panel.page.locator("structure-codebook .blank").waitFor();
      await assertLooks(panel, "panel-codebook-nothing", look);
      await panel.show(structureState({ content: olderStructure("v1") }));
      await panel.press("Escape");
      await assertLooks(panel, "panel-codebook-older", look);
    });

    it(`of responses is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responses(optionsFor(look));
      const host = await ResponsesHost.start(panel, {
        rows,
        filter: { startDateTime: "2025-02-01T00:00:00", collectGroupId: "grp-0001" },
      });
      await panel.page.getByRole("gridcell", { name: "S27" }).first().click();
      await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
      await panel.screenshot(`panel-responses-${look.themes[0]}-${look.name}`);
      await panel.press("Enter");
      await host.idle();
      await assertLooks(panel, "panel-responses-detail", look);
      await panel.press("Escape", "Control+f");
      await panel.page.keyboard.type("phone");
      await panel.page.locator(".find-count").getByText(/1/).waitFor();
      await panel.button("More Actions").click();
      await assertLooks(panel, "panel-responses-find", look);
      await panel.press("Escape");
      await panel.button("Filter").click();
      await panel.button("Add Condition").click();
      await panel.page.keyboard.type("which");
      await assertLooks(panel, "panel-responses-picker", look);
      await panel.press("Enter");
      await host.idle();
      await panel.page.getByRole("checkbox").first().check();
      await host.idle();
      await assertLooks(panel, "panel-responses-filter", look);
    });

    it(`of response URLs is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responseUrls(optionsFor(look));
      await panel.show(urlsState());
      await assertLooks(panel, "panel-urls-blank", look);
      const rows = ["panelist\twave\tcampaign"];
      for (let number = 1; number <= 40; number++) {
        rows.push(`P-${String(number).padStart(4, "0")}\t2\t${number % 3 === 0 ? "spring" : ""}`);
      }
      await panel.button("Paste Rows").click();
      await panel.answerLast("paste", { format: "pasted", text: rows.join("\n") });
      await panel.button("Create URLs").click();
      const urls = Array.from({ length: 40 }, (_, index) =>
        urlOf(`P-${String(index + 1).padStart(4, "0")}`),
      );
      await panel.show(urlsState({ preview: madeUrls(1, urls) }));
      await panel.page.getByRole("gridcell", { name: "P-0002", exact: true }).click();
      await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
      await assertLooks(panel, "panel-urls", look);
      await panel.button("QR code of row {0}", 3).click();
      await assertLooks(panel, "panel-urls-detail", look);
    });
  }

  const shareOf = async (panel: { readonly page: Page }, selector: string): Promise<number> => {
    const { height } = (await panel.page.locator(selector).boundingBox()) ?? { height: 0 };
    return height / (panel.page.viewportSize()?.height ?? 0);
  };

  for (const [width, height] of [
    [280, 300],
    [580, 330],
    [250, 600],
    [600, 700],
  ] as const) {
    it(`gives the content most of a panel of ${width} x ${height}`, async () => {
      const size = { width, height };
      const seen: Record<string, number> = {};
      const structure = await browser.structure(size);
      await structure.show(structureState());
      seen["structure"] = await shareOf(structure, ".body");
      await structure.close();
      const urls = await browser.responseUrls(size);
      await urls.show(urlsState());
      seen["response URLs"] = await shareOf(urls, ".body");
      await urls.close();
      await using panel = await browser.responses(size);
      await ResponsesHost.start(panel, { rows });
      for (const tab of ["Fieldwork", "Summary", "Responses"]) {
        await panel.page.getByRole("tab", { name: tab }).click();
        await panel.painted();
        seen[tab] = await shareOf(panel, ".body");
        // All actions of the head are in sight.
        for (const edge of await panel.page
          .locator(".head .action:visible")
          .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))) {
          assert.ok(edge <= width, `${tab}: an action ends at ${edge}`);
        }
      }
      await panel.button("Filter").click();
      await panel.button("Add Condition").click();
      seen["filter"] = await shareOf(panel, "responses-filter");
      assert.deepEqual(
        Object.entries(seen).filter(([, share]) => share < 0.6),
        [],
        JSON.stringify(seen),
      );
    });
  }

  it("has one overflow menu in the head of every tab", async () => {
    await using panel = await browser.responses();
    await ResponsesHost.start(panel, { rows });
    for (const tab of ["Summary", "Fieldwork", "Responses"]) {
      await panel.page.getByRole("tab", { name: tab }).click();
      await panel.painted();
      const menus = panel.page.locator(
        ":is(.head, .summary-toolbar, .fieldwork-head) .menu-button .codicon-ellipsis",
      );
      assert.equal(await menus.count(), 1, tab);
    }
  });

  it("has tooltips up to the edges of actions", async () => {
    await using panel = await browser.responses();
    await ResponsesHost.start(panel, { rows });
    const bare = await panel.page.locator(".head .action:visible").evaluateAll((all) =>
      all.flatMap((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const points = [[left + 1, y] as const, [right - 1, y] as const, [x, top + 1] as const];
        return points.every((at) => document.elementFromPoint(...at)?.closest("[title]"))
          ? []
          : [it.ariaLabel ?? it.textContent.trim()];
      }),
    );
    assert.deepEqual(bare, []);
  });

  it("has secondary buttons without the border colour of other buttons", async () => {
    await using panel = await browser.responses({ theme: "light" });
    await ResponsesHost.start(panel, {
      rows,
      content: undefined,
      error: { ...failed, action: "signIn" },
    });
    const border = await panel.button("Retry").evaluate((it) => {
      document.documentElement.style.setProperty("--vscode-button-border", "rgb(0, 105, 204)");
      return getComputedStyle(it).borderColor;
    });
    assert.notEqual(border, "rgb(0, 105, 204)");
  });

  it("has failures whose lines are not as long as a wide panel", async () => {
    await using panel = await browser.responses({ width: 1600, height: 700 });
    const message = `${failed.message} `.repeat(10);
    await ResponsesHost.start(panel, { rows, content: undefined, error: { message } });
    const { width } = (await panel.page.locator(".blank p").boundingBox()) ?? { width: 0 };
    assert.ok(width > 400 && width < 560, String(width));
  });

  for (const look of [wide, ...koreanLooks]) {
    it(`of response URLs with problems and failures is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responseUrls(optionsFor(look));
      await panel.show(urlsState());
      const text = JSON.stringify([
        { panelist: "P-0001", wave: 2 },
        { panelist: "P-0002", wave: true },
        { panelist: "P-0003", colour: "red" },
      ]);
      await openFile(panel, { format: "json", name: "panel.json", text });
      await panel.button("Next Problem").click();
      await assertLooks(panel, "panel-urls-problems", look);
      await panel.press("F2");
      await assertLooks(panel, "panel-urls-typing", look);
      await openFile(panel, { format: "csv", name: "panel.csv", text: "a,a\n1,2" });
      await panel.show(urlsState({ error: failed }));
      await assertLooks(panel, "panel-urls-banners", look);
      await panel.show(urlsState({ content: undefined, error: failed }));
      await assertLooks(panel, "panel-urls-failed", look);
    });

    it(`of responses while loading, failed and empty is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responses(optionsFor(look));
      const host = await ResponsesHost.start(panel, {
        rows,
        cells: "both",
        content: responsesContent({ isComplete: false }),
        reading: { state: "reading", share: 0.43 },
      });
      await panel.button("Filter").click();
      await panel.page.getByLabel(panel.said("Submitted after")).fill("2025-03-03T09:14:02");
      await panel.page.getByLabel(panel.said("Submitted until")).fill("2025-03-03T09:14:01");
      await panel.page.getByLabel(panel.said("Duration from")).fill("half");
      await assertLooks(panel, "panel-filter", look);
      await host.show({ error: failed, reading: { state: "idle" } });
      await assertLooks(panel, "panel-failed-banner", look);
      await panel.press("Escape");
      await host.show({ error: { ...failed, action: "signIn" }, content: undefined });
      await assertLooks(panel, "panel-failed", look);
      await host.show({
        error: undefined,
        content: responsesContent(),
        filter: { collectGroupId: "grp-0003" },
      });
      await assertLooks(panel, "panel-empty", look);
    });

    it(`of the structure of v2, with data that it does not provide, is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.structure(optionsFor(look));
      await panel.show(structureState({ content: olderStructure("v2") }));
      await assertLooks(panel, "panel-structure-older", look);
    });

    it(`of responses of v1, with data that it does not provide, is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responses(optionsFor(look));
      const host = await ResponsesHost.start(panel, olderResponses("v1"));
      await panel.page.getByRole("gridcell", { name: "S27" }).first().click();
      await panel.press("Enter");
      await host.idle();
      await assertLooks(panel, "panel-responses-older", look);
      await panel.press("Escape");
      await panel.page.setViewportSize({ width: 400, height: 700 });
      await assertLooks(panel, "panel-responses-older-narrow", look);
    });

    it(`of columns, keys, menus and a filter without matches is accessible and fits, ${look.name}`, async () => {
      await using panel = await browser.responses(optionsFor(look));
      const host = await ResponsesHost.start(panel, { rows });
      await panel.press("k");
      await panel.page.locator("responses-columns").waitFor();
      await assertLooks(panel, "panel-columns", look);
      await panel.press("Escape", "Alt+F1");
      await panel.page.getByRole("dialog").waitFor();
      await assertLooks(panel, "panel-keys", look);
      await panel.press("Escape");
      for (const tab of ["Summary", "Responses"]) {
        await panel.tab(tab).click();
        await host.idle();
        await panel.button(tab === "Summary" ? "Copy and Report" : "More Actions").click();
        await assertLooks(panel, `panel-menu-${tab.toLowerCase()}`, look);
        await panel.press("Escape");
      }
      await host.show({ filter: { startDateTime: "2030-01-01T00:00:00" } });
      await assertLooks(panel, "panel-no-match", look);
      await panel.tab("Summary").click();
      await host.idle();
      await assertLooks(panel, "panel-summary-no-match", look);
    });
  }

  it("marks a hint that a narrow field cuts off", async () => {
    await using panel = await browser.structure(optionsFor(narrow));
    await panel.show(structureState());
    await panel.tab("Codebook").click();
    const input = panel.page.locator("structure-codebook input").first();
    const overflow = () => input.evaluate((it) => getComputedStyle(it).textOverflow);
    assert.equal(await overflow(), "ellipsis");
    await input.fill("what is typed is edited whole");
    assert.equal(await overflow(), "clip");
  });

  it("shows the start of a text from right to left, whatever is cut off", async () => {
    const text = "שלום עולם, זה מצוין (באמת) ועוד הרבה מאוד מילים";
    const column = responsesContent().columns.findIndex((it) => it.name === "Q3_comment");
    const panel = await browser.responses({ width: 1600 });
    await ResponsesHost.start(panel, {
      rows: rows.map(({ id, cells }) => ({ id, cells: cells.with(column, [{ value: text }]) })),
    });
    const edges = await panel.page
      .getByRole("gridcell", { name: text })
      .first()
      .evaluate((it) => {
        const words = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
        while (words.nextNode()?.textContent?.trim() === "") {
          // The spaces of the template.
        }
        const first = document.createRange();
        first.setStart(words.currentNode, 0);
        first.setEnd(words.currentNode, 1);
        const [cell, letter] = [it.getBoundingClientRect(), first.getBoundingClientRect()];
        return { left: letter.left - cell.left, right: cell.right - letter.right };
      });
    assert.ok(edges.left > 0 && edges.right >= 0, JSON.stringify(edges));
    await panel.close();
  });

  it("has the actions of the filter at the end of its head, and cuts off long conditions", async () => {
    const panel = await browser.responses();
    const text = "a very long text without an end ".repeat(20);
    await ResponsesHost.start(panel, {
      rows,
      filter: { conditions: [{ kind: "variable", name: "Q3_comment", is: "contains", text }] },
    });
    await panel.button("Filter").click();
    const filter = await panel.page.locator("responses-filter").boundingBox();
    const close = await panel.button("Close").boundingBox();
    const condition = await panel.page.locator(".condition-head").boundingBox();
    assert.ok(filter && close && condition);
    assert.ok(filter.x + filter.width - close.x - close.width < 16);
    assert.ok(condition.height <= 3 * 20 + 4, String(condition.height));
    await panel.close();
  });

  it("shows each fact of a low panel whole or not at all", async () => {
    const low = { width: 600, height: 400 };
    await using structure = await browser.structure(low);
    await structure.show(structureState());
    await using urls = await browser.responseUrls(low);
    await urls.show(urlsState());
    await using responses = await browser.responses(low);
    await ResponsesHost.start(responses, { rows });
    for (const [panel, place] of [
      [structure, ".head .facts"],
      [urls, ".head .facts"],
      [responses, ".foot > .facts"],
    ] as const) {
      const facts = panel.page.locator(place);
      await facts.locator("span").nth(1).waitFor();
      const { shown, cut } = await facts.evaluate((it) => {
        const line = it.getBoundingClientRect();
        const all = [...it.children].map((fact) => ({
          text: fact.textContent,
          rect: fact.getBoundingClientRect(),
          isCut: fact.scrollWidth > fact.clientWidth + 1,
        }));
        const inLine = all.filter(({ rect }) => rect.top < line.bottom - 1);
        return {
          shown: inLine.length,
          cut: inLine
            .filter((at) => at.isCut || at.rect.right > line.right + 1 || at.rect.left < line.left)
            .map(({ text }) => text),
        };
      });
      assert.deepEqual(cut, [], place);
      assert.ok(shown > 0, place);
    }
  });

  it("cuts off a long choice before the arrow of its list", async () => {
    await using panel = await browser.responses(optionsFor(narrow));
    await ResponsesHost.start(panel, { rows });
    await panel.button("Filter").click();
    const overflow = await panel.page
      .locator("select.input")
      .first()
      .evaluate((it) => getComputedStyle(it).textOverflow);
    assert.equal(overflow, "ellipsis");
  });

  it("hides the position of a response as a whole rather than cutting it or the title", async () => {
    await using panel = await browser.responses();
    await ResponsesHost.start(panel, { rows });
    await panel.page.getByRole("gridcell", { name: "S27" }).first().click();
    await panel.press("Enter");
    const head = panel.page.locator(".detail-head");
    const title = head.locator("h2");
    const position = head.locator(".quiet");
    const shown = async () => {
      const [line, it] = [await title.boundingBox(), await position.boundingBox()];
      const isCut = await title.evaluate((found) => found.scrollWidth > found.clientWidth);
      return { isCut, isBeside: line !== null && it !== null && it.y < line.y + line.height };
    };
    assert.deepEqual(await shown(), { isCut: false, isBeside: true });
    // As wide as with a serial and a position of many digits.
    await head.evaluate((it) => (it.style.maxWidth = "310px"));
    assert.deepEqual(await shown(), { isCut: false, isBeside: false });
  });

  it("wraps the facts of a narrow structure, and of narrow responses, instead of cutting them off", async () => {
    const options = optionsFor({ ...narrow, options: { width: 340, height: 700 } });
    await using structure = await browser.structure(options);
    await structure.show(structureState());
    await using responses = await browser.responses(options);
    await ResponsesHost.start(responses, { rows });
    for (const [panel, place] of [
      [structure, ".head"],
      [responses, ".foot"],
    ] as const) {
      const facts = panel.page.locator(`${place} .facts`);
      await facts.locator("span").nth(2).waitFor();
      const outside = await facts.evaluate((it) => {
        const { right, bottom } = it.getBoundingClientRect();
        return [...it.children]
          .map((child) => ({ text: child.textContent, place: child.getBoundingClientRect() }))
          .filter(({ place: its }) => its.right > right + 1 || its.bottom > bottom + 1)
          .map(({ text }) => text);
      });
      assert.deepEqual(outside, [], place);
    }
  });

  it("aligns the lines below response URLs in a narrow panel", async () => {
    await using panel = await browser.responseUrls(
      optionsFor({ ...narrow, options: { width: 340, height: 700 } }),
    );
    await panel.show(urlsState());
    await panel.button("Paste Rows").click();
    await panel.answerLast("paste", { format: "pasted", text: "panelist\twave\nP-1\t" });
    await panel.page.getByText("1 row", { exact: true }).waitFor();
    const lefts = await panel.page
      .locator(".foot > .facts > *")
      .evaluateAll((all) =>
        all
          .filter((it) => it.textContent.trim() !== "")
          .map((it) => it.getBoundingClientRect().left),
      );
    assert.ok(lefts.length > 2);
    assert.equal(new Set(lefts).size, 1);
  });

  it("of an open outline in a narrow panel is accessible and fits", async () => {
    await using panel = await browser.structure(optionsFor(narrow));
    await panel.show(structureState());
    await panel.button("Outline").click();
    await assertLooks(panel, "panel-outline", narrow);
  });

  it("of an offline structure in Korean is accessible", async () => {
    await using panel = await browser.structure({ locale: korean });
    const content = structureContent(koreanSurvey);
    await panel.show(
      structureState({
        title: koreanSurvey.label ?? "",
        content: { ...content, source: { ...content.source, isOffline: true } },
      }),
    );
    await panel.page.getByText(/^오프라인\. .* 기준\.$/).waitFor();
    await panel.button("Responses").waitFor();
    await panel.page.getByText(panel.said("{0} question", 1)).first().waitFor();
    await panel.screenshot("panel-structure-korean");
    assert.deepEqual(await accessibilityProblems(panel.page), []);
  });
});
