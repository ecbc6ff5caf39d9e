import type { Lists } from "../../analysis/columnCells.ts";
import type { CellsVector, Codes, TextCell, Vector } from "../vector.ts";

/** Consecutive rows that share a list of distinct cells. */
export interface Segment {
  /** Id of the first row. */
  readonly first: number;
  /** For each row, the index of its cell in `cells()`; see vector.ts. */
  readonly codes: Codes;
  /** Returns the cells by code. Each call may build a new list. */
  readonly cells: () => readonly TextCell[];
  /** True if the segment is the whole column, with few distinct cells. */
  readonly isWhole?: boolean;
  /** True if all cells are null or a time. */
  readonly isTimes?: boolean;
  /** The vector whose entries are the cells; absent if the cells are from several vectors. */
  readonly vector?: CellsVector;
  /** Present if each row has a list of a few distinct values. */
  readonly lists?: Lists;
}

/** One way to hold a column of all rows in memory. */
export interface Form {
  readonly bytes: number;
  /** Allocates memory for this total number of rows, before they are added page by page. */
  reserve(rows: number): void;
  /** @returns false if this form cannot hold the vector; then the form must not be used any more */
  add(first: number, rows: number, vector: Vector | undefined): boolean;
  /** Returns the form to try next if `add` returned false; all pages have to be added to it again. */
  next(): Form;
  segments(from: number): Iterable<Segment>;
}
