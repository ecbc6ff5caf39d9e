import { scrollToStart } from "../shared/scrolling.ts";

/** Distance below the top edge within which a heading counts as being read, in CSS pixels. */
const reach = 32;

/** Reports which part of a scrolled page is being read: the last one whose top has passed the page's top edge. */
export class ScrollMarker {
  readonly #page: () => HTMLElement | undefined;
  readonly #report: (key: string | undefined, scrollTop: number) => void;
  #frame = 0;
  #held = false;

  constructor(
    page: () => HTMLElement | undefined,
    report: (key: string | undefined, scrollTop: number) => void,
  ) {
    this.#page = page;
    this.#report = report;
  }

  /**
   * Scrolls to a part, and reports no other part until scrolling ends: near the end of the page, the part cannot reach the
   * top.
   */
  goTo(part: Element): void {
    const before = this.#page()?.scrollTop;
    scrollToStart(part);
    this.#held = this.#page()?.scrollTop !== before;
  }

  readonly scrolled = (): void => {
    if (this.#frame === 0 && !this.#held) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.mark();
      });
    }
  };

  readonly settled = (): void => {
    this.#held = false;
  };

  mark(): void {
    const page = this.#page();
    if (!page) {
      return;
    }
    const parts = [...page.querySelectorAll<HTMLElement>("[data-key]")];
    const edge = page.getBoundingClientRect().top + reach;
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.getBoundingClientRect().top ?? 0) <= edge) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    this.#report(parts[Math.max(0, low - 1)]?.dataset["key"], page.scrollTop);
  }
}
