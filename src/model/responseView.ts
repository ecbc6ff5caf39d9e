/** Which part of a coded answer a cell shows. */
export const cellModes = ["codes", "labels", "both"] as const;
export type CellMode = (typeof cellModes)[number];

export const copyFormats = ["tsv", "csv", "json", "markdown"] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** In what order responses are shown; without one, newest first. Those without a value come last. */
export interface Sort {
  /** The column's key. */
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
