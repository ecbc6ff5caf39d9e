import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { daysPicture } from "../../../src/charts/daysPicture.ts";
import { cumulativePicture, durationsPicture } from "../../../src/charts/fieldworkPictures.ts";
import { estimatedWidth } from "../../../src/charts/lines.ts";
import type { Picture } from "../../../src/charts/picture.ts";
import { questionPicture } from "../../../src/charts/questionPicture.ts";
import { pictureSvg } from "../../../src/charts/svg.ts";
import { asked, english, fieldworkOf, options, satisfaction } from "../../unit/charts/questions.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { browser } from "../support/browser.ts";
import { themes, themeStyles, type Theme } from "../support/panelPageThemes.ts";
import { keepScreenshot } from "../support/screenshots.ts";
import type { Pictures } from "./pictureHarness.ts";

const root = join(import.meta.dirname, "..", "..", "..");
// Content security policy of the panels, which allows no style attribute.
const policy = "default-src 'none'; style-src 'self'; script-src 'nonce-test'";

function drawn(picture: Picture | undefined): Picture {
  assert(picture);
  return picture;
}

const bars = drawn(questionPicture(asked(), { width: 400 }, english));

describe("Pictures in a panel", () => {
  let built: ReadonlyMap<string, string>;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  before(async () => {
    const { outputFiles } = await build({
      entryPoints: { pictures: join(root, "test", "webview", "panels", "pictureHarness.ts") },
      bundle: true,
      format: "esm",
      target: "chrome134",
      outdir: "dist",
      write: false,
    });
    built = new Map(outputFiles.map((it) => [basename(it.path), it.text]));
  });

  async function open(theme: Theme): Promise<void> {
    context = await (await browser()).newContext({ viewport: { width: 500, height: 700 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await context.newPage();
    faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => faults.push(message.text()));
    const files: Readonly<Record<string, readonly [string, string]>> = {
      "/": [
        "text/html",
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title>
        <meta http-equiv="Content-Security-Policy" content="${policy}">
        <link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/panel.css">
        <link rel="stylesheet" href="/pictures.css"></head>
        <body class="vscode-${theme}"><main id="app"></main>
        <script type="module" nonce="test" src="/pictures.js"></script></body></html>`,
      ],
      "/theme.css": ["text/css", themeStyles(theme)],
      "/panel.css": ["text/css", await readFile(join(root, "dist", "panel.css"), "utf8")],
      "/pictures.css": ["text/css", built.get("pictures.css") ?? ""],
      "/pictures.js": ["text/javascript", built.get("pictures.js") ?? ""],
    };
    // Answered here, so that nothing leaves the machine. The clipboard requires https.
    await page.route("https://pictures.test/**", (route) => {
      const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ["", ""];
      return route.fulfill({ status: body === "" ? 404 : 200, contentType, body });
    });
    await page.goto("https://pictures.test/");
    await page.waitForFunction(() => "pictures" in window);
  }

  function show(picture: Picture, picks = false): Promise<void> {
    return page.evaluate(([it, can]) => window.pictures.show(it, can), [picture, picks] as const);
  }

  function ask<T>(what: (pictures: Pictures, picture: Picture) => T, picture = bars): Promise<T> {
    return page.evaluate<T>(`(${String(what)})(window.pictures, ${JSON.stringify(picture)})`);
  }

  afterEach(async () => {
    await context.close();
    assert.deepEqual(
      faults.filter((it) => !it.includes("favicon")),
      [],
    );
  });

  for (const theme of themes) {
    it(`use the colours of the ${theme} theme`, async () => {
      await open(theme);
      const fieldwork = fieldworkOf({ scope: { day: "2025-03-04" } });
      const room = { width: 400 };
      const compared = { summary: satisfaction(), names: ["This filter", "All"] as const };
      const all = {
        bars,
        compared: questionPicture(asked({ compared }), room, english),
        days: daysPicture(fieldwork, room, english),
        cumulative: cumulativePicture(fieldwork, room, english),
        durations: durationsPicture(fieldwork, room, english),
      };
      for (const [name, picture] of Object.entries(all)) {
        for (const picks of [false, true]) {
          await show(drawn(picture), picks);
          assert.deepEqual(
            await accessibilityProblems(page, { within: "#app", onlyColours: theme !== "dark" }),
            [],
          );
        }
        const clip = { x: 0, y: 0, width: 400, height: 260 };
        await keepScreenshot(page, `picture-${name}-${theme}`, clip);
      }
      await show(bars);
      const bar = page.locator("rect").first();
      const fill = await bar.evaluate((it) => getComputedStyle(it).fill);
      const { series, background } = await ask((it) => it.palette());
      const [, ...digits] = /^#(..)(..)(..)$/.exec(series[0] ?? "") ?? [];
      const parts = fill.match(/[\d.]+/g)?.map((it) => Math.round(Number(it) * 255));
      assert.deepEqual(
        parts,
        digits.map((it) => parseInt(it, 16)),
        fill,
      );
      if (theme === "light") {
        assert.equal(series[1], "#ea5c00", "the highlight's colour without its transparency");
      }
      assert.notEqual(series[0], background);
      assert.equal(new Set(series).size, 6);
      const outline = await bar.evaluate((it) => getComputedStyle(it).stroke);
      assert.equal(outline !== "none", theme === "high-contrast");
    });
  }

  it("let bars be selected by mouse and keyboard", async () => {
    await open("dark");
    await show(bars, true);
    await page.getByRole("button", { name: "Very: 60 (66.7%)" }).click();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowDown");
    const nine = page.getByRole("button", { name: "9 (not in the structure): 30 (33.3%)" });
    assert(await nine.evaluate((it) => it === document.activeElement));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    assert.deepEqual(await ask((it) => it.picked), [0, 2, 0]);
    assert.equal(await nine.getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("[aria-pressed=true]").count(), 1);
  });

  it("are one image to a screen reader if nothing can be selected", async () => {
    await open("dark");
    await show(bars);
    await page.getByRole("img", { name: "Q1: How satisfied are you?" }).waitFor();
    assert.equal(await page.getByRole("button").count(), 0);
  });

  it("are copied as PNG in double size and the same colours", async () => {
    await open("light");
    const { width, height, base64 } = await ask((it, picture) => it.png(picture));
    assert.deepEqual([width, height], [2 * bars.width, 2 * bars.height]);
    assert.equal(Buffer.from(base64, "base64").subarray(1, 4).toString(), "PNG");
    const { series, background } = await ask((it) => it.palette());
    const first = bars.shapes.find((it) => it.kind === "rect");
    assert(first);
    const inside = { ...bars, shapes: [first] };
    const [x, y] = [Math.round(first.x + first.width / 2), Math.round(first.y + first.height / 2)];
    const at = (place: number) =>
      page.evaluate(([it, left, top]) => window.pictures.pixel(it, left, top), [
        inside,
        place,
        y,
      ] as const);
    assert.equal(await at(x), series[0]);
    assert.equal(await at(0), background);
    assert.deepEqual(await ask((it, picture) => it.copied(picture)), ["image/png"]);
  });

  it("report a clipboard that does not accept pictures", async () => {
    await open("dark");
    await page.evaluate(() => {
      Reflect.deleteProperty(globalThis, "ClipboardItem");
    });
    await assert.rejects(
      ask((it, picture) => it.copied(picture)),
      /The clipboard takes no pictures here/,
    );
  });

  it("are valid XML with any text", async () => {
    await open("light");
    const hostile = ["<b>&amp;]]></b>", 'a "b"\u0000\u001b', "half \ud800"];
    const summary = satisfaction({
      values: options(3, (index) => hostile[index] ?? ""),
      distinct: 3,
    });
    const picture = drawn(questionPicture(asked({ summary }), { width: 400 }, english));
    const svg = pictureSvg(picture, await ask((it) => it.palette()));
    const { error, texts } = await page.evaluate((it) => window.pictures.read(it), svg);
    assert.equal(error, undefined);
    assert(
      texts.includes("<b>&amp;]]></b>") && texts.includes('a "b"') && texts.includes("half \ufffd"),
    );
  });

  it("estimate text widths close to the font, rather too wide than too narrow", async () => {
    await open("light");
    for (const text of [
      "How satisfied are you with our service?",
      "매우 만족합니다, 다시 이용하겠습니다",
      "1,204 (45.3%)",
      "Possible speeders below 1 min 40 sec",
    ]) {
      const real = await page.evaluate((it) => window.pictures.measure(it, 13), text);
      const estimated = estimatedWidth(text, 13, false);
      assert(estimated > real * 0.9 && estimated < real * 1.4, `${text}: ${estimated} for ${real}`);
    }
  });
});
