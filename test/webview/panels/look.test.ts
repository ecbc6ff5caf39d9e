import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { themes } from "../support/panelPageThemes.ts";
import { madeUrls, urlOf, urlsState } from "./urlFixtures.ts";
import {
  english,
  korean,
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

async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await accessibilityProblems(page), []);
}

const failed = { message: "The server at https://data.example.com did not answer in 30 seconds." };
const sizes = [
  { name: "wide", options: {} },
  { name: "zoom-200", options: { width: 600, height: 400, scale: 2 } },
  { name: "narrow", options: { width: 400, height: 700 } },
];

describe("How the panels look", () => {
  let browser: PanelBrowser;
  before(async () => {
    browser = await PanelBrowser.start();
  });
  after(() => browser.close());

  for (const theme of themes) {
    for (const { name, options } of sizes) {
      it(`structure, ${theme}, ${name}`, async () => {
        const panel = await browser.structure({ theme, ...options });
        await panel.show(structureState());
        await panel.screenshot(`panel-structure-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.close();
      });

      it(`responses, ${theme}, ${name}`, async () => {
        const panel = await browser.responses({ theme, ...options });
        const host = await ResponsesHost.start(panel, {
          rows,
          filter: { startDateTime: "2025-02-01T00:00:00", collectGroupId: "grp-0001" },
        });
        await panel.page.getByRole("gridcell", { name: "S27" }).first().click();
        await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
        await panel.screenshot(`panel-responses-${theme}-${name}`);
        await panel.press("Enter");
        await host.idle();
        await panel.screenshot(`panel-responses-detail-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.press("Escape", "Control+f");
        await panel.page.keyboard.type("phone");
        await panel.page.getByText(/^1 of /).waitFor();
        await panel.button("More actions").click();
        await panel.screenshot(`panel-responses-find-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.press("Escape");
        await panel.button("Filter").click();
        await panel.button("Add condition").click();
        await panel.page.keyboard.type("which");
        await panel.screenshot(`panel-responses-picker-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.press("Enter");
        await host.idle();
        await panel.page.getByRole("checkbox").first().check();
        await host.idle();
        await panel.screenshot(`panel-responses-filter-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.close();
      });

      it(`response URLs, ${theme}, ${name}`, async () => {
        const panel = await browser.responseUrls({ theme, ...options });
        await panel.show(urlsState());
        await panel.screenshot(`panel-urls-blank-${theme}-${name}`);
        await assertAccessible(panel.page);
        const rows = ["panelist\twave\tcampaign"];
        for (let number = 1; number <= 40; number++) {
          rows.push(`P-${String(number).padStart(4, "0")}\t2\t${number % 3 === 0 ? "spring" : ""}`);
        }
        await panel.show({ kind: "text", format: "pasted", text: rows.join("\n") });
        await panel.button("Preview URLs").click();
        const urls = Array.from({ length: 40 }, (_, index) =>
          urlOf(`P-${String(index + 1).padStart(4, "0")}`),
        );
        await panel.show(urlsState({ preview: madeUrls(1, urls) }));
        await panel.page.getByRole("gridcell", { name: "P-0002", exact: true }).click();
        await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
        await panel.screenshot(`panel-urls-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.button("QR code of row 3").click();
        await panel.screenshot(`panel-urls-detail-${theme}-${name}`);
        await assertAccessible(panel.page);
        await panel.close();
      });
    }

    it(`response URLs with problems and failures, ${theme}`, async () => {
      const panel = await browser.responseUrls({ theme });
      await panel.show(urlsState());
      const text = JSON.stringify([
        { panelist: "P-0001", wave: 2 },
        { panelist: "P-0002", wave: true },
        { panelist: "P-0003", colour: "red" },
      ]);
      await panel.show({ kind: "text", format: "json", name: "panel.json", text });
      await panel.button("Next problem").click();
      await panel.screenshot(`panel-urls-problems-${theme}`);
      await assertAccessible(panel.page);
      await panel.press("F2");
      await panel.screenshot(`panel-urls-typing-${theme}`);
      await assertAccessible(panel.page);
      await panel.show({ kind: "text", format: "csv", name: "panel.csv", text: "a,a\n1,2" });
      await panel.show(urlsState({ error: failed }));
      await panel.screenshot(`panel-urls-banners-${theme}`);
      await assertAccessible(panel.page);
      await panel.show(urlsState({ content: undefined, error: failed }));
      await panel.screenshot(`panel-urls-failed-${theme}`);
      await assertAccessible(panel.page);
      await panel.close();
    });

    it(`both, loading, failed and empty, ${theme}`, async () => {
      const panel = await browser.responses({ theme });
      const host = await ResponsesHost.start(panel, {
        rows,
        cells: "both",
        content: responsesContent({ isComplete: false }),
        reading: { state: "reading", share: 0.43 },
      });
      await panel.button("Filter").click();
      await panel.page.getByLabel("Submitted after").fill("2025-03-03T09:14:02");
      await panel.page.getByLabel("Submitted until").fill("2025-03-03T09:14:01");
      await panel.page.getByLabel("Took at least").fill("half");
      await panel.screenshot(`panel-filter-${theme}`);
      await assertAccessible(panel.page);
      await host.show({ error: failed, reading: { state: "idle" } });
      await panel.screenshot(`panel-failed-banner-${theme}`);
      await assertAccessible(panel.page);
      await panel.press("Escape");
      await host.show({ error: { ...failed, action: "signIn" }, content: undefined });
      await panel.screenshot(`panel-failed-${theme}`);
      await assertAccessible(panel.page);
      await host.show({
        error: undefined,
        content: responsesContent(),
        filter: { collectGroupId: "grp-0003" },
      });
      await panel.screenshot(`panel-empty-${theme}`);
      await assertAccessible(panel.page);
      await panel.close();
    });

    it(`what v1 and v2 do not provide, ${theme}`, async () => {
      const structure = await browser.structure({ theme });
      await structure.show(structureState({ content: olderStructure("v2") }));
      await structure.screenshot(`panel-structure-older-${theme}`);
      await assertAccessible(structure.page);
      await structure.close();
      const responses = await browser.responses({ theme });
      const host = await ResponsesHost.start(responses, olderResponses("v1"));
      await responses.page.getByRole("gridcell", { name: "S27" }).first().click();
      await responses.press("Enter");
      await host.idle();
      await responses.screenshot(`panel-responses-older-${theme}`);
      await assertAccessible(responses.page);
      await responses.close();
      const narrow = await browser.responses({ theme, width: 400, height: 700 });
      await ResponsesHost.start(narrow, olderResponses("v1"));
      await narrow.screenshot(`panel-responses-older-narrow-${theme}`);
      await assertAccessible(narrow.page);
      await narrow.close();
    });

    it(`outline open where it is narrow, ${theme}`, async () => {
      const panel = await browser.structure({ theme, width: 400, height: 700 });
      await panel.show(structureState());
      await panel.button("Outline").click();
      await panel.screenshot(`panel-outline-narrow-${theme}`);
      await assertAccessible(panel.page);
      await panel.close();
    });
  }

  it("Korean", async () => {
    const panel = await browser.structure();
    await panel.show(
      structureState({
        locale: korean,
        title: koreanSurvey.label ?? "",
        content: structureContent(koreanSurvey),
      }),
    );
    await panel.button("응답").waitFor();
    await panel.page.getByText("질문 1개").first().waitFor();
    await panel.screenshot("panel-structure-korean");
    await assertAccessible(panel.page);
    await panel.show(structureState({ locale: english }));
    await panel.button("Responses").waitFor();
    await panel.close();
  });
});
