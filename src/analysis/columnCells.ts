import type { Column } from "../model/grid.ts";

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The values of a cell; empty: asked, but not answered; null: the response does not mention the question. */
export type TextCell = readonly string[] | null;

/** Consecutive rows that share a list of distinct cells, such as a segment of the table. */
export interface Run {
  /** Number of the first row. */
  readonly first: number;
  /** Per row, the index of its cell in the list. 0: null, 1: empty. */
  readonly codes: Codes;
  /** Cells by code. May be made anew at each call. */
  readonly cells: () => readonly TextCell[];
  /** Given if each row has a list of a few distinct values, so that `cells` need not be made. */
  readonly lists?: Lists;
  /** Given if all runs of the column have it and no cell has several values. Must be called run after run. */
  readonly distinct?: (() => DistinctValues) | undefined;
  /** Returns the value of the cell with this code, which must have one, without making the others. */
  readonly valueAt?: ((code: number) => string) | undefined;
}

/** For columns whose values are mostly distinct: saves making and comparing their texts. */
export interface DistinctValues {
  /**
   * By code of the run, the number of its cell, which equal cells share in all runs of the column. 0: null, 1: empty, then
   * from 2 in the order in which values are first met, run after run.
   */
  readonly numbers: Uint32Array;
  /** Count of numbers so far. */
  readonly count: number;
  readonly valueOf: (number: number) => string;
  /** By number, a prefix of the text as an integer: the text with the smaller one comes first by code units. */
  readonly beginnings: () => Uint32Array;
}

/** Lists of values. Row `n` of a run has `values[codes[i]]` from `i = starts[n]` to below `starts[n + 1]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly codes: Codes;
  readonly values: readonly string[];
}

/** A column with its cells. Rows outside all runs are null. */
export interface ColumnCells {
  /** Its options are those of the structure, and those that only responses name. */
  readonly column: Column;
  /** Codes that the survey's structure has. */
  readonly known: ReadonlySet<string>;
  /** True if an empty cell means that the question was asked; see `Bases`. */
  readonly recordsShown: boolean;
  /** Codes that do not count as answers; see `missingTest`. */
  readonly missing: readonly string[];
  /** Can be iterated repeatedly. */
  readonly runs: () => Iterable<Run>;
  /** Free texts given with the answers, "" if there is none; null if no answer of the cell has one. */
  readonly others: () => Iterable<Run>;
}

/** The rows to count, and their weights. */
export interface CountedRows {
  /** By row; 1 if it counts. Default: all count. */
  readonly passing?: Uint8Array | undefined;
  /** By row; 0 if the row does not count. Default: 1 each. */
  readonly weights?: Float64Array | undefined;
  readonly rows: number;
}
