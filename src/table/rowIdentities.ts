import { createHash } from "node:crypto";
import { columnKey } from "../model/grid.ts";
import type { MetadataField } from "../model/metadataColumns.ts";
import { CellCursor } from "./cellCursor.ts";
import type { Steps } from "./findCells.ts";
import { loadedRows, type PageStore } from "./pageStore.ts";
import type { TableColumns } from "./tableColumns.ts";

/** What a response has in all versions of the API: in v1 and v2 it has no id. */
const told: readonly MetadataField[] = ["serial", "finishedAt", "collectGroupId"];

/** Rows that are hashed in one step. */
const rowsAStep = 500;

/** By what responses are known again, whichever version of the API they came by. Two rows may have the same. */
export class RowIdentities {
  readonly #store: PageStore;
  readonly #columns: TableColumns;
  #made = new BigUint64Array(0);
  #generation: number;

  constructor(store: PageStore, columns: TableColumns) {
    this.#store = store;
    this.#columns = columns;
    this.#generation = store.generation;
  }

  /** Makes those of rows that have come. */
  *making(): Steps<void> {
    for (;;) {
      this.#applyReset();
      const from = this.#made.length;
      const to = Math.min(loadedRows(this.#store), from + rowsAStep);
      if (from >= to) {
        return;
      }
      this.#extend(from, to);
      yield;
    }
  }

  /** By row of the store. */
  all(): BigUint64Array {
    this.#applyReset();
    const rows = loadedRows(this.#store);
    if (this.#made.length < rows) {
      this.#extend(this.#made.length, rows);
    }
    return this.#made.slice(0, rows);
  }

  #applyReset(): void {
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#made = new BigUint64Array(0);
    }
  }

  #extend(from: number, to: number): void {
    const page = this.#store.pages.findLast((it) => it.first <= from);
    const cells = told.map(
      (name) =>
        new CellCursor(
          this.#columns.get(columnKey({ kind: "metadata", name })),
          // A segment begins with its page.
          page?.first ?? 0,
        ),
    );
    const made = new BigUint64Array(to);
    made.set(this.#made.subarray(0, from));
    for (let row = from; row < to; row++) {
      const text = JSON.stringify(cells.map((it) => it.at(row)?.[0] ?? null));
      made[row] = createHash("sha256").update(text).digest().readBigUInt64LE();
    }
    this.#made = made;
  }
}
