import assert from "node:assert/strict";
import { walkHtml } from "../../../src/model/htmlWalk.ts";
import { labelText } from "../../../src/model/label.ts";
import { oneLine } from "../../../src/model/oneLine.ts";

describe("labels as text", () => {
  const cases: [html: string, text: string][] = [
    ["plain", "plain"],
    ["<p>How <b>old</b> are you?</p>", "How old are you?"],
    ["one<br>two<br/>three", "one two three"],
    ["<ul><li>a</li><li>b</li></ul>", "a b"],
    ["a<b>b</b>c", "abc"],
    ["R&amp;D &lt;3 &#54620;", "R&D <3 한"],
    ["<script>alert(1)</script>ok<style>p{}</style>", "ok"],
    ["a < b", "a < b"],
    ["  much \n\t space ", "much space"],
    ["", ""],
  ];
  for (const [html, text] of cases) {
    it(`convert ${JSON.stringify(html)} to ${JSON.stringify(text)}`, () =>
      assert.equal(labelText(html), text));
  }

  it("include text in deeply nested elements", () => {
    const deep = "<div>".repeat(300);
    assert.equal(labelText(`${deep}a<b>b</b>c<br>d${"</div>".repeat(300)}e`), "abc d e");
    assert.equal(labelText(`${deep}<b>a</b>`), "a");
  });

  // A parser that looks for each tag among all that are open takes seconds for 200 kB of them.
  for (const tag of ["<b>", "<svg>", "<ul><li>", "<b>x</p>", "<form><p>"]) {
    it(`limit the nesting of elements and close each one, for repeated ${tag}`, () => {
      let open = 0;
      let deepest = 0;
      walkHtml(tag.repeat(200_000 / tag.length), {
        open() {
          open++;
          deepest = Math.max(deepest, open);
        },
        text: () => undefined,
        close() {
          open--;
        },
      });
      assert.equal(open, 0);
      assert.ok(deepest <= 102, `${deepest} levels`);
    });
  }

  it("contain no control characters and direction marks on one line", () => {
    assert.equal(oneLine("a\u0007b\u202ec\r\nd"), "abc d");
  });
});
