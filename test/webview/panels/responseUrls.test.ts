import assert from "node:assert/strict";
import decodeQr from "qr/decode.js";
import type { Page } from "playwright-core";
import type { ResponseUrlsMessage, ResponseUrlsRequest } from "../support/panelMessages.ts";
import { maximumUrlRows } from "../../../src/model/urlTable.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { cell } from "./gridPage.ts";
import {
  madeUrls,
  openFile,
  parameters,
  urlOf,
  urlsContent,
  urlsState,
  urlsSubject,
} from "./urlFixtures.ts";

type UrlsPage = PanelPage<ResponseUrlsMessage, ResponseUrlsRequest>;

const failed = { message: "The server at https://data.example.com did not answer." };
const columns = parameters.map((it) => it.name);

async function paste(panel: UrlsPage, text: string): Promise<void> {
  await panel.page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
  await panel.painted();
}

/** Returns the tooltips of the value cells in the drawn rows. */
async function values(page: Page): Promise<string[][]> {
  return page
    .locator('.grid-row:not([aria-rowindex="1"])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll(".value")].map(
          (it) => it.childNodes[0]?.parentElement?.title ?? "",
        ),
      ),
    );
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const place = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset;
    return `${place?.["row"] ?? "none"},${place?.["column"] ?? "none"}`;
  });
}

/** Shows two rows with their URLs. */
async function showUrls(panel: UrlsPage, urls = [urlOf("007"), urlOf("008")]): Promise<void> {
  await panel.show(urlsState());
  await paste(panel, "panelist\twave\n007\t2\n008\t2");
  await panel.button("Create URLs").click();
  await panel.show(urlsState({ preview: madeUrls(1, urls) }));
  await panel.takeRequests();
}

