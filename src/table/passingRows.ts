import { itemsOf } from "../copy/copyState.ts";
import { columnKey } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { PageStore } from "./pageStore.ts";
import { filteredRows } from "./rowFilter.ts";
import type { TableColumns } from "./tableColumns.ts";

/** Filters whose rows are remembered: views and summaries ask by turns, and summaries compare two of them. */
const mostFilters = 4;

/** Which rows filters let through. What has come is tested only, where a filter was asked for before. */
export class PassingRows {
  readonly #store: PageStore;
  readonly #columns: TableColumns;
  /** By filter and columns; those used longest ago first. */
  readonly #passing = new Map<string, Uint8Array>();
  #generation: number;

  constructor(store: PageStore, columns: TableColumns) {
    this.#store = store;
    this.#columns = columns;
    this.#generation = store.generation;
  }

  /** By row of the store, 1 where the filter lets it through; `undefined`: it lets all through. */
  of(filter: ResponseFilter): Uint8Array | undefined {
    if (isEmpty(filter)) {
      return undefined;
    }
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#passing.clear();
    }
    const { columns } = this.#store;
    // Which columns a condition means depends on those that are there.
    const key = JSON.stringify([filter, columns.map(columnKey)]);
    const passing = this.#extended(filter, this.#passing.get(key) ?? new Uint8Array(0));
    this.#passing.delete(key);
    this.#passing.set(key, passing);
    for (const oldest of [...this.#passing.keys()].slice(0, -mostFilters)) {
      this.#passing.delete(oldest);
    }
    return passing;
  }

  #extended(filter: ResponseFilter, before: Uint8Array): Uint8Array {
    const to = itemsOf(this.#store.pages);
    if (before.length === to) {
      return before;
    }
    const passing = new Uint8Array(to);
    passing.set(before);
    const rows = { from: before.length, to };
    passing.set(filteredRows(this.#columns, this.#store.columns, filter, rows), before.length);
    return passing;
  }
}

function isEmpty({ conditions = [], ...rest }: ResponseFilter): boolean {
  return conditions.length === 0 && Object.values(rest).every((it) => it === undefined);
}
