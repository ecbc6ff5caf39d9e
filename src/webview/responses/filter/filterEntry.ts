import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { StoreElement } from "../storeElement.ts";
import { changed } from "./filterParts.ts";

/** Pause in typing after which the rows change, in milliseconds. */
const typingPause = 250;

/** The filter as it is being entered: choices take effect at once, typed text a little later. */
export class FilterEntry {
  readonly #host: StoreElement;
  #timer: number | undefined;
  /** Typed changes that have not taken effect yet. */
  #typed: Partial<ResponseFilter> | undefined;

  constructor(host: StoreElement) {
    this.#host = host;
  }

  /** The store's filter, with pending typed changes. */
  get filter(): ResponseFilter {
    return changed(this.#host.store.filtering.value, this.#typed ?? {});
  }

  apply(filter: ResponseFilter): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#typed = undefined;
    this.#host.store.filtering.set(filter);
  }

  applyNow(change: Partial<ResponseFilter>): void {
    this.apply(changed(this.filter, change));
  }

  applyDebounced(change: Partial<ResponseFilter>): void {
    this.#typed = { ...this.#typed, ...change };
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.applyPending(), typingPause);
  }

  /** Applies pending typed changes. */
  applyPending(): void {
    if (this.#typed) {
      this.apply(this.filter);
    }
  }
}
