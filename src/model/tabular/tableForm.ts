import type { CellMode } from "../responseView.ts";

export const codebookFormats = ["csv", "json", "md"] as const;
export type CodebookFormat = (typeof codebookFormats)[number];

/** `wide`: one row per response; `long`: one row per answer. */
export const tableLayouts = ["wide", "long"] as const;
export type TableLayout = (typeof tableLayouts)[number];

/**
 * Form of questions of which several options can be chosen: a 0/1 column per option, or one column with the chosen codes.
 */
export const multiSelectForms = ["columns", "delimited"] as const;
export type MultiSelectForm = (typeof multiSelectForms)[number];

/** `excel`: with a byte order mark, and no text that a spreadsheet would take for a formula. */
export const csvPresets = ["plain", "excel"] as const;
export type CsvPreset = (typeof csvPresets)[number];

/** `day`: a folder of Parquet files, one or more per day of submission, which readers take as one dataset. */
export const partitions = ["none", "day"] as const;
export type Partition = (typeof partitions)[number];

/**
 * How responses become a table. A format's `options` list what applies to it: .sav, for one, always has codes and labels.
 */
export interface TableForm {
  readonly layout: TableLayout;
  readonly cells: CellMode;
  readonly multiSelect: MultiSelectForm;
  /** True for a second row with the columns' labels. */
  readonly labelRow: boolean;
  readonly preset: CsvPreset;
  readonly partition: Partition;
}

export const defaultTableForm: TableForm = {
  layout: "wide",
  cells: "codes",
  multiSelect: "columns",
  labelRow: false,
  preset: "plain",
  partition: "none",
};
