import assert from "node:assert/strict";
import { labelText, oneLine } from "../../../src/model/label.ts";

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
    it(`read ${JSON.stringify(html)} as ${JSON.stringify(text)}`, () =>
      assert.equal(labelText(html), text));
  }

  it("on one line have no control characters and no changes of direction", () => {
    assert.equal(oneLine("a\u0007b\u202ec\r\nd"), "abc d");
  });
});
