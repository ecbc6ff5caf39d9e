/**
 * A value that the host holds and the panel changes: what a person chose is shown at once, and not taken back by states
 * that the host sent before it knew.
 */
export class OptimisticValue<T> {
  readonly #same: (a: T, b: T) => boolean;
  #value: T;
  #isPending = false;

  constructor(first: T, same: (a: T, b: T) => boolean) {
    this.#value = first;
    this.#same = same;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    this.#isPending = true;
  }

  /** What the host says. */
  receive(value: T): void {
    this.#isPending &&= !this.#same(this.#value, value);
    if (!this.#isPending) {
      this.#value = value;
    }
  }
}
