import { itemCount } from "../copy/copyState.ts";
import { columnKey } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { PageStore } from "./pageStore.ts";
import { filteredRows } from "./rowFilter.ts";
import type { TableColumns } from "./tableColumns.ts";
import { lengthened } from "../analysis/grow.ts";

/** Number of filters whose rows are cached: views and summaries alternate, and summaries compare two filters. */
const maxFilters = 4;

/** Caches the rows that pass filters. If a filter is asked for again, only new rows are tested. */
export class PassingRows {
  readonly #store: PageStore;
  readonly #columns: TableColumns;
  /** By filter and columns; least recently used first. */
  readonly #passing = new Map<string, Uint8Array>();
  #generation: number;

  constructor(store: PageStore, columns: TableColumns) {
    this.#store = store;
    this.#columns = columns;
    this.#generation = store.generation;
  }

  /** Returns 1 for each row of the store that passes the filter, 0 for the others; `undefined` if all rows pass. */
  of(filter: ResponseFilter): Uint8Array | undefined {
    if (isEmpty(filter)) {
      return undefined;
    }
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#passing.clear();
    }
    const { columns } = this.#store;
    // The columns that a condition refers to depend on the columns that exist.
    const key = JSON.stringify([filter, columns.map(columnKey)]);
    const passing = this.#extended(filter, this.#passing.get(key) ?? new Uint8Array(0));
    this.#passing.delete(key);
    this.#passing.set(key, passing);
    for (const oldest of [...this.#passing.keys()].slice(0, -maxFilters)) {
      this.#passing.delete(oldest);
    }
    return passing;
  }

  #extended(filter: ResponseFilter, before: Uint8Array): Uint8Array {
    const to = itemCount(this.#store.pages);
    if (before.length === to) {
      return before;
    }
    const passing = lengthened(before, to);
    const rows = { from: before.length, to };
    passing.set(filteredRows(this.#columns, this.#store.columns, filter, rows), before.length);
    return passing;
  }
}

function isEmpty({ conditions = [], ...rest }: ResponseFilter): boolean {
  return conditions.length === 0 && Object.values(rest).every((it) => it === undefined);
}
