/** Which part of a coded answer a cell shows. */
export const cellModes = ["codes", "labels", "both"] as const;
export type CellMode = (typeof cellModes)[number];

export const copyFormats = ["tsv", "csv", "json", "markdown"] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** The values of a column, to choose from. */
export interface ColumnValues {
  /** Options in the structure's order, then other values, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly noAnswer: number;
  readonly notShown: number;
  /** True if there are more values than are listed. */
  readonly isCut: boolean;
}

/** The next cell that contains a text. */
export interface FoundCell {
  /** Number of cells that contain it. */
  readonly count: number;
  /** Number of this cell among them, from 1, in reading order; `undefined` if there is none. */
  readonly number?: number | undefined;
  readonly cell?: { readonly row: number; readonly column: string } | undefined;
}

/** Order in which responses are shown; by default, newest first. Responses without a value come last. */
export interface Sort {
  /** The column's key. */
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
