import { setTimeout } from "node:timers/promises";

/**
 * How rows are asked for. If VS Code hears of a change while it puts rows in their places, it leaves them out, or loses them for
 * its menus.
 */
export class Makings {
  readonly #patience: number;
  /** Begun, and ended. */
  #count = 0;

  /** @param patience milliseconds after which rows are in their places */
  constructor(patience: number) {
    this.#patience = patience;
  }

  async make<T>(rows: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await rows();
    } finally {
      this.#count++;
    }
  }

  /** Resolves when none have been asked for in a while. */
  async settled(): Promise<void> {
    let count: number;
    do {
      count = this.#count;
      await setTimeout(this.#patience);
    } while (count !== this.#count);
  }
}
