/** Numbers that look random and are the same on every machine and at every start. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but without 1 (the generator known as mulberry32). */
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

  /** A whole number from 0 up to but without `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /**
   * Nearly normal, with mean 0 and deviation 1: a sum of four even numbers. Only sums and products, because functions
   * such as Math.log may differ in the last digit between engines.
   */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.7320508;
  }

  /** An index of the weights, each as likely as its weight says. */
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
