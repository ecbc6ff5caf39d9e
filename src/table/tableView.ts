import type { ColumnValues, FoundCell } from "../model/responseView.ts";
import { itemCount } from "../copy/copyState.ts";
import { codedColumn, type CodedColumn } from "../model/cellText.ts";
import { columnKey, type Row } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CollectGroup } from "../model/survey.ts";
import { columnValues } from "./columnValues.ts";
import { clipboardText } from "./clipboardText.ts";
import { CellFinder, type ChosenColumn, type Steps } from "./findCells.ts";
import { DefaultOrder } from "./defaultOrder.ts";
import type { PageStore } from "./pageStore.ts";
import { PassingRows } from "./passingRows.ts";
import { applyVerdicts, verdictsOf } from "./rowFilter.ts";
import { sortedRows } from "./sortRows.ts";
import { TableColumns } from "./tableColumns.ts";
import type { ClipboardQuery, FindQuery, View, ViewQuery } from "./tables.ts";

/** Maximum bytes of the columns in memory. A single column may exceed it. */
const columnBytes = 128 * 1024 * 1024;

/** The current view of a table: its rows in their order, and queries on them. */
export class TableView {
  readonly #store: PageStore;
  readonly #groups: () => readonly Pick<CollectGroup, "collectGroupId" | "label">[];
  /** Shared with summaries, so that columns are in memory only once. */
  readonly columns: TableColumns;
  readonly passing: PassingRows;
  #generation: number;
  #defaultOrder = new DefaultOrder();
  /** Number of the current view. Starts at the current time, so that a table that is opened again gets other numbers. */
  #view = Date.now();
  /** Number of the first view since the store was reset. */
  #firstView = this.#view;
  #rows: Uint32Array = new Uint32Array(0);
  /** The state that the rows were made from; see `#state`. */
  #made: ViewState | undefined;
  /** Positions in the current view by row; `undefined` until they are needed. */
  #positions: Int32Array | undefined;
  #finder: CellFinder | undefined;

  /** @param groups returns the collect groups, whose ids and labels are the codes of the collect group column, in order */
  constructor(
    store: PageStore,
    groups: () => readonly Pick<CollectGroup, "collectGroupId" | "label">[] = () => [],
  ) {
    this.#store = store;
    this.#groups = groups;
    this.columns = new TableColumns(store, columnBytes);
    this.passing = new PassingRows(store, this.columns);
    this.#generation = store.generation;
  }

