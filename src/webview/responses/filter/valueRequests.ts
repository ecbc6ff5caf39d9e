import type { StoreElement } from "../storeElement.ts";
import { statusKey } from "./filterParts.ts";

/** Requests the values of columns, with one pending request per column. */
export class ValueRequests {
  readonly #host: Pick<StoreElement, "store">;
  /** View for which each pending request was made. */
  readonly #asked = new Map<string, number | undefined>();
  /** Columns that were requested again for another view while pending: the answer will be out of date. */
  readonly #stale = new Set<string>();

  constructor(host: Pick<StoreElement, "store">) {
    this.#host = host;
  }

  ask(key: string): void {
    const { filtering, state } = this.#host.store;
    const view = state?.content?.view;
    if (!this.#asked.has(key)) {
      this.#asked.set(key, view);
      void filtering.askValues(key).then(() => this.#settled(key));
    } else if (this.#asked.get(key) !== view) {
      this.#stale.add(key);
    }
  }

  #settled(key: string): void {
    this.#asked.delete(key);
    if (this.#stale.delete(key)) {
      this.ask(key);
    }
  }

  /**
   * Refreshes the counts of the values that can be chosen.
   * @param open key of the column whose condition is being edited
   * @param isOld true if the counts of `open` are of another view
   */
  askAnew(open: string | undefined, isOld: boolean): void {
    const { columns, filtering } = this.#host.store;
    const { values } = filtering;
    if (open !== undefined && (isOld || !values.has(open))) {
      this.ask(open);
    }
    if (!values.has(statusKey) && columns.byKey.has(statusKey)) {
      this.ask(statusKey);
    }
  }
}
