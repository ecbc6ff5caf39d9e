import type { Option } from "../survey.ts";

/*
 * Columns of a table of responses (docs/export.md, "Columns and values"). They are made once, from structure and
 * data, and shared by all writers, the codebook, snippets, and what is copied from the grid.
 */

/** `null`: missing. */
export type TableValue = string | number | null;

export type Measure = "nominal" | "ordinal" | "scale";

/**
 * What a column holds. `option`: 0/1 for one option; `other`: the free text given with it; `order`: codes in the order
 * given.
 */
export type ColumnPart = "value" | "label" | "option" | "other" | "order";

/** What a column is made of. Columns of the long layout have no origin, because they hold values of all variables. */
export interface ColumnOrigin {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly part: ColumnPart;
  /** The option's code; only of `option` and `other`. */
  readonly code?: string | undefined;
}

/**
 * Why a column is text. `question`: the question asks for a long text. `words`: not all values are numbers. `form`: they are
 * numbers, but not written as programs write them back, such as 007 or 1.50. `digits`: integers of more than 15 digits, of
 * which spreadsheets and many programs lose the last.
 */
export const textReasons = ["question", "words", "form", "digits"] as const;
export type TextReason = (typeof textReasons)[number];

export interface ValueLabel {
  /** The value as in the column. */
  readonly value: string | number;
  readonly label: string;
}

export interface TableColumn {
  /** Unique among the columns regardless of case; without control characters; not empty. */
  readonly name: string;
  readonly origin?: ColumnOrigin | undefined;
  /** Plain text on one line: the question's text, followed by the option's; empty if there is none. */
  readonly label: string;
  /** "number" only if every value is a canonical number; values are then JavaScript numbers or null. */
  readonly type: "text" | "number";
  /** Why it is text, if its values, or the codes of options (given or not), decide that. */
  readonly textReason?: TextReason | undefined;
  /** Maximum number of digits after the decimal point; 0 for integers and texts. */
  readonly decimals: number;
  /** Upper bound for the UTF-8 bytes of a value, numbers written as text. */
  readonly width: number;
  readonly measure: Measure;
  /** Labels of the values, in the options' order. Values without an option have none. */
  readonly labels: readonly ValueLabel[];
  /** Values declared to be no answers, if an option or a response has them. Default: none. */
  readonly missing?: readonly (string | number)[] | undefined;
  /** True if a text has several values: `;` separates them, with `\` before a `;` or `\` inside a value. */
  readonly isDelimited?: boolean | undefined;
}

/** A multiple-response set: the 0/1 columns of one question, where 1 means chosen. */
export interface ResponseSet {
  /** The question's name. */
  readonly name: string;
  readonly label: string;
  /** Names of columns. */
  readonly columns: readonly string[];
}

/** A code that was given although neither the structure nor a response has such an option; at most 10,000 per question. */
export interface UnknownCode {
  /** The question's name. */
  readonly variable: string;
  readonly code: string;
  /** Number of responses that have it. */
  readonly count: number;
}

/** A column name that had to be changed. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** A variable, metadata field or field of embedded data that columns are made of, whatever the layout. */
export interface TableVariable {
  readonly kind: ColumnOrigin["kind"];
  /** As in the columns' origin. */
  readonly name: string;
  readonly rank?: number | undefined;
  /** Unique among the variables regardless of case. Rows of the long layout have it. */
  readonly tableName: string;
  /** Plain text. */
  readonly text: string;
  readonly type?: string | undefined;
  readonly block?: string | undefined;
  /** Labels of values, as plain text: options of the structure in its order, then those that responses add. */
  readonly options: readonly Option[];
  /** Codes declared to be no answers, if an option or a response has them. */
  readonly missing: readonly string[];
  /** Columns made of it, that of the value first; none in the long layout, whose columns hold values of all variables. */
  readonly columns: readonly TableColumn[];
}

/** Description of a table, without its rows. */
export interface TableDescription {
  readonly columns: readonly TableColumn[];
  readonly sets: readonly ResponseSet[];
  readonly renamed: readonly Renamed[];
  readonly unknownCodes: readonly UnknownCode[];
  /** Number of rows, and of the responses that they are made of. */
  readonly rows: number;
  readonly responses: number;
  /** For the codebook; undefined if the description comes from a manifest. */
  readonly variables?: readonly TableVariable[] | undefined;
}
