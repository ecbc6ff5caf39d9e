/** A seeded pseudorandom generator: the same numbers on every machine and at every start. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /**
   * Returns an approximately normal number with mean 0 and standard deviation 1: the sum of four uniform numbers. Uses only
   * sums and products, because functions such as Math.log may differ in the last digit between engines.
   */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.7320508;
  }

  /** Returns an index of the weights, with a probability proportional to its weight. */
  pick(weights: readonly number[]): number {
    let sum = 0;
    for (const weight of weights) {
      sum += weight;
    }
    let rest = this.next() * sum;
    let index = 0;
    for (const weight of weights) {
      rest -= weight;
      if (rest < 0) {
        return index;
      }
      index++;
    }
    return weights.length - 1;
  }
}
