import { ColumnData } from "./columnData.ts";
import type { PageStore, VectorPart } from "./pageStore.ts";

/** Pages that are taken in one step. */
const pagesAStep = 64;

/** Columns of a store in memory: those used last, as many as take no more than so many bytes. */
export class TableColumns {
  readonly #store: PageStore;
  readonly #limit: number;
  /** Those used longest ago first. */
  readonly #columns = new Map<string, ColumnData>();
  #generation: number;

  constructor(store: PageStore, limit: number) {
    this.#store = store;
    this.#limit = limit;
    this.#generation = store.generation;
  }

  /** The column with all rows that the store has; one without vectors where there is no such column. */
  get(key: string, part: VectorPart = "values"): ColumnData {
    const column = this.#of(key, part);
    column.extend(this.#store.pages);
    this.#forget();
    return column;
  }

  /** The column as far as it is in memory; it counts as used last. */
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

  /** The same step by step, so that something else can be done meanwhile. */
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
