/** Pages after which a number of lanes that has proved best is questioned again, at first and at most. */
const firstRest = 32;
const longestRest = 512;
/** A rate is not measured over less time than this, in milliseconds: what is quicker is chance. */
const shortestMeasure = 100;
/** Of the gain that more lanes would bring if nothing held them up, the part that has to show. */
const worthwhile = 0.3;
/** Of this thread's time, the part that may be in use for more lanes to be tried: beyond that they only get in each other's way. */
const mostBusy = 0.6;
/** Refusals within this time of each other, in milliseconds, are one: all lanes meet them at once. */
const oneRefusal = 1000;

export interface LaneLimits {
  /** Also what is begun with. */
  readonly least: number;
  readonly most: number;
}

export interface LaneClock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Which part of this thread's time was in use since it was asked last, 0 to 1. */
  readonly busy: () => number;
}

function threadClock(): LaneClock {
  let before = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    busy: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}

/**
 * How many lanes are to read at once: few at first, twice as many as long as that brings more pages in the same time, half
 * as many when the service asks for patience. What latency alone says does not count: a service that gets slower the more
 * lanes there are, and sends no more for it, shows in the rate.
 */
export class LaneControl {
  readonly #least: number;
  readonly #most: number;
  readonly #clock: LaneClock;
  #lanes: number;
  /** What is being measured: pages since then. */
  #since: number;
  #pages = 0;
  /** What fewer lanes have brought, in pages a millisecond; absent where there is nothing to compare with. */
  #before: { readonly lanes: number; readonly rate: number } | undefined;
  /** Pages that go by before more lanes are tried again. */
  #resting = 0;
  #rest = firstRest;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor({ least, most }: LaneLimits, clock: LaneClock = threadClock()) {
    this.#least = Math.max(1, least);
    this.#most = Math.max(this.#least, most);
    this.#lanes = this.#least;
    this.#clock = clock;
    this.#since = clock.now();
  }

  get lanes(): number {
    return this.#lanes;
  }

  /** Pages by which a number of lanes is judged. A single lane that is slow need not prove it twice. */
  get #needed(): number {
    return this.#lanes === 1 ? 1 : 2 * this.#lanes;
  }

  /** A page was read. */
  page(): void {
    this.#pages++;
    if (this.#resting > 0) {
      this.#resting--;
      if (this.#resting === 0) {
        this.#measure();
      }
      return;
    }
    const elapsed = this.#clock.now() - this.#since;
    if (this.#pages < this.#needed || elapsed < shortestMeasure) {
      return;
    }
    this.#judge(this.#pages / elapsed);
  }

  /** The service asked for patience. */
  refused(): void {
    const now = this.#clock.now();
    const isSame = now - this.#refusedAt < oneRefusal;
    this.#refusedAt = now;
    if (!isSame) {
      this.#settle(Math.ceil(this.#lanes / 2));
    }
  }

  #judge(rate: number): void {
    if (this.#before) {
      const ideal = this.#lanes / this.#before.lanes - 1;
      if (rate / this.#before.rate - 1 < ideal * worthwhile) {
        this.#settle(this.#before.lanes);
        return;
      }
      this.#rest = firstRest;
    }
    this.#before = { lanes: this.#lanes, rate };
    if (this.#lanes < this.#most && this.#clock.busy() < mostBusy) {
      this.#lanes = Math.min(this.#most, this.#lanes * 2);
      this.#measure();
    } else {
      this.#settle(this.#lanes);
    }
  }

  /** Stays with so many for a while. */
  #settle(lanes: number): void {
    this.#lanes = Math.max(this.#least, lanes);
    this.#before = undefined;
    this.#resting = this.#rest;
    this.#rest = Math.min(longestRest, this.#rest * 2);
  }

  #measure(): void {
    this.#pages = 0;
    this.#since = this.#clock.now();
    this.#clock.busy();
  }
}
