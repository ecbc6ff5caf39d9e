import { strict as assert } from "node:assert";
import type { Frame } from "playwright-core";
import { labelText } from "../../../src/model/label.ts";
import { oneLine } from "../../../src/model/oneLine.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";
import { spellings } from "../../client/support/spellings.ts";
import { eventually } from "../support/eventually.ts";
import { hostileTexts } from "../support/hostile.ts";
import { Workbench } from "../support/workbench.ts";
import { serveSpace, type ServedSpace } from "../support/servedSpace.ts";

const count = 500;
const pageSize = 100;
const texts = hostileTexts();
const at = (index: number): string => texts[index % texts.length] ?? "";
/** Indexes into `texts`: each question takes eight texts, one for each place that shows one. */
const numbers = Array.from({ length: Math.ceil(texts.length / 8) }, (_, index) => index * 8);
const title = at(0);
/** The part of the label that stands in the title of the panel's tab. */
const labelStart = oneLine(title).slice(0, 29);

const options = (first: number) => [
  { code: "c1", label: at(first + 2) },
  { code: "c2", label: at(first + 3) },
];

const survey = {
  surveyId: "S1",
  label: title,
  createdAt: "2025-01-01T00:00:00",
  updatedAt: "2025-03-01T00:00:00",
  questions: numbers.map((first) => ({
    name: at(first),
    type: at(first),
    label: at(first + 1),
    options: options(first).map(({ code, label }) => ({ name: code, label })),
  })),
  blocks: numbers.map((first) => ({
    name: at(first + 4),
    label: at(first + 4),
    questions: [at(first)],
  })),
  embeddedData: numbers.map((first) => ({ name: at(first + 5), label: at(first + 6) })),
};

const collectGroup = {
  collectGroupId: "g",
  surveyId: "S1",
  label: at(1),
  channel: at(2),
  state: at(3),
};

function response(number: number): { readonly finishedAt: string } {
  const finishedAt = new Date(Date.UTC(2025, 2, 3, 9, 0, number)).toISOString().slice(0, 19);
  return {
    ...{ responseId: `r${number}`, serial: at(number), collectGroupId: "g", finishedAt },
    ...{ startedAt: finishedAt, completedStatus: at(number) },
    variables: numbers.map((first) => ({
      name: at(first),
      label: at(first + 1),
      options: options(first).map(({ code, label }) => ({ value: code, valueLabel: label })),
      answer: [{ value: number % 2 === 0 ? "c1" : "c2", etcValue: at(first + 7) }],
    })),
    embeddedData: numbers.map((first) => ({
      ...{ name: at(first + 5), value: at(first + 7), valueLabel: at(first + 6) },
    })),
  } as { readonly finishedAt: string };
}

/** Newest first. */
const items = Array.from({ length: count }, (_, index) => response(count - 1 - index));

function pageOf(query: URLSearchParams): string {
  const from = query.get("startDateTime") ?? "";
  const until = query.get("endDateTime") ?? "~";
  const range = items.filter((it) => it.finishedAt > from && it.finishedAt <= until);
  const start = Number(query.get("offset") ?? 0);
  const end = start + Math.min(pageSize, Number(query.get("size") ?? pageSize));
  const page = range.slice(start, end);
  return JSON.stringify({
    responses: page,
    ...(end < range.length ? { offset: String(end) } : {}),
  });
}

