/** Chromium caps an element's height at about 33 million CSS pixels, and places it ever less exactly before. */
const tallest = 10_000_000;

/** What a wheel or a key moves at once, in CSS pixels, at most. A scrollbar that is dragged moves by more where it is scaled. */
const furthestByWheel = 4000;

/** So near to an end, in CSS pixels, the scroller moves as its content does, and so cannot come to the end before it. */
const endZone = 100_000;

/**
 * Scrolls further than a scroller can: what is as tall as `content` is shown by a scroller that is `height` tall. Small
 * movements are exact all the same; large ones, as of the scrollbar, are taken as a share of the whole. All in CSS pixels.
 */
export class VerticalScroll {
  #content = 0;
  #viewport = 0;
  #top = 0;
  #scrollTop = 0;
  #isDragged = false;

  /** How tall the scroller's content has to be. */
  get height(): number {
    return Math.min(this.#content, tallest);
  }

  /** What stands at the upper edge of the viewport. */
  get top(): number {
    return this.#top;
  }

  set top(top: number) {
    this.#top = Math.max(0, Math.min(top, this.#furthest));
  }

  /** Where the scroller should stand for that. */
  get place(): number {
    const [top, furthest, room] = [this.#top, this.#furthest, this.height - this.#viewport];
    if (!this.#isScaled || top <= endZone) {
      return top;
    }
    return top >= furthest - endZone
      ? room - (furthest - top)
      : endZone + (top - endZone) / this.#scale;
  }

  /** @returns whether anything is other than before; then the scroller has to be put to its place */
  resize(content: number, viewport: number): boolean {
    const isOther = content !== this.#content || viewport !== this.#viewport;
    this.#content = content;
    this.#viewport = viewport;
    this.top = this.#top;
    return isOther;
  }

  /** To be told where the scroller stands after it was put somewhere. */
  placed(scrollTop: number): void {
    this.#scrollTop = scrollTop;
  }

  /**
   * To be told where a person has scrolled to.
   * @returns whether the scroller has to be put to its place at once: it cannot go further, but its content can
   */
  scrolled(scrollTop: number): boolean {
    const by = scrollTop - this.#scrollTop;
    this.#scrollTop = scrollTop;
    if (by === 0) {
      return false;
    }
    this.#isDragged ||= Math.abs(by) > furthestByWheel;
    if (!this.#isScaled || this.#isDragged) {
      this.top = this.#topAt(scrollTop);
      return false;
    }
    this.top = this.#top + by;
    const isAtEnd = scrollTop <= 0 || scrollTop >= this.height - this.#viewport;
    return isAtEnd && Math.abs(this.place - scrollTop) >= 1;
  }

  /** To be told when scrolling has come to rest; the scroller should then be put to its place. */
  rest(): void {
    this.#isDragged = false;
  }

  #topAt(scrollTop: number): number {
    const room = this.height - this.#viewport;
    if (!this.#isScaled || scrollTop <= endZone) {
      return scrollTop;
    }
    return scrollTop >= room - endZone
      ? this.#furthest - (room - scrollTop)
      : endZone + (scrollTop - endZone) * this.#scale;
  }

  get #furthest(): number {
    return this.#content - this.#viewport;
  }

  get #isScaled(): boolean {
    return this.#content > tallest;
  }

  /** How far the content moves with a pixel of the scroller, but near the ends. */
  get #scale(): number {
    return (this.#furthest - 2 * endZone) / (this.height - this.#viewport - 2 * endZone);
  }
}
