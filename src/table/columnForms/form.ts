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

/** A column of all rows in one form of several. */
export interface Form {
  readonly bytes: number;
  /** Makes room for so many rows in all, before they are added one page after the other. */
  reserve(rows: number): void;
  /** @returns whether the form can hold it; if not, the form is of no use any more */
  add(first: number, rows: number, vector: Vector | undefined): boolean;
  /** The one that may hold what this one cannot; it has to be given all pages again. */
  next(): Form;
  segments(from: number): Iterable<Segment>;
}
