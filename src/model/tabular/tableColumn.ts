import type { Option } from "../survey.ts";

/*
 * What the columns of a table of responses are (EXPORTS.md): made once, from structure and data, and shared by every writer,
 * by the codebook, by snippets, and by what is copied from the grid.
 */

/** `null`: missing. */
export type TableValue = string | number | null;

export type Measure = "nominal" | "ordinal" | "scale";

/** What a column says of what it comes from. `option`: 0/1 for one option; `other`: what was written beside an option. */
export type ColumnPart = "value" | "label" | "option" | "other" | "order";

/** Where a column comes from; columns of the long layout come from everywhere. */
export interface ColumnOrigin {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly part: ColumnPart;
  /** The option's code, of `option` and `other`. */
  readonly code?: string | undefined;
}

/**
 * Why a column is a text. `question`: the question asks for a long text. `words`: not all values are numbers. `form`: they
 * are, but written in another way than programs write them back, such as 007 or 1.50. `digits`: integers of more than 15
 * digits, of which spreadsheets and many programs lose the last.
 */
export const textReasons = ["question", "words", "form", "digits"] as const;
export type TextReason = (typeof textReasons)[number];

export interface ValueLabel {
  /** As it stands in the column. */
  readonly value: string | number;
  readonly label: string;
}

export interface TableColumn {
  /** Unique among the columns, upper and lower case being the same; without control characters; not empty. */
  readonly name: string;
  readonly origin?: ColumnOrigin | undefined;
  /** Plain text on one line: the question's text, with the option's behind it; empty where there is none. */
  readonly label: string;
  /** A number only where every value is a canonical number; then values are JavaScript numbers or null. */
  readonly type: "text" | "number";
  /** Of texts for which values decide it, or codes of options, given or not. */
  readonly textReason?: TextReason | undefined;
  /** Of numbers: the most digits behind the point; 0 of integers and of texts. */
  readonly decimals: number;
  /** The most bytes of UTF-8 that a value takes, numbers written as text; an upper bound. */
  readonly width: number;
  readonly measure: Measure;
  /** What the values mean, in the structure's order; values that the structure does not know are not among them. */
  readonly labels: readonly ValueLabel[];
  /** Values that were declared to be no answers: those that have a label, or that a response has. Absent: none. */
  readonly missing?: readonly (string | number)[] | undefined;
  /** Whether a text has several values: `;` stands between them, and `\` before a `;` or `\` inside of one. */
  readonly isDelimited?: boolean | undefined;
}

/** A multiple-response set: 0/1 columns of one question, of which 1 counts. */
export interface ResponseSet {
  /** The question's name. */
  readonly name: string;
  readonly label: string;
  /** Names of columns. */
  readonly columns: readonly string[];
}

/** A code that was given and that neither the structure nor a response has as an option; at most 10,000 of a question. */
export interface UnknownCode {
  /** The question's name. */
  readonly variable: string;
  readonly code: string;
  /** Responses that have it. */
  readonly count: number;
}

/** A name that could not stay as it was. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** What columns are made of, whatever the layout. */
export interface TableVariable {
  readonly kind: ColumnOrigin["kind"];
  /** As in the columns' origin. */
  readonly name: string;
  readonly rank?: number | undefined;
  /** Unique among the variables, upper and lower case being the same: what rows of the long layout say. */
  readonly tableName: string;
  /** Plain text. */
  readonly text: string;
  readonly type?: string | undefined;
  readonly block?: string | undefined;
  /** What values mean, as plain text: of the structure in its order, then what responses add. */
  readonly options: readonly Option[];
  /** Codes that were declared to be no answers, of options or given. */
  readonly missing: readonly string[];
}

/** All that is known of a table but its rows. */
export interface TableDescription {
  readonly columns: readonly TableColumn[];
  readonly sets: readonly ResponseSet[];
  readonly renamed: readonly Renamed[];
  readonly unknownCodes: readonly UnknownCode[];
  /** Rows, and responses from which they are made. */
  readonly rows: number;
  readonly responses: number;
  /** For the codebook; absent where the description comes from a manifest. */
  readonly variables?: readonly TableVariable[] | undefined;
}
