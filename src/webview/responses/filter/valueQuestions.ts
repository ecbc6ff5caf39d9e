import { columnKey } from "../../../model/grid.ts";
import type { StoreElement } from "../storeElement.ts";

/** The status has a field of its own, as time and group have; it is asked for like any other column. */
export const statusKey = columnKey({ kind: "metadata", name: "completedStatus" });

/** Asks what values columns have, each column once until it is answered. */
export class ValueQuestions {
  readonly #host: StoreElement;
  readonly #asked = new Set<string>();

  constructor(host: StoreElement) {
    this.#host = host;
  }

  ask(key: string): void {
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      this.#host.store.filtering.askValues(key);
    }
  }

  answered(): void {
    for (const key of this.#host.store.filtering.values.keys()) {
      this.#asked.delete(key);
    }
  }

  /**
   * Counts of what is being chosen from are kept right, one question at a time.
   * @param open key of the column whose condition is being edited; with `isOld` its counts are of another view
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
