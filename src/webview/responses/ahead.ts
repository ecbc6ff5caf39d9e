/**
 * A value that the host holds and the panel changes: what a person chose is shown at once, and not taken back by states
 * that the host sent before it knew.
 */
export class Ahead<T> {
  readonly #same: (a: T, b: T) => boolean;
  #value: T;
  #isAhead = false;

  constructor(first: T, same: (a: T, b: T) => boolean) {
    this.#value = first;
    this.#same = same;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    this.#isAhead = true;
  }

  /** What the host says. */
  hear(value: T): void {
    this.#isAhead &&= !this.#same(this.#value, value);
    if (!this.#isAhead) {
      this.#value = value;
    }
  }
}
