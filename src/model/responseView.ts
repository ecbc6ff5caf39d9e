/** Which part of a coded answer a cell shows. */
export const cellModes = ["codes", "labels", "both"] as const;
export type CellMode = (typeof cellModes)[number];

export const copyFormats = ["tsv", "csv", "json", "markdown"] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Order in which responses are shown; by default, newest first. Responses without a value come last. */
export interface Sort {
  /** The column's key. */
  readonly column: string;
  readonly direction: "ascending" | "descending";
}
