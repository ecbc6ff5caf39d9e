import { strict as assert } from "node:assert";
import { estimatedWidth, fitted, wrapped } from "../../../src/charts/lines.ts";

/** Measures each character as wide as its size. */
const square = (text: string, size: number): number => text.length * size;

function lines(text: string, width: number, most?: number): string[] {
  return wrapped(text, width, { size: 1, ...(most === undefined ? {} : { most }) }, square);
}

describe("line wrapping", () => {
  it("breaks at spaces, and within words only if they are longer than a line", () => {
    assert.deepEqual(lines("how satisfied are you", 10), ["how", "satisfied", "are you"]);
    assert.deepEqual(lines("a disproportionately long", 10), [
      "a",
      "disproport",
      "ionately",
      "long",
    ]);
  });

  it("collapses white space, and returns one empty line for empty text", () => {
    assert.deepEqual(lines("  a \r\n b\t", 10), ["a b"]);
    assert.deepEqual(lines("", 10), [""]);
  });

  it("breaks Chinese and Japanese at any character, Korean at spaces", () => {
    assert.deepEqual(lines("満足していますか", 3), ["満足し", "ていま", "すか"]);
    assert.deepEqual(lines("얼마나 만족 하시나요", 6), ["얼마나 만족", "하시나요"]);
  });

  it("does not split composed characters", () => {
    const family = "👨‍👩‍👧";
    const wide = (text: string): number => [...new Intl.Segmenter().segment(text)].length;
    assert.deepEqual(wrapped(family.repeat(3), 2, { size: 1 }, wide), [family.repeat(2), family]);
  });

  it("ends truncated text with an ellipsis", () => {
    assert.deepEqual(lines("one two three four five six", 6, 2), ["one", "two…"]);
    assert.deepEqual(lines("onetwothreefour", 3, 2), ["one", "tw…"]);
    assert.equal(fitted("onetwothreefour", 6, { size: 1 }, square), "onetw…");
    assert.equal(fitted("onetwo", 6, { size: 1 }, square), "onetwo");
  });

  it("keeps lines within the width for a label of 300 characters", () => {
    const label = "A label that goes on and on, 그리고 계속 이어집니다 ".repeat(10).slice(0, 300);
    const measure = estimatedWidth;
    const found = wrapped(label, 200, { size: 13, most: 50 }, measure);
    assert(found.every((it) => measure(it, 13, false) <= 200));
    assert.equal(found.join(" "), label.trim());
  });

  it("returns one character per line if none fits", () => {
    assert.deepEqual(lines("abc", 0), ["a", "b", "c"]);
  });
});

describe("estimated text widths", () => {
  it("count wide characters double and empty text as zero", () => {
    assert.equal(estimatedWidth("", 13, false), 0);
    assert(estimatedWidth("満足", 10, false) > 1.8 * estimatedWidth("ab", 10, false));
    assert(estimatedWidth("illicit", 10, false) < estimatedWidth("abcdefg", 10, false));
    assert(estimatedWidth("abc", 10, true) > estimatedWidth("abc", 10, false));
  });
});
