import type { RowSource } from "./rowSource.ts";

/** How often rows are asked for while a person drags through them, in milliseconds. */
const dragInterval = 100;

/** Asks for the rows in sight, and those that are about to come into it: once a frame, and seldom while rows fly past. */
export class RowNeeds {
  readonly #look: () => {
    readonly source: RowSource;
    readonly first: number;
    readonly last: number;
  };
  #frame: number | undefined;
  #timer: number | undefined;
  /** The first row in sight, when it was looked last, and when rows were asked for. */
  #before = 0;
  #askedAt = -Infinity;

  /** @param look says which rows are in sight; none where `last` is before `first` */
  constructor(
    look: () => { readonly source: RowSource; readonly first: number; readonly last: number },
  ) {
    this.#look = look;
  }

  /** To be called whenever other rows may be in sight. */
  changed(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#ask();
    });
  }

  stop(): void {
    cancelAnimationFrame(this.#frame ?? 0);
    window.clearTimeout(this.#timer);
    this.#frame = undefined;
    this.#timer = undefined;
  }

  #ask(): void {
    const { source, first, last } = this.#look();
    const page = last - first + 1;
    const by = first - this.#before;
    const wait = this.#askedAt + dragInterval - performance.now();
    this.#before = first;
    if (page <= 0 || this.#timer !== undefined) {
      return;
    }
    if (Math.abs(by) > page && wait > 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = undefined;
        this.#ask();
      }, wait);
      return;
    }
    this.#askedAt = performance.now();
    source.need(
      Math.max(0, by < 0 ? first - page : first),
      Math.min(source.count - 1, by < 0 ? last : last + page),
    );
  }
}
