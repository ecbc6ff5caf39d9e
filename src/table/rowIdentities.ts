import { createHash } from "node:crypto";
import { itemCount } from "../copy/copyState.ts";
import { columnKey } from "../model/grid.ts";
import type { MetadataField } from "../model/metadataColumns.ts";
import { CellCursor } from "./cellCursor.ts";
import type { Steps } from "./findCells.ts";
import type { PageStore } from "./pageStore.ts";
import type { TableColumns } from "./tableColumns.ts";

/** Fields that a response has in all versions of the API; v1 and v2 have no response id. */
const told: readonly MetadataField[] = ["serial", "finishedAt", "collectGroupId"];

/** Number of rows hashed in one step. */
const rowsAStep = 500;

/** Hashes that identify responses in the same way in every version of the API. Two rows may have the same hash. */
export class RowIdentities {
  readonly #store: PageStore;
  readonly #columns: TableColumns;
  /** Identities by row; may be longer than `#count`. */
  #made = new BigUint64Array(0);
  #count = 0;
  #generation: number;

  constructor(store: PageStore, columns: TableColumns) {
    this.#store = store;
    this.#columns = columns;
    this.#generation = store.generation;
  }

  /** Computes the identities of new rows. */
  *making(): Steps<void> {
    for (;;) {
      this.#applyReset();
      const from = this.#count;
      const to = Math.min(itemCount(this.#store.pages), from + rowsAStep);
      if (from >= to) {
        return;
      }
      this.#extend(from, to);
      yield;
    }
  }

  /** Returns the identities by row of the store. */
  all(): BigUint64Array {
    this.#applyReset();
    const rows = itemCount(this.#store.pages);
    if (this.#count < rows) {
      this.#extend(this.#count, rows);
    }
    return this.#made.slice(0, rows);
  }

  #applyReset(): void {
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#made = new BigUint64Array(0);
      this.#count = 0;
    }
  }

  #extend(from: number, to: number): void {
    const page = this.#store.pages.findLast((it) => it.first <= from);
    const cells = told.map(
      (name) =>
        new CellCursor(
          this.#columns.get(columnKey({ kind: "metadata", name })),
          // Segments begin at the first row of a page.
          page?.first ?? 0,
        ),
    );
    if (this.#made.length < to) {
      const longer = new BigUint64Array(itemCount(this.#store.pages));
      longer.set(this.#made.subarray(0, from));
      this.#made = longer;
    }
    for (let row = from; row < to; row++) {
      const text = JSON.stringify(cells.map((it) => it.at(row)?.[0] ?? null));
      this.#made[row] = createHash("sha256").update(text).digest().readBigUInt64LE();
    }
    this.#count = to;
  }
}
