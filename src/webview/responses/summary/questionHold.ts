import type { ReactiveController } from "lit";
import type { LightElement } from "../../shared/lightElement.ts";

/**
 * Keeps a question in place while others change their heights, until the person scrolls: a clicked one on the screen, under
 * the pointer; one that was gone to at its place in the page, whose upper edge moves down when a line appears above it.
 */
export class QuestionHold implements ReactiveController {
  readonly #summary: LightElement;
  /** Observes the questions while one is held. */
  #sizes: ResizeObserver | undefined;
  /** Scroll position that keeps the question in place. */
  #heldAt = 0;

  constructor(summary: LightElement) {
    this.#summary = summary;
    summary.addController(this);
    summary.addEventListener("question-changes", ({ target }) => {
      if (target instanceof Element) {
        this.#hold(target, () => target.getBoundingClientRect().top);
      }
    });
    summary.addEventListener("scroll", this.#onScroll, { capture: true });
  }

  holdInPage(question: Element): void {
    const page = this.#page;
    if (page) {
      this.#hold(
        question,
        () => question.getBoundingClientRect().top - page.getBoundingClientRect().top,
      );
    }
  }

  hostDisconnected(): void {
    this.#leave();
  }

  get #page(): HTMLElement | null {
    return this.#summary.querySelector<HTMLElement>(".summary-page");
  }

  #hold(question: Element, place: () => number): void {
    this.#leave();
    const page = this.#page;
    if (page) {
      const held = place();
      // The browser's scroll anchoring would correct the position a second time.
      page.style.overflowAnchor = "none";
      this.#heldAt = page.scrollTop;
      this.#sizes = new ResizeObserver(() => {
        if (question.isConnected && !this.#summary.hidden) {
          page.scrollTop += place() - held;
          this.#heldAt = page.scrollTop;
        }
      });
      // The page moves down when a line appears above it.
      this.#sizes.observe(page);
      page.querySelectorAll("summary-question").forEach((it) => this.#sizes?.observe(it));
    }
  }

  /** Captured on its way to the page, because scroll events do not bubble. */
  readonly #onScroll = (): void => {
    const page = this.#page;
    if (page && Math.abs(page.scrollTop - this.#heldAt) > 1) {
      this.#leave();
    }
  };

  #leave(): void {
    this.#sizes?.disconnect();
    this.#sizes = undefined;
    this.#page?.style.removeProperty("overflow-anchor");
  }
}
