import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PanelBrowser } from "../support/panelPage.ts";
import { responsesContent, responsesState, structureContent, structureState } from "./fixtures.ts";

const corpora = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpora");
const hostile = join(corpora, "hostile-html.json");

/** Always there, beside the corpus: what each defence is for. */
const known = [
  `<img src="https://evil.example/x.png" onerror="window.breaches.push('ran')">`,
  `<a href="javascript:window.breaches.push('ran')" id="app">link</a>`,
  `<script>window.breaches.push('ran')</script><style>* { display: none }</style>`,
  `<form action="https://evil.example"><button formaction="https://evil.example">go</button></form>`,
  `<svg><script>window.breaches.push('ran')</script></svg><math><mtext><img src=x></mtext></math>`,
  `<p style="background: url(https://evil.example)" class="sash" data-key="x" aria-label="y">text</p>`,
  `<h1>Heading</h1><table><thead><tr><th>a</th></tr></thead><tr><td>b</td></tr></table>`,
];

function payloads(): string[] {
  if (!existsSync(hostile)) {
    console.log(`      ${hostile} is not here: only the built-in payloads are tried.`);
    return known;
  }
  const corpus = JSON.parse(readFileSync(hostile, "utf8")) as { html: string }[];
  return [...known, ...corpus.map((it) => it.html)];
}

describe("Labels from strangers", () => {
  let browser: PanelBrowser;
  before(async () => {
    browser = await PanelBrowser.start();
  });
  after(() => browser.close());

  it("run nothing, request nothing and keep no attribute in the structure panel", async () => {
    const panel = await browser.structure();
    const labels = payloads();
    await panel.show(structureState({ content: structureContent({ questions: [], blocks: [] }) }));
    const requests = panel.requestCount();
    const content = structureContent({
      label: labels[0] ?? "",
      questions: labels.map((label, index) => ({
        name: `Q${index}`,
        type: label,
        label,
        options: [{ name: label, label }],
      })),
      blocks: [
        { name: "B1", label: labels[0] ?? "", questions: labels.map((_, index) => `Q${index}`) },
      ],
      embeddedData: labels.map((label) => ({ name: label, label })),
    });
    await panel.show(structureState({ content, title: labels[0] ?? "" }));
    const found = await panel.page.evaluate(() => {
      const elements = [...document.querySelectorAll(".rich *")];
      return {
        attributes: elements.flatMap((it) =>
          it.getAttributeNames().map((name) => `${it.localName} ${name}`),
        ),
        elements: [...new Set(elements.map((it) => it.localName))].sort(),
        labels: document.querySelectorAll(".question-label").length,
      };
    });
    assert.equal(found.labels, labels.length);
    assert.deepEqual(found.attributes, []);
    const harmful = ["a", "form", "h1", "iframe", "img", "input", "script", "style", "svg"];
    assert.deepEqual(
      found.elements.filter((it) => harmful.includes(it)),
      [],
    );
    // The mouse over everything: handlers that wait for a person have nobody to wait for.
    await panel.page.locator(".question").first().hover();
    assert.equal(panel.requestCount(), requests);
    await panel.close();
  });

  it("are text in the responses panel", async () => {
    const panel = await browser.responses();
    const labels = payloads();
    const [first = ""] = labels;
    await panel.show(
      responsesState({
        title: first,
        content: responsesContent({
          columns: [
            { kind: "metadata", name: "serial", text: "", options: [] },
            { kind: "variable", name: first, text: first, options: [{ name: "1", label: first }] },
            { kind: "embedded", name: first, text: first, options: [] },
          ],
          rows: labels.map((label) => ({
            cells: [[{ value: label }], [{ value: "1", etcValue: label }], [{ value: label }]],
          })),
        }),
      }),
    );
    await panel.page.getByRole("gridcell").first().click();
    await panel.press("Enter");
    assert.equal(
      await panel.page.locator(".grid-cell :is(a, img, form), .detail :is(a, img, form)").count(),
      0,
    );
    assert.equal(
      await panel.page.getByRole("gridcell").first().innerText(),
      first.replace(/\s+/g, " "),
    );
    await panel.close();
  });

  it("keep their emphasis, and words apart", async () => {
    const panel = await browser.structure();
    const label =
      "<h2>Part</h2>one<br>two<ul><li>three</li><li>four</li></ul><b>five</b> &lt;six&gt;";
    const questions = [{ name: "Q1", type: "SingleChoice", label, options: [] }];
    await panel.show(
      structureState({ content: structureContent({ questions, blocks: undefined }) }),
    );
    assert.equal(
      await panel.page.locator(".tree-item.level-2 .tree-text").innerText(),
      "Part one two three four five <six>",
    );
    assert.equal(await panel.page.locator(".question-label b").innerText(), "five");
    assert.equal(await panel.page.locator(".question-label h2").count(), 0);
    await panel.close();
  });
});
