import type { ReactiveController } from "lit";
import type { LightElement } from "../../shared/lightElement.ts";

/**
 * Keeps a question where it is while others get higher or lower, until somebody goes elsewhere: one that is clicked under the
 * pointer, one that was gone to at its place in the page, whose upper edge gets lower where a line comes above it.
 */
export class QuestionHold implements ReactiveController {
  readonly #summary: LightElement;
  /** Of the questions, while one is kept in its place. */
  #sizes: ResizeObserver | undefined;
  /** Where the page was scrolled to for that. */
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
      // Of two that keep the place, each would mend what the other has mended.
      page.style.overflowAnchor = "none";
      this.#heldAt = page.scrollTop;
      this.#sizes = new ResizeObserver(() => {
        if (question.isConnected && !this.#summary.hidden) {
          page.scrollTop += place() - held;
          this.#heldAt = page.scrollTop;
        }
      });
      // It gets lower where a line comes above it.
      this.#sizes.observe(page);
      page.querySelectorAll("summary-question").forEach((it) => this.#sizes?.observe(it));
    }
  }

  /** The event does not bubble: it is caught on its way to the page. */
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
