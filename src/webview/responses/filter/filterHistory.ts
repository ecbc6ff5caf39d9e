import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import { sameFilter } from "./filterParts.ts";

/** Nobody goes back further. */
const mostKept = 50;

/** The filter as a person has it, and the ones of before, to go back to. */
export class FilterHistory {
  readonly #current = new OptimisticValue<ResponseFilter>({}, sameFilter);
  readonly #before: ResponseFilter[] = [];

  get value(): ResponseFilter {
    return this.#current.value;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  receive(filter: ResponseFilter): void {
    this.#current.receive(filter);
  }

  /** @returns whether it is another filter than before */
  set(filter: ResponseFilter): boolean {
    if (sameFilter(filter, this.value)) {
      return false;
    }
    this.#before.push(this.value);
    this.#before.splice(0, this.#before.length - mostKept);
    this.#current.set(filter);
    return true;
  }

  /** @returns whether there was one to go back to */
  undo(): boolean {
    const filter = this.#before.pop();
    if (filter) {
      this.#current.set(filter);
    }
    return filter !== undefined;
  }
}
