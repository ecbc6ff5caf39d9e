import { setTimeout } from "node:timers/promises";
import { SurveyError } from "../model/errors.ts";

/** Time and randomness, which tests replace so that they need not wait. */
export interface Clock {
  /** Milliseconds since 1970, for Retry-After dates. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** Resolves after `milliseconds`; rejects with "cancelled" when the signal is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  delay: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal }).catch(() => {
      throw cancelled();
    }),
};

export function cancelled(): SurveyError {
  return SurveyError.of("cancelled", "Cancelled.");
}

/** Settles like the promise, or rejects with "cancelled" as soon as the signal is aborted. */
export function orCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    if (signal.aborted) {
      promise.catch(() => undefined);
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    promise.finally(() => signal.removeEventListener("abort", stop)).then(resolve, reject);
  });
}

/** Limits how many tasks run at once; the others wait their turn, in order. */
export class RequestSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Runs the task when a place is free. Aborting the signal gives up the place in the queue. */
  async take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return Promise.reject(cancelled());
    }
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(cancelled());
      };
      this.#waiting.push(proceed);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
