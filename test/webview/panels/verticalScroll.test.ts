import assert from "node:assert/strict";
import fc from "fast-check";
import { VerticalScroll } from "../../../src/webview/shared/grid/verticalScroll.ts";

const viewport = 800;
const tallest = 10_000_000;

/** A scroller as browsers have it: whole pixels, within its range. */
class Scroller {
  readonly scroll = new VerticalScroll();
  #at = 0;

  constructor(content: number) {
    this.scroll.resize(content, viewport);
  }

  get room(): number {
    return this.scroll.height - viewport;
  }

  /** Scrolls as a person does. */
  by(pixels: number): void {
    this.#at = Math.max(0, Math.min(Math.round(this.#at + pixels), this.room));
    if (this.scroll.scrolled(this.#at)) {
      this.#put();
    }
  }

  to(place: number): void {
    this.by(place - this.#at);
  }

  rest(): void {
    this.scroll.rest();
    this.#put();
  }

  #put(): void {
    this.#at = Math.round(this.scroll.place);
    this.scroll.placed(this.#at);
  }
}

const contents = fc.integer({ min: tallest + 1_000_000, max: 240_000_000 });
const wheels = fc.array(fc.integer({ min: -4000, max: 4000 }), { maxLength: 200 });

describe("Vertical scrolling beyond a scroller's maximum height", () => {
  it("equals native scrolling if the content is not too tall", () => {
    const scroller = new Scroller(50_000);
    assert.equal(scroller.scroll.height, 50_000);
    scroller.by(123);
    assert.equal(scroller.scroll.top, 123);
    scroller.to(40_000);
    assert.equal(scroller.scroll.top, 40_000);
    assert.equal(scroller.scroll.place, 40_000);
  });

  it("moves by exact pixels with the wheel, with or without rests, and stops at the ends", () => {
    fc.assert(
      fc.property(
        contents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        wheels,
        fc.boolean(),
        (content, share, movements, rests) => {
          const scroller = new Scroller(content);
          assert.equal(scroller.scroll.height, tallest);
          scroller.to(scroller.room * share);
          scroller.rest();
          for (const by of movements) {
            const expected = scroller.scroll.top + by;
            scroller.by(by);
            const to = Math.max(0, Math.min(expected, content - viewport));
            assert(Math.abs(scroller.scroll.top - to) <= 1, `${scroller.scroll.top}, not ${to}`);
            if (rests) {
              const before = scroller.scroll.top;
              scroller.rest();
              assert.equal(scroller.scroll.top, before, "no movement at rest");
            }
          }
        },
      ),
      { seed: 5 },
    );
  });

  it("reaches both ends by the scrollbar, monotonically", () => {
    fc.assert(
      fc.property(contents, (content) => {
        const scroller = new Scroller(content);
        let before = -1;
        for (let share = 0; share <= 1; share += 1 / 64) {
          scroller.to(scroller.room * share);
          assert(scroller.scroll.top > before);
          before = scroller.scroll.top;
        }
        assert.equal(scroller.scroll.top, content - viewport);
        scroller.rest();
        assert.equal(scroller.scroll.top, content - viewport);
        scroller.to(0);
        assert.equal(scroller.scroll.top, 0);
      }),
      { seed: 5 },
    );
  });

  it("keeps its position when the content grows, and is clamped when it shrinks", () => {
    const scroll = new VerticalScroll();
    scroll.resize(20_000_000, viewport);
    scroll.top = 12_345_678;
    assert(scroll.resize(30_000_000, viewport));
    assert.equal(scroll.top, 12_345_678);
    assert(!scroll.resize(30_000_000, viewport));
    scroll.resize(5000, viewport);
    assert.equal(scroll.top, 4200);
    scroll.resize(100, viewport);
    assert.equal(scroll.top, 0);
  });
});
