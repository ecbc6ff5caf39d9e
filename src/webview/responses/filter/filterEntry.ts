import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { StoreElement } from "../storeElement.ts";
import { changed } from "./filterParts.ts";

/** While somebody types, the rows change once they pause. */
const typingPause = 250;

/** The filter as it is being entered: what is chosen takes effect at once, what is typed a little later. */
export class FilterEntry {
  readonly #host: StoreElement;
  #timer: number | undefined;
  /** What is typed and does not take effect yet. */
  #typed: Partial<ResponseFilter> | undefined;

  constructor(host: StoreElement) {
    this.#host = host;
  }

  /** The store's filter with what is being typed. */
  get filter(): ResponseFilter {
    return changed(this.#host.store.filtering.value, this.#typed ?? {});
  }

  apply(filter: ResponseFilter): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#typed = undefined;
    this.#host.store.filtering.set(filter);
  }

  now(change: Partial<ResponseFilter>): void {
    this.apply(changed(this.filter, change));
  }

  later(change: Partial<ResponseFilter>): void {
    this.#typed = { ...this.#typed, ...change };
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), typingPause);
  }

  /** Lets what was typed take effect. */
  flush(): void {
    if (this.#typed) {
      this.apply(this.filter);
    }
  }
}
