import assert from "node:assert/strict";
import { PanelBrowser } from "../support/panelPage.ts";
import { structureState } from "./fixtures.ts";

describe("Pages that show one panel after the other", () => {
  const browser = new PanelBrowser();

  it("have nothing of the panel before", async () => {
    const first = await browser.structure({ kept: { draft: "kept" }, theme: "light", width: 700 });
    const { page } = first;
    let requests = 0;
    await first.onRequest(() => requests++);
    await first.show(structureState());
    await page.mouse.move(300, 300);
    await page.evaluate(() => {
      localStorage.setItem("left", "behind");
      sessionStorage.setItem("left", "behind");
      document.cookie = "left=behind";
      Object.assign(globalThis, { left: "behind" });
    });
    await first.close();

    const second = await browser.structure();
    assert.equal(second.page, page, "the page is used again");
    const found = await page.evaluate(() => ({
      stored: localStorage.length + sessionStorage.length,
      cookie: document.cookie,
      left: "left" in globalThis || "passOn" in globalThis,
      kept: window.kept,
      width: innerWidth,
      isLight: matchMedia("(prefers-color-scheme: light)").matches,
    }));
    const nothing = { stored: 0, cookie: "", left: false, kept: undefined };
    assert.deepEqual(found, { ...nothing, width: 1200, isLight: false });
    requests = 0;
    await second.show(structureState());
    await second.button("Refresh").click();
    assert.deepEqual(await second.takeRequests(), [{ kind: "refresh" }]);
    assert.equal(requests, 0);
    await second.close();
  });

  it("have the mouse where a new page has it", async () => {
    const first = await browser.structure();
    await first.page.mouse.move(300, 300);
    await first.close();
    const second = await browser.structure();
    const pressed = second.page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("mousedown", ({ clientX, clientY }) => resolve([clientX, clientY]));
        }),
    );
    await second.painted();
    await second.page.mouse.down();
    assert.deepEqual(await pressed, [0, 0]);
    await second.page.mouse.up();
    await second.close();
  });

  it("are not used again after a fault or with another clock", async () => {
    const faulty = await browser.structure();
    await faulty.page.evaluate(() => console.error("a fault"));
    await assert.rejects(faulty.close(), /a fault/);
    assert(faulty.page.isClosed());
    const timed = await browser.structure();
    await timed.installClock();
    await timed.close();
    assert(timed.page.isClosed());
  });
});
