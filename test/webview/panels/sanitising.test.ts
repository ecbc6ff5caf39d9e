import assert from "node:assert/strict";
import { hostileHtml } from "../support/hostile.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { structureContent, structureState } from "./fixtures.ts";

describe("Hostile labels", () => {
  const browser = new PanelBrowser();

  it("run and request nothing and keep no attribute in the structure panel", async () => {
    await using panel = await browser.structure();
    const labels = hostileHtml();
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
    // Runs the handlers, if any, that wait for the mouse.
    await panel.page.locator(".question").first().hover();
    assert.equal(panel.requestCount(), requests);
  });

  it("keep emphasis and word boundaries", async () => {
    await using panel = await browser.structure();
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
  });
});
