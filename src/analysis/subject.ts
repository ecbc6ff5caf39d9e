import type { Column } from "../model/grid.ts";

/** One of the arrays that hold codes. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The values of a cell; empty: asked, but not answered; null: nothing is said. */
export type TextCell = readonly string[] | null;

/** Rows one after the other, which share a list of distinct cells. The table's segments are such runs. */
export interface Run {
  /** Number of its first row. */
  readonly first: number;
  /** One a row: the place of its cell in the list. 0: null, 1: empty. */
  readonly codes: Codes;
  /** By code. It may be made anew for each call. */
  readonly cells: () => readonly TextCell[];
  /** Where each row has a list of a few distinct values: then `cells` need not be made. */
  readonly lists?: Lists;
  /** Where all runs of the column have it, and no cell has several values. To be asked for run after run. */
  readonly distinct?: (() => DistinctValues) | undefined;
  /** By code, the value of a cell that has one; it need not make the others. */
  readonly valueAt?: ((code: number) => string) | undefined;
}

/** For columns whose values are mostly distinct, it saves making and comparing their texts. */
export interface DistinctValues {
  /**
   * By code of the run; equal cells of all the column's runs share a number. 0: null, 1: empty, then up from 2 in the order in
   * which values are met, run after run.
   */
  readonly numbers: Uint32Array;
  /** How many numbers there are so far. */
  readonly count: number;
  readonly valueOf: (number: number) => string;
  /** By number. Of two texts the one with the lesser beginning comes first by code units. */
  readonly beginnings: () => Uint32Array;
}

/** Lists of values: those of a run's row `n` are `values[codes[i]]` from `i = starts[n]` to `starts[n + 1]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly codes: Codes;
  readonly values: readonly string[];
}

/** A column with its cells. Rows that are in no run are null. */
export interface Subject {
  /** With the options of the structure, and those that only responses name. */
  readonly column: Column;
  /** The codes that the survey's structure has. */
  readonly known: ReadonlySet<string>;
  /** Whether an empty cell says that a question was asked; see `Bases`. */
  readonly recordsShown: boolean;
  /** Codes that are no answers; see `missingTest`. */
  readonly missing: readonly string[];
  /** Can be gone through again and again. */
  readonly runs: () => Iterable<Run>;
  /** The texts written beside the answers, "" where there is none; null where nothing was written beside any of them. */
  readonly others: () => Iterable<Run>;
}

/** Which rows count, and how much. */
export interface CountedRows {
  /** By row, 1 where it counts; absent: all do. */
  readonly passing?: Uint8Array | undefined;
  /** By row; 0 where a row counts nothing. Absent: each counts 1. */
  readonly weights?: Float64Array | undefined;
  /** Number of rows. */
  readonly rows: number;
}
