export interface LaneLimits {
  readonly least: number;
  readonly most: number;
}

/** Refusals within this time of each other, in milliseconds, are one: all lanes meet them at once. */
const oneRefusal = 1000;

/** What is begun with: less than a browser asks of a server at once. */
const initialLanes = 4;

/**
 * How many windows are read at once, as TCP opens its congestion window: a few at first, one more with each page, which
 * doubles them each round; half as many when the service asks for patience, and from there one more each round.
 */
export class LaneControl {
  readonly #least: number;
  readonly #most: number;
  readonly #now: () => number;
  #lanes: number;
  /** Up to so many, each page adds a lane. */
  #threshold: number;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of a clock that never goes back */
  constructor({ least, most }: LaneLimits, now = () => performance.now()) {
    this.#least = Math.max(1, least);
    this.#most = Math.max(this.#least, most);
    this.#threshold = this.#most;
    this.#lanes = Math.min(this.#most, Math.max(this.#least, initialLanes));
    this.#now = now;
  }

  get lanes(): number {
    return Math.floor(this.#lanes);
  }

  /** A page was read. */
  page(): void {
    const more = this.#lanes < this.#threshold ? 1 : 1 / this.#lanes;
    this.#lanes = Math.min(this.#most, this.#lanes + more);
  }

  /** The service asked for patience. */
  refused(): void {
    const now = this.#now();
    const isSame = now - this.#refusedAt < oneRefusal;
    this.#refusedAt = now;
    if (!isSame) {
      this.#lanes = Math.max(this.#least, Math.floor(this.#lanes / 2));
      this.#threshold = this.#lanes;
    }
  }
}
