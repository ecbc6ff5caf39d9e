import type { PageFacts } from "../copy/copyState.ts";
import type { Cell, Column } from "../model/grid.ts";

/** Which part of a column's cells: the values (codes, numbers, texts), or what was written beside options. */
export type VectorPart = "values" | "others";

/** What views need of the responses that are kept: their columns as vectors (see vector.ts), and single responses. */
export interface PageStore {
  /**
   * In the order in which they were kept, from the first row id 0 on, without gaps; it only grows, until it is reset. The rows
   * of each have the ids `first` to `first + rows - 1`, newest first.
   */
  readonly pages: readonly Pick<PageFacts, "first" | "rows" | "reading">[];
  /** It grows with each reset: then nothing that was read from the store is of use any more. */
  readonly generation: number;
  readonly columns: readonly Column[];
  /**
   * The column's vector of each page, from the page `from` on; `undefined` where the page has none: then all its cells are
   * null (for "others": nothing was written). The bytes are of use during the step only.
   */
  vectors(columnKey: string, part: VectorPart, from: number): Iterable<Uint8Array | undefined>;
  /** The cells of responses, in the order of the columns, decoded from what the service sent. */
  cells(ids: readonly number[]): Cell[][];
}
