import type { Row } from "../../../model/grid.ts";

/** The rows of the current view by their positions, from 0. */
export interface RowSource {
  readonly count: number;
  /** `undefined` if the row has not arrived yet. */
  at(position: number): Row | undefined;
  /** Requests rows that have not arrived yet; both ends inclusive. Called at most once a frame. */
  need(first: number, last: number): void;
}

/** Shortest time between requests while a person drags through the rows, in milliseconds. */
const dragInterval = 100;

interface RowsInSight {
  readonly source: RowSource;
  readonly first: number;
  readonly last: number;
}

/** Requests the rows in sight, and those about to come into sight: once per frame, and less often during fast scrolling. */
export class RowNeeds {
  readonly #look: () => RowsInSight;
  #frame: number | undefined;
  #timer: number | undefined;
  /** The first row in sight at the last look, and the time of the last request. */
  #before = 0;
  #askedAt = -Infinity;

  /** @param look returns the rows in sight; none if `last` is less than `first` */
  constructor(look: () => RowsInSight) {
    this.#look = look;
  }

  /** Must be called whenever other rows may be in sight. */
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
