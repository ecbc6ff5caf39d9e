/**
 * A value that the host owns and the panel changes. A choice of the person shows at once, and states that the host sent
 * before it knew the choice do not revert it.
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

  /** Takes over the host's value, unless a choice is pending. */
  receive(value: T): void {
    this.#isPending &&= !this.#same(this.#value, value);
    if (!this.#isPending) {
      this.#value = value;
    }
  }
}
