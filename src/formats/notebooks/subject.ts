import type { TableColumn } from "../../model/tabular/tableColumn.ts";

/**
 * Where a notebook finds closed questions. `columns`: in columns that its file is known to have. `answers`: in rows of
 * answers, when it runs.
 */
export type NotebookSubject =
  | {
      readonly kind: "columns";
      readonly closed: readonly TableColumn[];
      readonly hasLabels: boolean;
    }
  | { readonly kind: "answers"; readonly rows: AnswerRows };

/**
 * What a row of answers says about its response. `items`: the loading code has numbered the responses. `ids`: a column has
 * their ids. `none`: nothing, so that questions cannot be crossed.
 */
export type AnswerRows = "items" | "ids" | "none";

/** Code of a notebook in one language, one text per cell. */
export interface Analysis {
  readonly prepare: string;
  readonly frequencies: string;
  readonly crossTable: string;
  readonly percentages: string;
}

/** Texts that the code shows to a person, in their language. */
export interface AnalysisTexts {
  readonly noQuestion: string;
  readonly noPair: string;
}
