import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import { sameFilter } from "./filterParts.ts";

/** Limit of filters to go back to. */
const maxKept = 50;

/** The current filter, and previous ones for undo. */
export class FilterHistory {
  readonly #current = new OptimisticValue<ResponseFilter>({}, sameFilter);
  #before: ResponseFilter[] = [];

  get value(): ResponseFilter {
    return this.#current.value;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get before(): readonly ResponseFilter[] {
    return [...this.#before];
  }

  restore(before: readonly ResponseFilter[]): void {
    this.#before = before.slice(-maxKept);
  }

  receive(filter: ResponseFilter): void {
    this.#current.receive(filter);
  }

  /** @returns false if the filter is the same */
  set(filter: ResponseFilter): boolean {
    if (sameFilter(filter, this.value)) {
      return false;
    }
    this.#before.push(this.value);
    this.#before.splice(0, this.#before.length - maxKept);
    this.#current.set(filter);
    return true;
  }

  /** @returns false if there is nothing to undo */
  undo(): boolean {
    const filter = this.#before.pop();
    if (filter) {
      this.#current.set(filter);
    }
    return filter !== undefined;
  }
}
