import { isDeepStrictEqual } from "node:util";
import { indexColumn, indexingColumn, type ColumnIndex } from "../analysis/columnIndex.ts";
import { rowSet, type RowSet } from "../analysis/rowSet.ts";
import { prepareSplit, type PreparedSplit } from "../analysis/split.ts";
import type { CountedRows, Run, ColumnCells } from "../analysis/columnCells.ts";
import { summarise } from "../analysis/summarise.ts";
import { itemCount } from "../copy/copyState.ts";
import { codedColumn } from "../model/cellText.ts";
import { columnKey, type Column } from "../model/grid.ts";
import { isSameColumn } from "../model/sameColumn.ts";
import { missingCodesOf, noMissingCodes, type MissingCodes } from "../model/missingCodes.ts";
import type { Summaries, SummaryQuery, Weighting } from "../model/summary.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ColumnData } from "./columnData.ts";
import { columnRows, dayRows, type CountedFigures, type CountQuery } from "./countedRows.ts";
import type { Steps } from "./findCells.ts";
import { DistinctEntries, entryReader } from "./distinctEntries.ts";
import type { SurveyStructure } from "../client/surveyStructure.ts";
import type { PageStore } from "./pageStore.ts";
import type { PassingRows } from "./passingRows.ts";
import { RowIdentities } from "./rowIdentities.ts";
import { rowWeights, weightingOf } from "./rowWeights.ts";
import type { TableColumns } from "./tableColumns.ts";
import { writtenTexts, type TextsQuery, type WrittenTexts } from "./writtenTexts.ts";

/** Maximum bytes of all cached column indexes. A single index may exceed it. */
const indexBytes = 128 * 1024 * 1024;

/** Number of row sets that are cached: two, because two filters may be compared. */
const maxCounted = 2;

/** A store together with the structure of its survey. */
export interface DescribedStore extends PageStore {
  readonly described: SurveyStructure | undefined;
}

/** Computes summaries of a table's columns. Caches what does not depend on the filter until the rows change. */
export class TableSummaries {
  readonly #store: DescribedStore;
  readonly #version: ApiVersion;
  readonly #columns: TableColumns;
  readonly #passing: PassingRows;
  readonly #identities: RowIdentities;
  #remembered: Remembered;
  #missing: MissingCodes = noMissingCodes;

  constructor(
    store: DescribedStore,
    version: ApiVersion,
    { columns, passing }: { readonly columns: TableColumns; readonly passing: PassingRows },
  ) {
    this.#store = store;
    this.#version = version;
    this.#columns = columns;
    this.#passing = passing;
    this.#identities = new RowIdentities(store, columns);
    this.#remembered = new Remembered(store);
  }

