import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Report } from "../../../src/charts/report.ts";
import { reportHtml } from "../../../src/charts/reportHtml.ts";
import { wordsOf } from "../../../src/model/localizable.ts";
import type { QuestionSummary } from "../../../src/model/summary.ts";
import {
  column,
  english,
  reportOf,
  singleSummary,
  summariesOf,
  yesNo,
} from "../../unit/charts/reportFixtures.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { browser } from "../support/browser.ts";
import { hostileTexts } from "../support/hostile.ts";
import { korean, koreanProblems } from "../support/korean.ts";
import { keepScreenshot } from "../support/screenshots.ts";

const longLabel = "A label that goes on and on, as some do. ".repeat(8).slice(0, 300);
const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: String(index + 1),
    label: index === 1 ? longLabel : `선택지 ${index + 1}`,
  }));

/** Returns a report with every kind of question, a split, unknown codes, other texts and a test. */
function fullReport(parts = 6): Report {
  const columns = [
    column("few", { text: longLabel, options: options(2), block: "B1" }),
    column("many", { text: "Which of these?", options: options(60), block: "B1" }),
    column("age", { text: "Age", block: "B2" }),
    column("open", { text: "Anything else?", block: "B2" }),
    ...Array.from({ length: 8 }, (_, index) => column(`R${index}`, { options: yesNo })),
    column("wave", { kind: "embedded" }),
  ];
  const [few, many, , , ...others] = columns;
  const bases = { all: 10, asked: 10, answered: 9 };
  const part = { bases, counts: [1234.5, 1, 0] };
  const split: QuestionSummary = {
    column: "variable:few",
    kind: "single",
    bases,
    values: [
      { value: "1", label: "선택지 1", count: 5 },
      { value: "2", label: longLabel, count: 3 },
      {
        value: "99",
        count: 1,
        isUnknown: true,
        others: { count: 1, distinct: 1, texts: [{ text: "tablet", count: 1 }] },
      },
    ],
    distinct: 3,
    split: {
      column: "embedded:wave",
      both: 9,
      valueTotals: [5, 3, 1],
      parts: Array.from({ length: parts }, (_, index) => ({ value: `wave ${index}`, ...part })),
      test: { chiSquare: 2.5, degreesOfFreedom: 10, p: 0.99, n: 9, cells: 18, smallCells: 18 },
    },
  };
  const numbers: QuestionSummary = {
    column: "variable:age",
    kind: "number",
    bases,
    values: [],
    distinct: 70,
    statistics: { n: 9, mean: 40, sd: 12, min: 18, max: 70, q1: 30, median: 40, q3: 50 },
    histogram: { from: 10, width: 10, counts: [1, 2, 3, 2, 1, 0] },
  };
  const texts: QuestionSummary = {
    column: "variable:open",
    kind: "text",
    bases,
    values: [{ value: "Nothing.", count: 9 }],
    distinct: 1,
  };
  const summaries = [
    split,
    ...(many ? [singleSummary(many)] : []),
    numbers,
    texts,
    ...others.map(singleSummary),
  ];
  assert.ok(few);
  return reportOf(columns, {
    split: "embedded:wave",
    filter: { conditions: [{ ...few, is: "oneOf", values: ["1", "2"], missing: [] }] },
    summaries: summariesOf(summaries, { isComplete: false }),
  });
}

describe("HTML report in a browser", () => {
  let page: Page;
  let requests: string[];
  beforeEach(async () => {
    page = await (await browser()).newPage();
    requests = [];
    page.on("request", (it) => requests.push(it.url()));
  });
  afterEach(() => page.close());

  for (const colorScheme of ["light", "dark"] as const) {
    it(`is accessible in ${colorScheme} and fits into 400 pixels`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 400, height: 800 });
      await page.setContent(reportHtml(fullReport(), { ...english, locale: "ko" }));
      const onlyColours = colorScheme === "dark";
      assert.deepEqual(await accessibilityProblems(page, { onlyColours }), []);
      const found = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        pictures: document.querySelectorAll("svg").length,
        narrowest: Math.min(
          ...[...document.querySelectorAll("svg")].map((it) => it.getBoundingClientRect().width),
        ),
        ground: getComputedStyle(document.body).backgroundColor,
      }));
      assert.equal(found.width, 400);
      assert.equal(found.pictures, 12);
      // Pictures are not scaled down, so their text keeps its size.
      assert.ok(found.narrowest >= 360, String(found.narrowest));
      const [red = 0] = /\d+/.exec(found.ground)?.map(Number) ?? [];
      assert.equal(red > 128, colorScheme === "light", found.ground);
    });
  }

  for (const width of [1200, 480]) {
    it(`has no cut text and no English in Korean, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 1200 });
      await page.setContent(reportHtml(fullReport(), wordsOf(korean)));
      await keepScreenshot(page, `report-korean-${width}`);
      const problems = await koreanProblems(page);
      // The options of the report's questions are English.
      assert.deepEqual(
        problems.filter((it) => !/^English: (Yes|No)$/.test(it)),
        [],
      );
    });
  }

  for (const parts of [4, 6, 16, 60]) {
    it(`prints a cross table of ${parts} columns completely on A4`, async () => {
      await page.emulateMedia({ media: "print" });
      // A4 has 210 mm, less the margins that browsers add.
      await page.setViewportSize({ width: 717, height: 1000 });
      await page.setContent(reportHtml(fullReport(parts), { ...english, locale: "ko" }));
      const found = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        columns: Math.max(...[...document.querySelectorAll("tr")].map((it) => it.cells.length)),
        cut: [...document.querySelectorAll("th, td, .scrolled")].filter(
          (it) => it.scrollWidth > it.clientWidth,
        ).length,
      }));
      assert.deepEqual(found, { width: 717, columns: Math.max(parts + 2, 4), cut: 0 });
    });
  }

  it("links from the contents to the questions", async () => {
    await page.setContent(reportHtml(fullReport(), english));
    await page.getByRole("link", { name: "R7" }).click();
    await page.getByRole("heading", { name: "R7" }).waitFor();
    const top = await page
      .getByRole("heading", { name: "R7" })
      .evaluate((it) => it.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 800, String(top));
  });

  it("runs and requests nothing from labels", async () => {
    const labels = hostileTexts();
    const columns = labels.map((label, index) =>
      column(`Q${index}`, {
        text: label,
        block: label,
        options: [{ name: label, label }],
      }),
    );
    const report = reportOf(columns, {
      survey: { surveyId: "S1", label: labels[0] ?? "", apiVersion: "v3" },
      dataSpace: labels[0] ?? "",
    });
    await page.setContent(`<script>window.breaches = []</script>${reportHtml(report, english)}`);
    const found = await page.evaluate(() => ({
      elements: [...new Set([...document.querySelectorAll("body *")].map((it) => it.localName))],
      handlers: [...document.querySelectorAll("*")].flatMap((it) =>
        it.getAttributeNames().filter((name) => name.startsWith("on") || name === "style"),
      ),
      breaches: (globalThis as { breaches?: unknown[] }).breaches,
      questions: document.querySelectorAll("article").length,
    }));
    assert.equal(found.questions, labels.length);
    assert.deepEqual(found.breaches, []);
    assert.deepEqual(found.handlers, []);
    const harmful = [
      "script",
      "img",
      "iframe",
      "form",
      "input",
      "object",
      "embed",
      "math",
      "style",
    ];
    assert.deepEqual(
      found.elements.filter((it) => harmful.includes(it)),
      [],
    );
    assert.deepEqual(requests, []);
  });
});
