import type { Row } from "../../../model/grid.ts";

/** The rows of the current view by their positions, from 0. */
export interface RowSource {
  readonly count: number;
  /** `undefined` if the row has not arrived yet. */
  at(position: number): Row | undefined;
  /** Requests rows that have not arrived yet; both ends inclusive. Called at most once a frame. */
  need(first: number, last: number): void;
}
