import type { Row } from "../../../model/grid.ts";

/** The rows of the current view by their positions, from 0. */
export interface RowSource {
  readonly count: number;
  /** `undefined` where the row is not there yet. */
  at(position: number): Row | undefined;
  /** Asks for rows that are not there yet; both ends inclusive. Called at most once a frame. */
  need(first: number, last: number): void;
}