  /** Builds the column indexes for a summary in steps, so that `summarise` itself blocks the thread for a shorter time. */
  *preparing({
    columns,
    split,
    missing,
  }: Pick<SummaryQuery, "columns" | "split" | "missing">): Steps<void> {
    this.#take(missing);
    for (const key of split === undefined ? columns : [split, ...columns]) {
      this.#applyChange();
      if (this.#column(key) && !this.#remembered.has(key)) {
        yield* this.#columns.loading(key);
        yield* this.#columns.loading(key, "others");
        this.#applyChange();
        // Rows that arrived in the meantime may have given the column more options.
        const [column, remembered] = [this.#column(key), this.#remembered];
        if (column) {
          // If rows arrive from here on, the index is outdated, but so is the `remembered` that takes it.
          const index = yield* indexingColumn(this.#columnCells(key, column), remembered.rows);
          remembered.index(key, () => index);
          yield;
        }
      }
    }
  }

  summarise(query: SummaryQuery): Pick<Summaries, "summaries" | "matching" | "weighting"> {
    this.#take(query.missing);
    this.#applyChange();
    const passing = this.#passing.of(query.filter);
    const weights = query.weight === undefined ? undefined : this.#weights(query.weight);
    const { set, matching, weighting, split } = this.#remembered.counted(passing, weights);
    const by = query.split === undefined ? undefined : this.#index(query.split);
    return {
      summaries: query.columns.flatMap((key) => {
        const index = this.#index(key);
        return index ? [summarise(index, set, by && split(by))] : [];
      }),
      matching,
      weighting,
    };
  }

  /** Computes the row identities that `count` and `texts` need, in steps. */
  identifying(): Steps<void> {
    return this.#identities.making();
  }

  /** Returns the same as `summarise`, with the rows behind the counts. */
  count(query: CountQuery): Omit<CountedFigures, "loaded" | "isComplete" | "readAt" | "took"> {
    const summaries = this.summarise(query);
    const weights = query.weight === undefined ? undefined : this.#weights(query.weight);
    const { set } = this.#remembered.counted(this.#passing.of(query.filter), weights);
    const keys = [...query.columns, ...(query.split === undefined ? [] : [query.split])];
    const finished = columnKey({ kind: "metadata", name: "finishedAt" });
    return {
      ...summaries,
      identities: this.#identities.all(),
      rows: set.rows.slice(),
      weights,
      columns: keys.flatMap((key) => {
        const index = this.#index(key);
        return index ? [columnRows(index, set)] : [];
      }),
      days: query.byDay ? dayRows(this.#columns.get(finished), set) : [],
    };
  }

  texts({
    column: key,
    filter,
    missing = noMissingCodes,
  }: TextsQuery): Omit<WrittenTexts, "loaded" | "isComplete" | "readAt"> {
    this.#applyChange();
    const { set, matching } = this.#remembered.counted(this.#passing.of(filter), undefined);
    const column = this.#column(key);
    const isCoded = column !== undefined && column.options.length > 0;
    const data = {
      values: isCoded ? undefined : this.#columns.get(key),
      others: this.#columns.get(key, "others"),
    };
    return {
      ...writtenTexts(data, set.rows, column ? missingCodesOf(missing, column) : []),
      identities: this.#identities.all(),
      matching,
    };
  }

  /** Sets the declared missing codes. Indexes depend on them, so a change clears the cache. */
  #take(missing = noMissingCodes): void {
    if (!isDeepStrictEqual(missing, this.#missing)) {
      this.#missing = missing;
      this.#remembered = new Remembered(this.#store);
    }
  }

  #applyChange(): void {
    if (!this.#remembered.isOf(this.#store)) {
      this.#remembered = new Remembered(this.#store);
    }
  }

  #index(key: string): ColumnIndex | undefined {
    const column = this.#column(key);
    return (
      column &&
      this.#remembered.index(key, (rows) => indexColumn(this.#columnCells(key, column), rows))
    );
  }

  #weights(key: string): Float64Array | undefined {
    return this.#column(key)?.kind === "embedded"
      ? this.#remembered.weights(key, () => rowWeights(this.#columns.get(key)))
      : undefined;
  }

  #column(key: string): Column | undefined {
    return this.#store.columns.find((it) => columnKey(it) === key);
  }

  #columnCells(key: string, column: Column): ColumnCells {
    const { described } = this.#store;
    const { labels } = codedColumn(column, described?.collectGroups ?? []);
    const options = Array.from(labels, ([name, label]) => ({ name, label }));
    // The structure has codes of questions only. Of other columns, all codes with a label count as known.
    const known =
      column.kind === "variable" && described
        ? (described.survey.questions.find((it) => isSameColumn(column, it))?.options ?? [])
        : options;
    return {
      column: { ...column, options },
      known: new Set(known.map((it) => it.name)),
      // v1 and v2 do not record which questions were not shown (API.md, "Response, v1 and v2").
      missing: missingCodesOf(this.#missing, column),
      recordsShown: this.#version === "v3" && column.kind === "variable",
      runs: () => runsOf(this.#columns.get(key)),
      others: () => this.#columns.get(key, "others").segments(),
    };
  }
}

