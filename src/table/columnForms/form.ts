import type { CellsVector, Codes, TextCell, Vector } from "../vector.ts";

/** Rows one after the other, which share a list of distinct cells. */
export interface Segment {
  /** Id of its first row. */
  readonly first: number;
  /** One a row: the place of its cell in the list, see vector.ts. */
  readonly codes: Codes;
  /** By code. It may be made anew for each call. */
  readonly cells: () => readonly TextCell[];
  /** Whether it is all of the column, with few distinct cells. */
  readonly isWhole?: boolean;
  /** Whether all cells are null or a time. */
  readonly isTimes?: boolean;
  /** Where the cells are the entries of one vector. */
  readonly vector?: CellsVector;
  /** Where each row has a list of a few distinct values. */
  readonly lists?: Lists;
}

/** Lists of values: those of a segment's row `n` are `values[codes[i]]` from `i = starts[n]` to `starts[n + 1]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly codes: Codes;
  readonly values: readonly string[];
}

/** A column of all rows in one form of several: what a form cannot hold, the next one can. */
export interface Form {
  readonly bytes: number;
  /** @returns whether the form can hold it; if not, the form is of no use any more */
  add(first: number, rows: number, vector: Vector | undefined): boolean;
  segments(from: number): Iterable<Segment>;
}
