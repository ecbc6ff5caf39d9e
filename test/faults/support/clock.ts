import { cancelled, type Clock } from "../../../src/client/waiting.ts";
import { Random } from "../../../src/service/sample/random.ts";

/** A clock on which every wait ends at once, and which advances by the length of the wait. */
export class LeapingClock implements Clock {
  #now: number;
  #longest = 0;
  readonly #random: Random;

  constructor(now: number, seed: number) {
    this.#now = now;
    this.#random = new Random(seed);
  }

  /** The longest wait so far, in milliseconds. */
  get longest(): number {
    return this.#longest;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.#random.next();
  }

  async delay(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      throw cancelled();
    }
    this.#now += milliseconds;
    this.#longest = Math.max(this.#longest, milliseconds);
  }
}
