/**
 * Largest height of the scroller's content, in CSS pixels. Chromium caps an element's height at about 33 million, and places
 * it less and less exactly before that.
 */
const tallest = 10_000_000;

/** Longest distance of one step of a wheel or key, in CSS pixels. While scaled, a dragged scrollbar moves further. */
const furthestByWheel = 4000;

/**
 * Distance from either end, in CSS pixels, within which the scroller moves as far as its content, so that it cannot reach
 * the end first.
 */
const endZone = 100_000;

/**
 * Scrolls further than a scroller can: a scroller whose content is `height` tall shows `#content`, which may be taller.
 * Small movements stay exact; large ones, such as those of the scrollbar, are scaled. All lengths in CSS pixels.
 */
export class VerticalScroll {
  #content = 0;
  #viewport = 0;
  #top = 0;
  #scrollTop = 0;
  #isDragged = false;

  /** Height of the scroller's content. */
  get height(): number {
    return Math.min(this.#content, tallest);
  }

  /** Offset of the content at the upper edge of the viewport. */
  get top(): number {
    return this.#top;
  }

  set top(top: number) {
    this.#top = Math.max(0, Math.min(top, this.#furthest));
  }

  /** The scroller's `scrollTop` that corresponds to `top`. */
  get place(): number {
    const [top, furthest, room] = [this.#top, this.#furthest, this.height - this.#viewport];
    if (!this.#isScaled || top <= endZone) {
      return top;
    }
    return top >= furthest - endZone
      ? room - (furthest - top)
      : endZone + (top - endZone) / this.#scale;
  }

  /** @returns true if anything has changed; then the scroller has to be moved to `place` */
  resize(content: number, viewport: number): boolean {
    const isOther = content !== this.#content || viewport !== this.#viewport;
    this.#content = content;
    this.#viewport = viewport;
    this.top = this.#top;
    return isOther;
  }

  /** Must be called with the actual `scrollTop` after the scroller was moved. */
  placed(scrollTop: number): void {
    this.#scrollTop = scrollTop;
  }

  /**
   * Must be called when a person has scrolled.
   * @returns true if the scroller has to be moved to `place` at once: it has reached an end, but its content has not
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

  /** Must be called when scrolling has ended; the scroller should then be moved to `place`. */
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

  /** Pixels that the content moves per pixel of the scroller, outside the end zones. */
  get #scale(): number {
    return (this.#furthest - 2 * endZone) / (this.height - this.#viewport - 2 * endZone);
  }
}
