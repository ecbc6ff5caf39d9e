import { ColumnData } from "./columnData.ts";
import type { PageStore, VectorPart } from "./pageStore.ts";

/** Number of pages added in one step. */
const pagesAStep = 64;

/** Cache of a store's columns: keeps the most recently used ones, up to a limit in bytes. */
export class TableColumns {
  readonly #store: PageStore;
  readonly #limit: number;
  /** Least recently used first. */
  readonly #columns = new Map<string, ColumnData>();
  #generation: number;

  constructor(store: PageStore, limit: number) {
    this.#store = store;
    this.#limit = limit;
    this.#generation = store.generation;
  }

  /** Returns the column with all rows of the store; a column of nulls if there is no such column. */
  get(key: string, part: VectorPart = "values"): ColumnData {
    const column = this.#of(key, part);
    column.extend(this.#store.pages);
    this.#forget();
    return column;
  }

  /** Returns the column with the rows that are in memory, and marks it as most recently used. */
  #of(key: string, part: VectorPart): ColumnData {
    if (this.#generation !== this.#store.generation) {
      this.#columns.clear();
      this.#generation = this.#store.generation;
    }
    const id = `${part} ${key}`;
    const column =
      this.#columns.get(id) ?? new ColumnData((from) => this.#store.vectors(key, part, from));
    this.#columns.delete(id);
    this.#columns.set(id, column);
    return column;
  }

  /** Does the same as `get` in steps, so that something else can be done between them. */
  *loading(key: string, part: VectorPart = "values"): Generator<undefined, ColumnData, undefined> {
    const column = this.#of(key, part);
    for (let end = pagesAStep; end < this.#store.pages.length; end += pagesAStep) {
      if (column.pages < end) {
        column.extend(this.#store.pages, end);
        yield;
      }
    }
    return this.get(key, part);
  }

  #forget(): void {
    let bytes = this.bytes;
    for (const [id, column] of this.#columns) {
      if (bytes <= this.#limit || this.#columns.size === 1) {
        return;
      }
      this.#columns.delete(id);
      bytes -= column.bytes;
    }
  }

  get bytes(): number {
    return [...this.#columns.values()].reduce((sum, it) => sum + it.bytes, 0);
  }
}
