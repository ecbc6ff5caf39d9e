import type { PageFacts } from "../copy/copyState.ts";
import type { Cell, Column } from "../model/grid.ts";

/** Part of a column's cells: the values (codes, numbers, texts), or the texts written beside options. */
export type VectorPart = "values" | "others";

/** The stored responses as views need them: columns as vectors (see vector.ts), and single responses. */
export interface PageStore {
  /**
   * Pages in the order of storage. The rows of each have the ids `first` to `first + rows - 1`, newest first; ids start at 0
   * and have no gaps. The list only grows until the store is reset.
   */
  readonly pages: readonly Pick<PageFacts, "first" | "rows" | "reading">[];
  /** Increases with each reset, which invalidates everything read from the store before. */
  readonly generation: number;
  readonly columns: readonly Column[];
  /**
   * Returns the column's vector of each page, starting with the page `from`; `undefined` if all cells of the page are null
   * (for "others": nothing was written). The bytes are valid only until the next iteration.
   */
  vectors(columnKey: string, part: VectorPart, from: number): Iterable<Uint8Array | undefined>;
  /** Returns the cells of responses, in the order of the columns, decoded from what the service sent. */
  cells(ids: readonly number[]): Cell[][];
}