describe("Response URL panel", () => {
  const browser = new PanelBrowser();
  let panel: UrlsPage;
  beforeEach(async () => {
    panel = await browser.responseUrls();
  });
  afterEach(() => panel.close());

  it("sends typed rows as text in their order, with leading zeros", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    assert.equal(await focused(page), "0,1");
    await page.keyboard.type("007");
    await panel.press("Tab");
    await page.keyboard.type("1e3");
    await panel.press("Enter");
    assert.equal(await focused(page), "1,2");
    await page.keyboard.type("2");
    await panel.press("Shift+Tab");
    await page.keyboard.type("008");
    await panel.press("Enter", "Escape");
    await panel.button("Create URLs").click();
    assert.deepEqual(await panel.takeRequests(), [
      {
        kind: "preview",
        run: 1,
        columns,
        rows: [
          ["007", "1e3", null],
          ["008", "2", null],
        ],
      },
    ]);
    await page.getByText("1 blank row is not sent").waitFor();
  });

  it("edits, cancels, clears and undoes cells", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await paste(panel, "a\tb\nc\td");
    await cell(page, 0, 1).dblclick();
    await page.keyboard.type("1");
    await panel.press("Escape", "F2");
    await page.keyboard.type("2");
    await panel.press("Enter");
    assert.deepEqual(await values(page), [
      ["a2", "b", "no value"],
      ["c", "d", "no value"],
    ]);
    await panel.press("Shift+ArrowRight", "Delete");
    assert.deepEqual((await values(page))[1], ["no value", "no value", "no value"]);
    await panel.press("Control+z", "Control+z");
    assert.deepEqual(await values(page), [
      ["a", "b", "no value"],
      ["c", "d", "no value"],
    ]);
    assert(!(await panel.button("Undo").isDisabled()));
    await panel.button("Undo").click();
    assert.equal((await values(page)).length, 1);
    assert(await panel.button("Undo").isDisabled());
  });

  it("accepts typed text when something else is clicked", async () => {
    await panel.show(urlsState());
    await panel.page.keyboard.type("a");
    await panel.button("Add Row").click();
    assert.equal((await values(panel.page))[0]?.[0], "a");
    assert.equal(await focused(panel.page), "1,1");
  });

  it("pastes a block at the focus, and rejects one that does not fit", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await cell(page, 0, 2).click();
    await paste(panel, "2\tspring\r\n3\t\r\n");
    const missing = "no value\npanelist has no value";
    assert.deepEqual(await values(page), [
      [missing, "2", "spring"],
      [missing, "3", "no value"],
    ]);
    await paste(panel, "1\t2\t3");
    await page.getByRole("alert").getByText("It has 3 columns; only 2 fit here.").waitFor();
    await panel.button("Close").click();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.equal(await focused(page), "0,2");
  });

  it("pastes from the first selected cell on, whichever corner has the focus", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await paste(panel, "a\tb\nc\td");
    await cell(page, 0, 1).click();
    await panel.press("Shift+ArrowDown", "Shift+ArrowRight");
    await paste(panel, "1\t2\n3\t4");
    assert.deepEqual(
      (await values(page)).map((row) => row.slice(0, 2)),
      [
        ["1", "2"],
        ["3", "4"],
      ],
    );
  });

  it("undoes only by the keys of Undo, and no step in which nothing changed", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await paste(panel, "a\tb");
    await cell(page, 0, 3).click();
    await panel.press("Delete", "Delete");
    await panel.press("Control+Shift+z");
    assert.deepEqual((await values(page))[0]?.slice(0, 2), ["a", "b"]);
    await panel.press("Control+z");
    assert.deepEqual((await values(page))[0]?.slice(0, 2), ["no value", "no value"]);
  });

  it("appends pasted rows by the names in their header", async () => {
    await panel.show(urlsState());
    await paste(panel, "a\t1");
    await paste(panel, "wave,panelist\n2,b\n3,c");
    assert.deepEqual(
      (await values(panel.page)).map((row) => row.slice(0, 2)),
      [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ],
    );
  });

  it("requests the clipboard, a file, the structure and a refresh from the host", async () => {
    await panel.show(urlsState());
    for (const name of ["Open File", "Paste Rows", "Structure", "Refresh"]) {
      await panel.button(name).click();
    }
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "openFile" },
      { kind: "paste" },
      { kind: "openStructure" },
      { kind: "refresh" },
    ]);
  });

  it("marks invalid rows of a file, and sends nothing until they are fixed", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    const text = JSON.stringify([
      { panelist: "a", wave: 2 },
      { panelist: "b", wave: true },
      { panelist: "c", colour: "red" },
    ]);
    await openFile(panel, { format: "json", name: "panel.json", text });
    await page.getByText("Rows of panel.json were added.").waitFor();
    const summary =
      "2 rows cannot be sent: 1 missing value, 1 unknown key, 1 value of a wrong type";
    await page.getByRole("status").getByText(summary).waitFor();
    await panel.button("Create URLs").click();
    assert.deepEqual(await panel.takeRequests(), []);
    assert.equal(await focused(page), "1,2");
    const wrong = page.getByRole("gridcell", { name: "wave is neither text nor a number" });
    assert.equal(await wrong.getAttribute("aria-invalid"), "true");
    await page.getByRole("rowheader", { name: "wave has no value. colour is not a" }).waitFor();
    await panel.button("Next Problem").click();
    assert.equal(await focused(page), "2,2");
    await page.keyboard.type("3");
    await panel.press("Enter");
    await panel.button("Remove Unknown Columns").click();
    await cell(page, 1, 2).click();
    await page.keyboard.type("2");
    await panel.press("Enter");
    await panel.button("Create URLs").click();
    const rows = [
      ["a", 2, null],
      ["b", "2", null],
      ["c", "3", null],
    ];
    assert.deepEqual(await panel.takeRequests(), [{ kind: "preview", run: 1, columns, rows }]);
  });

  it("does not say any longer that rows were added when that is undone", async () => {
    await panel.show(urlsState());
    await paste(panel, "006\t2");
    await openFile(panel, { format: "csv", name: "panel.csv", text: "panelist\n007" });
    const note = panel.page.getByText("Rows of panel.csv were added.");
    await note.waitFor();
    await panel.button("Undo").click();
    assert.equal(await note.count(), 0);
  });

  it("reports why a file was not imported, and keeps its rows", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await paste(panel, "a\t2");
    await openFile(panel, { format: "csv", name: "x.csv", text: "wave,wave\n1,2" });
    await page
      .getByRole("alert")
      .getByText('x.csv was not imported. The first line names "wave" twice.')
      .waitFor();
    const long = `wave\n${"1\n".repeat(maximumUrlRows)}`;
    await openFile(panel, { format: "csv", name: "y.csv", text: long });
    await page.getByRole("alert").getByText("50,000 rows at a time are possible.").waitFor();
    assert.deepEqual((await values(page))[0]?.slice(0, 2), ["a", "2"]);
  });

  it("locks rows while URLs are created, with progress and Cancel", async () => {
    const { page } = panel;
    await panel.installClock();
    await panel.show(urlsState());
    await paste(panel, "a\t2\nb\t2");
    await panel.button("Create URLs").click();
    const preview = { run: 1, total: 2, done: 1, loading: true };
    await panel.show(urlsState({ preview }));
    await page.getByRole("progressbar").waitFor();
    await page.getByText("1 of 2 URLs").waitFor();
    await cell(page, 0, 1).click();
    await page.keyboard.type("x");
    await panel.press("Delete");
    await paste(panel, "y");
    assert.deepEqual((await values(page))[0]?.slice(0, 2), ["a", "2"]);
    assert(await panel.button("Add Row").isDisabled());
    await page.clock.runFor(2500);
    await panel.takeRequests();
    await panel.button("Cancel").click();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "cancel" }]);
    await panel.show(urlsState({ preview: { ...preview, loading: false, urls: [urlOf("a")] } }));
    await page.getByRole("gridcell", { name: urlOf("a") }).waitFor();
    await page.getByText("1 URL", { exact: true }).waitFor();
    assert(!(await panel.button("Add Row").isDisabled()));
  });

  it("keeps rows and URLs after a failure, and retries", async () => {
    const { page } = panel;
    await showUrls(panel);
    await panel.button("Create URLs").click();
    await panel.takeRequests();
    const preview = { run: 2, total: 2, done: 0, loading: false, urls: [] };
    await panel.show(
      urlsState({ preview: { ...preview, error: { ...failed, action: "signIn" } } }),
    );
    await page.getByRole("alert").getByText(failed.message).waitFor();
    await page.getByRole("gridcell", { name: urlOf("008") }).waitFor();
    await panel.button("Sign In").click();
    await panel.button("Retry").click();
    assert.deepEqual(
      (await panel.takeRequests()).map((it) => it.kind),
      ["signIn", "preview"],
    );
    assert.notEqual(await focused(page), "none,none");
  });

  it("opens, copies and saves URLs", async () => {
    const { page } = panel;
    await showUrls(panel);
    await panel.button("Open row 2 in browser").click();
    await panel.button("Copy URL of row 1").click();
    await panel.button("Copy All URLs").click();
    await panel.button("Save").click();
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "open", url: urlOf("008") },
      { kind: "copy", text: urlOf("007") },
      { kind: "copy", text: `${urlOf("007")}\n${urlOf("008")}` },
      {
        kind: "save",
        columns,
        rows: [
          { cells: ["007", "2", null], url: urlOf("007") },
          { cells: ["008", "2", null], url: urlOf("008") },
        ],
      },
    ]);
    await cell(page, 1, 4).click();
    await panel.press("ArrowRight", "Enter", "ArrowRight", "Space");
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "open", url: urlOf("008") },
      { kind: "copy", text: urlOf("008") },
    ]);
    await cell(page, 0, 1).click();
    await panel.press("Shift+ArrowRight", "Control+c");
    assert.deepEqual(await panel.takeRequests(), [{ kind: "copy", text: "007\t2" }]);
    await cell(page, 0, 0).click();
    await panel.press("Control+c");
    const row = `panelist\twave\tcampaign\tURL\n007\t2\t\t${urlOf("007")}`;
    assert.deepEqual(await panel.takeRequests(), [{ kind: "copy", text: row }]);
    await cell(page, 1, 4).click();
    await panel.press("ArrowRight", "Control+c");
    assert.deepEqual(await panel.takeRequests(), [], "a button has nothing to copy");
  });

  it("removes the URL of a changed row and restores it on undo", async () => {
    const { page } = panel;
    await showUrls(panel);
    await cell(page, 0, 1).click();
    await page.keyboard.type("9");
    await panel.press("Enter");
    assert.equal(await page.getByRole("gridcell", { name: urlOf("007") }).count(), 0);
    await page.getByRole("gridcell", { name: urlOf("008") }).waitFor();
    await panel.press("Control+z");
    await page.getByRole("gridcell", { name: urlOf("007") }).waitFor();
  });

  it("shows a URL as a readable QR code", async () => {
    const { page } = panel;
    await showUrls(panel);
    await panel.button("QR code of row 1").click();
    const detail = page.getByRole("complementary", { name: "Row 1" });
    assert.equal(await readQr(page), urlOf("007"));
    await detail.getByRole("button", { name: "Next row" }).click();
    await page.getByRole("complementary", { name: "Row 2" }).waitFor();
    assert.equal(await readQr(page), urlOf("008"));
    await panel.press("Escape");
    assert.equal(await page.getByRole("complementary").count(), 0);
  });

  it("does not open a URL that is not a web address, and reports one too long for a QR code", async () => {
    const { page } = panel;
    const long = `https://survey.example.com/${"x".repeat(3000)}`;
    await showUrls(panel, ["javascript:alert(1)", long]);
    assert.equal(await panel.button("Open row 1 in browser").count(), 0);
    await panel.button("QR code of row 1").click();
    await page.getByText("Only http and https addresses are opened in the browser.").waitFor();
    await panel.button("Next row").click();
    await page.getByText("This URL is too long for a QR code.").waitFor();
  });

  it("removes the selected rows, but keeps one blank row", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    await paste(panel, "a\t1\nb\t2\nc\t3");
    await cell(page, 0, 1).click();
    await panel.press("Shift+ArrowDown");
    await panel.button("Remove Rows").click();
    assert.deepEqual(
      (await values(page)).map((row) => row[0]),
      ["c"],
    );
    await panel.button("Remove Rows").click();
    assert.deepEqual(await values(page), [["no value", "no value", "no value"]]);
  });

  it("breaks the name of a parameter that is wider than the panel below the table", async () => {
    const name = "panel_member_reference_".repeat(8);
    await panel.show(
      urlsState({
        content: urlsContent({
          parameters: [
            { name, required: true },
            { name: "wave", required: true },
          ],
        }),
      }),
    );
    await panel.page.setViewportSize({ width: 400, height: 700 });
    await cell(panel.page, 0, 2).click();
    await panel.page.keyboard.type("2");
    await panel.press("Enter", "ArrowUp");
    const right = await panel.page
      .locator(".foot .facts > span")
      .filter({ hasText: "has no value" })
      .evaluate((it) => it.scrollWidth - it.clientWidth + it.getBoundingClientRect().right);
    assert.ok(right <= 400, `${right}`);
  });

  it("creates a URL without values if the survey has no parameters", async () => {
    await panel.show(urlsState({ content: urlsContent({ parameters: [] }) }));
    await panel.button("Create URLs").click();
    assert.deepEqual(await panel.takeRequests(), [
      { kind: "preview", run: 1, columns: [], rows: [[]] },
    ]);
  });

  it("shows loading and failures, with Retry", async () => {
    const { page } = panel;
    await panel.show(urlsState({ loading: true, content: undefined }));
    await page.getByRole("progressbar").waitFor();
    await page.getByText("Loading the collect group…").waitFor();
    await panel.show(urlsState({ error: failed, content: undefined }));
    await panel.button("Retry").click();
    await panel.show(urlsState());
    await paste(panel, "a\t2");
    await panel.show(urlsState({ error: failed }));
    await page.getByRole("alert").getByText(failed.message).waitFor();
    await page.getByRole("gridcell", { name: "a", exact: true }).waitFor();
    assert.deepEqual(await panel.takeRequests(), [{ kind: "refresh" }]);
  });

  it("restores rows, URLs and the request in progress", async () => {
    await showUrls(panel);
    await panel.button("Create URLs").click();
    const kept = (): Promise<unknown> => panel.page.evaluate(() => window.kept);
    const view = {
      run: 2,
      isAwaiting: true,
      detailOpen: false,
      detailWidth: 320,
      draft: {
        columns,
        rows: [
          [["007", "2", null], urlOf("007")],
          [["008", "2", null], urlOf("008")],
        ],
      },
    };
    await panel.until(
      async () => JSON.stringify(await kept()) === JSON.stringify({ subject: urlsSubject, view }),
      "the stored rows",
    );
    const while2 = { run: 2, total: 2, done: 0, loading: true };
    const hidden = await browser.responseUrls({ kept: await kept() });
    await hidden.show(urlsState({ preview: while2 }));
    assert(await hidden.button("Add Row").isDisabled());
    const again = [urlOf("x"), urlOf("y")];
    await hidden.show(urlsState({ preview: madeUrls(2, again) }));
    await hidden.page.getByRole("gridcell", { name: urlOf("y") }).waitFor();
    await hidden.close();
    const reloaded = await browser.responseUrls({ kept: await kept() });
    await reloaded.show(urlsState());
    await reloaded.page.getByRole("gridcell", { name: urlOf("008") }).waitFor();
    assert(!(await reloaded.button("Add Row").isDisabled()));
    await reloaded.close();
  });

  it("ignores an invalid stored view", async () => {
    const draft = { columns: ["a"], rows: [[["x", "y"], null], 3] };
    const again = await browser.responseUrls({ kept: { subject: urlsSubject, view: { draft } } });
    await again.show(urlsState());
    assert.deepEqual(await values(again.page), [["no value", "no value", "no value"]]);
    await again.close();
  });

  it("handles a change among 10,000 rows within 250 ms", async () => {
    const { page } = panel;
    await panel.show(urlsState());
    const lines = Array.from({ length: 10_000 }, (_, index) => `P-${index},2`);
    await openFile(panel, {
      format: "csv",
      name: "many.csv",
      text: ["panelist,wave", ...lines].join("\n"),
    });
    assert.equal(await page.getByRole("grid").getAttribute("aria-rowcount"), "10001");
    await cell(page, 0, 1).click();
    await panel.press("Control+ArrowDown");
    assert.equal(await focused(page), "9999,1");
    assert((await page.locator(".grid-row").count()) < 60);
    const elapsed = await page.evaluate(async () => {
      type Updating = Element & { readonly updateComplete: Promise<boolean> };
      const start = performance.now();
      const press = (key: string): void => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      };
      press("Delete");
      await document.querySelector<Updating>("response-urls-panel")?.updateComplete;
      await document.querySelector<Updating>("url-table")?.updateComplete;
      return performance.now() - start;
    });
    assert(elapsed < 250, `a change took ${elapsed} ms`);
    await page.getByText("1 row cannot be sent: 1 missing value").waitFor();
  });
});

/** Reads the drawn QR code, rendered at 4 pixels per module. */
async function readQr(page: Page): Promise<string> {
  const drawn = page.locator("svg.qr");
  const size = Number((await drawn.getAttribute("viewBox"))?.split(" ")[2]);
  const path = (await drawn.locator("path").getAttribute("d")) ?? "";
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * width + Number(x) * scale) * 4;
      for (let at = from; at < from + Number(run) * scale * 4; at += 4) {
        data.fill(0, at, at + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}
