export interface LaneLimits {
  readonly min: number;
  readonly max: number;
}

/** Refusals within this many milliseconds of each other count as one, because all lanes meet them together. */
const oneRefusal = 1000;

/** Lanes at the start: as many as the requests that a browser sends to a server at once. */
const initialLanes = 6;

/**
 * Decides how many windows are read at once, as TCP grows its congestion window: a few at first, one more with each page,
 * which doubles them each round; half as many when the service throttles, and from there one more each round.
 */
export class LaneControl {
  readonly #min: number;
  readonly #max: number;
  readonly #now: () => number;
  #lanes: number;
  /** Below this number, each page adds a lane; from there on, each round does. */
  #threshold: number;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** @param now returns the milliseconds of a monotonic clock */
  constructor({ min, max }: LaneLimits, now = () => performance.now()) {
    this.#min = Math.max(1, min);
    this.#max = Math.max(this.#min, max);
    this.#threshold = this.#max;
    this.#lanes = Math.min(this.#max, Math.max(this.#min, initialLanes));
    this.#now = now;
  }

  get lanes(): number {
    return Math.floor(this.#lanes);
  }

  /** Records that a page was read. */
  page(): void {
    const more = this.#lanes < this.#threshold ? 1 : 1 / this.#lanes;
    this.#lanes = Math.min(this.#max, this.#lanes + more);
  }

  /** Records that the service throttles or is overloaded. */
  refused(): void {
    const now = this.#now();
    const isSame = now - this.#refusedAt < oneRefusal;
    this.#refusedAt = now;
    if (!isSame) {
      this.#lanes = Math.max(this.#min, Math.floor(this.#lanes / 2));
      this.#threshold = this.#lanes;
    }
  }
}