describe("Hostile survey in VS Code", () => {
  const credentials = { spaceId: "strange", apiKey: "strange-key" };
  const breaches: string[] = [];
  const origins = new Set<string>();
  let service: TestServer;
  let space: ServedSpace;
  let workbench: Workbench;
  let frame: Frame;
  /** Callbacks that let the waiting pages be answered; undefined if pages do not wait. */
  let held: (() => void)[] | undefined;

  before(async () => {
    service = await startTestServer(({ url }, answer) => {
      const { pathname, searchParams } = url;
      if (pathname.endsWith("/responses")) {
        const go = () => sendText(answer, pageOf(searchParams));
        if (held) {
          held.push(go);
        } else {
          go();
        }
      } else if (pathname.endsWith("/metadata")) {
        sendText(answer, pageOf(searchParams));
      } else if (pathname.endsWith("/collect-groups")) {
        sendText(answer, JSON.stringify([collectGroup]));
      } else {
        const { surveyId, label, createdAt, updatedAt } = survey;
        const list = { surveys: [{ surveyId, label, createdAt, updatedAt }] };
        sendText(answer, JSON.stringify(pathname.endsWith("/surveys") ? list : survey));
      }
    });
    space = await serveSpace("Strangers", service, { credentials });
    workbench = await Workbench.open({ server: space.server });
    const { page } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.exposeFunction("tell", (breach: string) => breaches.push(breach));
    await page.addInitScript(() => {
      window.breaches = [];
      window.breaches.push = (breach) => {
        void (window as unknown as { tell: (it: string) => unknown }).tell(breach);
        return 0;
      };
    });
    // Not an event listener in the document: VS Code rewrites the documents of panels, so it would be lost.
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) {
        breaches.push(message.text());
      }
    });
    page.on("dialog", (dialog) => {
      breaches.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => origins.add(new URL(request.url()).hostname));
    await workbench.waitForTree("Strangers");
  });

  afterEach(() => {
    held?.forEach((go) => go());
    held = undefined;
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  async function open(): Promise<void> {
    const { page } = workbench;
    const item = page
      .getByRole("tree", { name: /Surveys/ })
      .getByRole("treeitem")
      .nth(1);
    await workbench.chooseFromContextMenu(item, "Open Responses");
    frame = await workbench.webviewFrame("responses", oneLine(title));
  }

  /** Opens the panel with all responses, unless an earlier test has done so. */
  async function openWhole(): Promise<void> {
    if ((await tab().count()) === 0) {
      await open();
    }
    await counts("500 of 500, newest first");
  }

  const tab = () => workbench.page.getByRole("tab", { name: labelStart });

  async function counts(text: string | RegExp): Promise<void> {
    await frame.locator(".counts", { hasText: text }).waitFor();
  }

  async function textsOf(selector: string): Promise<string[]> {
    const found = await frame.locator(selector).allTextContents();
    return found.map((it) => it.trim());
  }

  const pages = (from = 0) =>
    service.requests.slice(from).filter(({ url }) => url.pathname.endsWith("/responses"));

  it("shows the first responses while others are loading, pauses and resumes", async () => {
    held = [];
    await open();
    await eventually("a request for the first page", async () =>
      held?.length === 0 ? undefined : true,
    );
    held.shift()?.();
    await counts(/^100 loaded/);
    // The next pages are still pending when loading is paused.
    await frame.getByRole("button", { name: "Pause" }).press("Enter");
    await frame.locator(".foot", { hasText: "Loading is paused." }).waitFor();
    await counts(/^100 loaded/);
    held.forEach((go) => go());
    held = undefined;
    await frame.getByRole("button", { name: "Resume" }).press("Enter");
    await counts("500 of 500, newest first");
  });

  it("requests only new responses when it is reopened or the window is reloaded", async () => {
    await openWhole();
    for (const again of ["closed", "reloaded"]) {
      const before = service.requests.length;
      if (again === "closed") {
        await workbench.runCommand("View: Close Editor");
        await tab().waitFor({ state: "detached" });
        await open();
      } else {
        await workbench.reload();
        frame = await workbench.webviewFrame("responses", oneLine(title));
      }
      await counts("500 of 500, newest first");
      await eventually("a request for new responses", async () =>
        pages(before).length > 0 ? true : undefined,
      );
      await frame.getByRole("button", { name: "Refresh" }).waitFor();
      const asked = pages(before).map(({ url }) => url.searchParams.get("startDateTime") ?? "");
      // Nothing from before the overlap of ten minutes is requested; all responses were submitted within nine.
      assert.ok(asked.length <= 7, asked.join());
      assert.ok(
        asked.every((it) => it >= "2025-03-03T08:5"),
        asked.join(),
      );
    }
    await tab().waitFor();
  });

  it("is shown as plain text everywhere", async () => {
    const { page } = workbench;
    await openWhole();
    assert.ok((await tab().innerText()).startsWith(labelStart));
    await frame.getByRole("gridcell").first().click();
    for (let left = 0; left < numbers.length * 2 * 180; left += 700) {
      await frame.locator(".grid").evaluate((it, to) => it.scrollTo(to, 0), left);
    }
    for (const mode of ["Codes", "Both", "Labels"]) {
      await frame.getByRole("radio", { name: mode }).check();
    }
    await page.keyboard.press("Home");
    await frame.getByRole("button", { name: "Response details" }).click();
    await frame.getByRole("complementary", { name: "Response" }).waitFor();
    assert.deepEqual(
      await textsOf(".detail-text"),
      numbers.map((first) => labelText(at(first + 1))),
    );
    assert.deepEqual(
      await textsOf(".detail .other-text"),
      numbers.map((first) => at(first + 7).trim()),
    );
    const choices = (await textsOf(".choices")).join("\n");
    for (const first of numbers) {
      // An option whose label has no text is shown by its code.
      assert.ok(choices.includes(labelText(at(first + 2)) || "c1"), at(first + 2));
    }
    await workbench.screenshot("responses-hostile-vscode");
    await frame.getByRole("button", { name: "Response details" }).click();
    await frame.getByRole("button", { name: "Columns" }).click();
    const names = new Set(await textsOf(".columns-name"));
    assert.deepEqual(
      numbers.map((first) => at(first).trim()).filter((it) => !names.has(it)),
      [],
    );
    await page.keyboard.press("Escape");
    await frame.getByRole("gridcell").first().click({ button: "right" });
    const menu = page.locator(".monaco-menu");
    await menu.getByRole("menuitem", { name: "Show Raw JSON" }).waitFor();
    const entries = await menu.innerText();
    assert.doesNotMatch(entries, /[<>]/);
    await page.keyboard.press("Escape");
    await frame.getByRole("button", { name: "Filter" }).click();
    await frame.getByRole("combobox", { name: "Collect group" }).selectOption({ label: at(1) });
    await counts("500 of 500, newest first");
    assert.deepEqual(await textsOf(".chip-edit"), [at(1).trim()]);
  });

  it("is copied as sent", async () => {
    const { page } = workbench;
    await openWhole();
    await frame.getByRole("gridcell").first().click();
    await page.keyboard.press("Shift+Space");
    await frame.getByRole("button", { name: "More Actions" }).press("Enter");
    await frame.getByRole("menuitem", { name: "Copy As JSON" }).press("Enter");
    const copied = await eventually("the copy", async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text.startsWith("[") ? (JSON.parse(text) as Record<string, unknown>[]) : undefined;
    });
    const values = new Set(Object.values(copied[0] ?? {}));
    assert.equal(copied.length, 1);
    assert.ok(values.has(at(count - 1)), "the serial");
  });

  it("runs nothing, requests nothing and adds no foreign elements", async () => {
    await openWhole();
    const strange =
      "a, audio, embed, form:not(.filter), iframe, img, math, object, script:not([nonce]), style:not([nonce]):not([id]), svg, table:not(.keys *), video";
    assert.equal(await frame.locator(`responses-panel :is(${strange})`).count(), 0);
    assert.equal(await frame.locator("[onerror], [onload], [onclick], [style*=evil]").count(), 0);
    assert.equal(await workbench.page.locator("[onerror]").count(), 0);
    assert.deepEqual(breaches, []);
    // VS Code sends requests of its own, so only origins that the texts name are looked at.
    const named = texts.join();
    const strangers = [...origins].filter(
      (it) => it !== "" && it !== "localhost" && named.includes(it),
    );
    assert.deepEqual(strangers, []);
  });

  it("keeps the key out of messages to panels and of the storage of VS Code", async () => {
    await openWhole();
    const given: string[] = [];
    await workbench.page.exposeFunction("give", (message: string) => given.push(message));
    await frame.evaluate(() => {
      window.addEventListener("message", ({ data }) => {
        (window as unknown as { give: (it: string) => unknown }).give(JSON.stringify(data));
      });
    });
    await frame.getByRole("tab", { name: "Summary" }).click();
    await frame.locator("article.question table").first().waitFor();
    await frame.getByRole("tab", { name: "Fieldwork" }).click();
    await frame.locator(".key-figures", { hasText: /Responses\s*500/ }).waitFor();
    // The tree takes its numbers from the Fieldwork tab.
    await workbench.waitUntilStored(/groupProgress.*counts/);
    const kept = await workbench.storedTexts();
    for (const said of [/^{"id":\d+,"value":{[^{]*"summaries":/, /^{"event":"fieldwork"/]) {
      assert.ok(
        given.some((it) => said.test(it)),
        said.source,
      );
    }
    const { spaceId, apiKey } = credentials;
    for (const [form, spelling] of spellings(spaceId, apiKey)) {
      const found = [...given, ...kept].filter((it) => Buffer.from(it).includes(spelling));
      assert.deepEqual(found, [], `texts that contain the key as ${form}`);
    }
    assert.deepEqual(breaches, []);
  });
});
