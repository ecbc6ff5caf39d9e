import { columnKey } from "../../../model/grid.ts";
import type { StoreElement } from "../storeElement.ts";

/** The status has a field of its own, as time and group have; it is asked for like any other column. */
export const statusKey = columnKey({ kind: "metadata", name: "completedStatus" });

/** Asks what values columns have, each column once until it is answered. */
export class ValueQuestions {
  readonly #host: Pick<StoreElement, "store">;
  /** The view that each question under way was asked at. */
  readonly #asked = new Map<string, number | undefined>();
  /** Those under way that were asked again at another view: their answers are of the one before. */
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
