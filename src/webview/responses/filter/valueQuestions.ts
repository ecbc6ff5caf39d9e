import { columnKey } from "../../../model/grid.ts";
import { columnOf, type FilterHost } from "./filterHost.ts";

/** The status has a field of its own, as time and group have; it is asked for like any other column. */
export const statusKey = columnKey({ kind: "metadata", name: "completedStatus" });

/** Asks what values columns have, each column once until it is answered. */
export class ValueQuestions {
  readonly #host: FilterHost;
  readonly #asked = new Set<string>();

  constructor(host: FilterHost) {
    this.#host = host;
  }

  ask(key: string): void {
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      this.#host.owner.askValues(key);
    }
  }

  answered(): void {
    for (const key of this.#host.values.keys()) {
      this.#asked.delete(key);
    }
  }

  /**
   * Counts of what is being chosen from are kept right, one question at a time.
   * @param open key of the column whose condition is being edited; with `isOld` its counts are of another view
   */
  askAnew(open: string | undefined, isOld: boolean): void {
    const { values } = this.#host;
    if (open !== undefined && (isOld || !values.has(open))) {
      this.ask(open);
    }
    if (!values.has(statusKey) && columnOf(this.#host, statusKey)) {
      this.ask(statusKey);
    }
  }
}