/** Yields the column's segments. If all are vectors with one value per cell, adds `distinct` and `valueAt`. */
function* runsOf(column: ColumnData): Iterable<Run> {
  const entries = singleEntries(column);
  let distinct: DistinctEntries | undefined;
  for (const segment of column.segments()) {
    const { vector } = segment;
    yield entries !== undefined && vector
      ? {
          ...segment,
          distinct: () => (distinct ??= new DistinctEntries(entries)).add(vector),
          valueAt: entryReader(vector),
        }
      : segment;
  }
}

/**
 * Returns the total number of entries in the vectors; `undefined` if any entry has several values or a segment has no
 * vector.
 */
function singleEntries(column: ColumnData): number | undefined {
  let entries = 0;
  for (const { vector } of column.segments()) {
    // Each entry has at least one value, so equal numbers of values and entries mean one value each.
    if (!vector || vector.lengths.length !== vector.counts.length) {
      return undefined;
    }
    entries += vector.counts.length;
  }
  return entries;
}

/** The rows that count, and the figures that depend on them alone. */
class Counted {
  readonly set: RowSet;
  readonly matching: number;
  readonly weighting: Weighting | undefined;
  readonly #passing: Uint8Array | undefined;
  readonly #weights: Float64Array | undefined;
  #split: PreparedSplit | undefined;

  constructor({ passing, weights, rows }: CountedRows) {
    this.#passing = passing;
    this.#weights = weights;
    this.set = rowSet({ passing, weights, rows });
    this.matching = passing ? passing.reduce((sum, it) => sum + it, 0) : rows;
    this.weighting = weights && weightingOf(weights, passing);
  }

  isOf(passing: Uint8Array | undefined, weights: Float64Array | undefined): boolean {
    return this.#passing === passing && this.#weights === weights;
  }

  /** Cached, because the columns of one summary are requested a few at a time with the same split. */
  readonly split = (index: ColumnIndex): PreparedSplit => {
    if (this.#split?.index !== index) {
      this.#split = prepareSplit(index, this.set);
    }
    return this.#split;
  };
}

/** Cache that is valid while a store has the same rows, columns and structure. */
class Remembered {
  readonly rows: number;
  readonly #of: Pick<DescribedStore, "generation" | "columns" | "described">;
  /** Least recently used first. */
  readonly #indexes = new Map<string, ColumnIndex>();
  /** Most recently used first. */
  #counted: readonly Counted[] = [];
  #weights: { readonly key: string; readonly weights: Float64Array | undefined } | undefined;

  constructor(store: DescribedStore) {
    const { generation, columns, described } = store;
    this.rows = itemCount(store.pages);
    this.#of = { generation, columns, described };
  }

  isOf(store: DescribedStore): boolean {
    const { generation, columns, described } = this.#of;
    return (
      store.generation === generation &&
      store.columns === columns &&
      store.described === described &&
      itemCount(store.pages) === this.rows
    );
  }

  has(key: string): boolean {
    return this.#indexes.has(key);
  }

  index(key: string, make: (rows: number) => ColumnIndex): ColumnIndex {
    const index = this.#indexes.get(key) ?? make(this.rows);
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    let bytes = [...this.#indexes.values()].reduce((sum, it) => sum + it.bytes, 0);
    for (const [oldest, it] of this.#indexes) {
      if (bytes <= indexBytes || this.#indexes.size === 1) {
        break;
      }
      this.#indexes.delete(oldest);
      bytes -= it.bytes;
    }
    return index;
  }

  counted(passing: Uint8Array | undefined, weights: Float64Array | undefined): Counted {
    const known = this.#counted.find((it) => it.isOf(passing, weights));
    const counted = known ?? new Counted({ passing, weights, rows: this.rows });
    this.#counted = [counted, ...this.#counted.filter((it) => it !== counted)].slice(0, maxCounted);
    return counted;
  }

  weights(key: string, make: () => Float64Array | undefined): Float64Array | undefined {
    if (this.#weights?.key !== key) {
      this.#weights = { key, weights: make() };
    }
    return this.#weights.weights;
  }
}
