import type { ReactiveController } from "lit";
import type { LightElement } from "../../shared/lightElement.ts";
import { SummaryQuestion } from "./questionElement.ts";

/** Margin around the viewport in which questions are rendered ahead, so that scrolling by a screen shows no gaps. */
const nearMargin = "800px 0px";

/** Tracks which questions of a summary are in sight, or soon may be. */
export class QuestionSight implements ReactiveController {
  readonly #summary: LightElement;
  readonly #changed: (near: ReadonlySet<string>) => void;
  #near: ReadonlySet<string> = new Set();
  #observer: IntersectionObserver | undefined;
  readonly #observed = new Set<SummaryQuestion>();

  constructor(summary: LightElement, changed: (near: ReadonlySet<string>) => void) {
    this.#summary = summary;
    this.#changed = changed;
    summary.addController(this);
  }

  /** Keys of the questions near the viewport. */
  get near(): ReadonlySet<string> {
    return this.#near;
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#observed.clear();
  }

  hostUpdated(): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#saw(entries), {
      root: this.#summary.querySelector(".summary-page"),
      rootMargin: nearMargin,
    });
    const questions = new Set(this.#summary.querySelectorAll<SummaryQuestion>("summary-question"));
    for (const it of this.#observed) {
      if (!questions.has(it)) {
        this.#observer.unobserve(it);
        this.#observed.delete(it);
      }
    }
    for (const it of questions) {
      if (!this.#observed.has(it)) {
        this.#observer.observe(it);
        this.#observed.add(it);
      }
    }
  }

  #saw(entries: readonly IntersectionObserverEntry[]): void {
    if (this.#summary.hidden) {
      return;
    }
    const near = new Set(this.#near);
    for (const { target, isIntersecting } of entries) {
      if (target instanceof SummaryQuestion) {
        target.near = isIntersecting;
        if (isIntersecting) {
          near.add(target.column.key);
        } else {
          near.delete(target.column.key);
        }
      }
    }
    this.#near = near;
    this.#changed(near);
  }
}