  /**
   * Updates the view to the query and the store's pages. The view's number increases if the query differs, or if rows or
   * columns have changed or moved.
   */
  view(query: ViewQuery): Pick<View, "view" | "kept" | "matching"> {
    this.#applyReset();
    const before = this.#made;
    const state = this.#state(query);
    const isSameQuery =
      before?.query === state.query &&
      before.columns === state.columns &&
      before.options === state.options;
    if (isSameQuery && before.loaded === state.loaded) {
      return this.#facts(this.#rows.length);
    }
    const rows = this.#ordered(query);
    const kept = before?.columns === state.columns ? commonStart(rows, this.#rows) : 0;
    this.#made = state;
    if (!isSameQuery || kept !== rows.length || kept !== this.#rows.length) {
      this.#view++;
      this.#rows = rows;
      this.#positions = undefined;
    }
    return this.#facts(kept);
  }

  /** Discards everything that was made of the store before a reset. */
  #applyReset(): void {
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#defaultOrder = new DefaultOrder();
      this.#finder = undefined;
      this.#made = undefined;
      // The rows of the view have other responses now.
      this.#firstView = ++this.#view;
    }
  }

  #facts(kept: number): Pick<View, "view" | "kept" | "matching"> {
    return { view: this.#view, kept, matching: this.#rows.length };
  }

  #state(query: ViewQuery): ViewState {
    return {
      query: JSON.stringify([query.filter, query.sort]),
      columns: this.#columnKeys,
      options: JSON.stringify(query.sort && this.#options(query.sort.column)),
      loaded: itemCount(this.#store.pages),
    };
  }

  /** Keys of the store's columns, as JSON. */
  get #columnKeys(): string {
    return JSON.stringify(this.#store.columns.map(columnKey));
  }

  /** Returns the column's codes in their order. */
  #options(key: string): string[] {
    return [...(this.#column(key)?.labels.keys() ?? [])];
  }

  #column(key: string): CodedColumn | undefined {
    const column = this.#store.columns.find((it) => columnKey(it) === key);
    return column && codedColumn(column, this.#groups());
  }

  #ordered({ filter, sort }: ViewQuery): Uint32Array {
    const finishedAt = columnKey({ kind: "metadata", name: "finishedAt" });
    this.#defaultOrder.extend(this.#store.pages, this.columns.get(finishedAt));
    const passing = this.passing.of(filter);
    const rows = passing
      ? chosen(this.#defaultOrder.rows, passing)
      : this.#defaultOrder.rows.slice();
    return sort
      ? sortedRows(
          rows,
          this.columns.get(sort.column),
          this.#options(sort.column),
          sort.direction === "descending",
        )
      : rows;
  }

  /**
   * Returns rows starting at the position `first`; `undefined` if the view is not the current one, or if columns have come
   * since, which the next view will have.
   */
  rows(view: number, first: number, count: number): Row[] | undefined {
    if (!this.#isCurrent(view) || this.#made?.columns !== this.#columnKeys) {
      return undefined;
    }
    const ids = [...this.#rows.subarray(first, first + count)];
    const cells = this.#store.cells(ids);
    return ids.map((id, index) => ({ id, cells: cells[index] ?? [] }));
  }

  /** Returns the positions of rows, -1 for rows that are not in the view; `undefined` if the view is not the current one. */
  locate(view: number, ids: readonly number[]): number[] | undefined {
    if (!this.#isCurrent(view)) {
      return undefined;
    }
    this.#positions ??= positionsOf(this.#rows, this.#made?.loaded ?? 0);
    const positions = this.#positions;
    return ids.map((id) => positions[id] ?? -1);
  }

  #isCurrent(view: number): boolean {
    return view === this.#view && this.#generation === this.#store.generation;
  }

  /** Returns true if rows have the same responses as in this view, which may be an older one. */
  isSinceReset(view: number): boolean {
    this.#applyReset();
    return view >= this.#firstView;
  }

  /** Returns the values of a column among the responses that pass the filter; its conditions on this column are ignored. */
  values(column: string, filter: ResponseFilter): ColumnValues {
    this.#applyReset();
    return columnValues(this.columns, this.#store, column, this.#options(column), filter);
  }

  /**
   * Finds the next cell in reading order that shows the text; after the last one comes the first. Between two steps the view
   * may change and pages may be stored.
   * @returns `undefined` if the view is not, or no longer, the current one
   */
  *find(view: number, query: FindQuery): Steps<FoundCell | undefined> {
    if (!this.#isCurrent(view)) {
      return undefined;
    }
    const finder = (this.#finder ??= new CellFinder(this.#store, this.columns));
    let all: PageStore["columns"];
    let columns: ChosenColumn[];
    do {
      all = this.#store.columns;
      columns = this.#chosen(query.columns);
      yield* finder.count(query, columns, () => itemCount(this.#store.pages));
      // Pages that are stored between two steps may move the columns and add options to them.
    } while (this.#isCurrent(view) && all !== this.#store.columns);
    return this.#isCurrent(view) && finder === this.#finder
      ? finder.found(query, columns, this.#rows)
      : undefined;
  }

  /**
   * Finds the first row of the view with this value in the column. Between two steps the view may change and pages may be
   * stored.
   * @returns -1 if there is none; `undefined` if the view is not, or no longer, the current one
   */
  *rowWith(view: number, column: string, value: string): Steps<number | undefined> {
    const data = yield* this.columns.loading(column);
    const hits = new Uint8Array(data.rows);
    for (const segment of data.segments()) {
      applyVerdicts(
        hits,
        0,
        segment,
        verdictsOf(segment, (it) => it === value),
        false,
      );
      yield;
    }
    return this.#isCurrent(view) ? (this.#rows.find((row) => hits[row] === 1) ?? -1) : undefined;
  }

  /**
   * Returns cells as text; `undefined` if the view is not the current one.
   * @throws "too-large"
   */
  copy(view: number, query: ClipboardQuery): string | undefined {
    if (!this.#isCurrent(view)) {
      return undefined;
    }
    const columns = this.#chosen(query.columns).map((it) => ({
      ...it,
      isMultiple: query.format === "json" && this.columns.get(it.column.key).isMultiple,
    }));
    return clipboardText(this.#store, columns, this.#rows, query);
  }

  /** Returns the columns with their indexes in the store. */
  #chosen(keys: readonly string[]): ChosenColumn[] {
    const places = new Map(this.#store.columns.map((it, place) => [columnKey(it), place]));
    return keys.flatMap((key) => {
      const [place, column] = [places.get(key), this.#column(key)];
      return place === undefined || !column ? [] : [{ column, place }];
    });
  }
}

interface ViewState {
  readonly query: string;
  readonly columns: string;
  /** Codes of the column that the view is sorted by. */
  readonly options: string;
  readonly loaded: number;
}

function chosen(rows: Uint32Array, passing: Uint8Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) {
    found[count] = row;
    count += passing[row] ?? 0;
  }
  return found.slice(0, count);
}

function commonStart(a: Uint32Array, b: Uint32Array): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) {
    at++;
  }
  return at;
}

function positionsOf(rows: Uint32Array, loaded: number): Int32Array {
  const positions = new Int32Array(loaded).fill(-1);
  for (let at = 0; at < rows.length; at++) {
    positions[rows[at] ?? 0] = at;
  }
  return positions;
}
