import assert from "node:assert/strict";
import { korean } from "../support/korean.ts";
import { assertLooks, koreanLooks, optionsFor, wide, type Look } from "../support/looks.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { responsesState, structureState } from "./fixtures.ts";

const narrow: Look = { ...wide, name: "narrow", options: { width: 400, height: 700 } };

describe("Changes of the structure since the last visit", () => {
  const browser = new PanelBrowser();

  it("stay on one line in a low panel", async () => {
    for (const width of [320, 600]) {
      await using panel = await browser.structure({ width, height: 400 });
      await panel.show(structureState({ news: "3 changes since 12 Nov" }));
      const { label, button, right } = await panel.page.locator(".news").evaluate((it) => ({
        label: it.querySelector(".action-label")?.getBoundingClientRect().height ?? 0,
        button: it.getBoundingClientRect().height,
        right: it.getBoundingClientRect().right,
      }));
      assert.ok(label > 0 && label <= button, `${label} in ${button}`);
      assert.ok(right <= width, `ends at ${right} of ${width}`);
    }
  });

  for (const look of [wide, narrow, ...koreanLooks]) {
    const news = look.locale === korean ? "11월 12일 이후 변경 3건" : "3 changes since 12 Nov";

    it(`are shown in the structure panel, ${look.name}`, async () => {
      await using panel = await browser.structure(optionsFor(look));
      await panel.show(structureState({ news }));
      await assertLooks(panel, "panel-structure-news", look);
      await panel.button(news).click();
      assert.deepEqual((await panel.takeRequests()).at(-1), { kind: "showChanges" });
      await panel.show(structureState());
      assert.equal(await panel.page.getByText(news).count(), 0);
    });

    it(`are shown in the responses panel, ${look.name}`, async () => {
      await using panel = await browser.responses(optionsFor(look));
      await panel.show(responsesState({ news }));
      await assertLooks(panel, "panel-responses-news", look);
      await panel.button(news).click();
      assert.deepEqual((await panel.takeRequests()).at(-1), { kind: "showChanges" });
    });
  }
});
