import type { CellMode } from "../responseView.ts";
import type { Option } from "../survey.ts";
import { delimited } from "./delimited.ts";
import type { ColumnPart, Measure, TableColumn, TableValue } from "./tableColumn.ts";
import { isCanonicalNumber, type ValueFacts } from "./valueFacts.ts";

/** A value in a response: of an answer, metadata or embedded data. */
export interface Given {
  readonly value: string;
  readonly etcValue?: string | undefined;
  readonly valueLabel?: string | undefined;
}

/** A column that is not named yet. */
export interface NewColumn extends Omit<TableColumn, "name" | "origin"> {
  readonly part: ColumnPart;
  readonly code?: string | undefined;
  /** Its name is the variable's followed by this. */
  readonly suffix: string;
}

/** The columns that are made of one variable, and how its answers are written into them. */
export interface Cells {
  readonly columns: readonly NewColumn[];
  /** @param first index of its first column in the row, which has nulls there; @param given at least one */
  readonly write: (row: TableValue[], first: number, given: readonly Given[]) => void;
}

/** Returns a column of texts. @param width most bytes of a text */
export function textColumn(label: string, width: number): NewColumn {
  return {
    part: "value",
    suffix: "",
    label,
    type: "text",
    decimals: 0,
    width,
    measure: "nominal",
    labels: [],
  };
}

/** Facts that decide on the type and the width of a column. */
export type ColumnValues = Pick<
  ValueFacts,
  "width" | "markedWidth" | "decimals" | "isNumeric" | "reason"
>;

export interface ValueSource {
  /** The question's text. */
  readonly text: string;
  readonly values: ColumnValues;
  /** Values that were declared to be no answers. */
  readonly missing?: readonly string[] | undefined;
  readonly measure: Measure;
  /** Empty if values have no labels. */
  readonly options: readonly Option[];
  /** Returns plain text; `undefined` if there is no label. */
  readonly labelOf: (given: Given) => string | undefined;
  /** Maximum number of UTF-8 bytes of a label. */
  readonly labelWidth: number;
  /** Undefined if no response has several values. */
  readonly list?: ListFacts | undefined;
}

/** How to write the values of a response into one delimited text. */
export interface ListFacts {
  readonly width: number;
  /** Maximum number of values in one response. */
  readonly most: number;
  readonly arranged: (given: readonly Given[]) => readonly Given[];
}

export function delimitedColumn(label: string, width: number): NewColumn {
  return { ...textColumn(label, width), isDelimited: true };
}

/** Makes one column, or two if codes and labels are both wanted and there are labels. */
export function valueCells(source: ValueSource, mode: CellMode): Cells {
  const showsLabels = mode !== "codes" && source.options.length > 0;
  const codes = mode === "labels" && showsLabels ? undefined : codeCells(source);
  const labels = showsLabels ? labelCells(source) : undefined;
  if (!codes || !labels) {
    return codes ?? labels ?? codeCells(source);
  }
  return {
    columns: [
      ...codes.columns,
      ...labels.columns.map((it) => ({ ...it, part: "label" as const, suffix: "_label" })),
    ],
    write: (row, first, given) => {
      codes.write(row, first, given);
      labels.write(row, first + 1, given);
    },
  };
}

function codeCells({ text, values, missing = [], measure, options, list }: ValueSource): Cells {
  if (list) {
    return {
      columns: [{ ...delimitedColumn(text, Math.max(list.width, values.markedWidth)), measure }],
      write: (row, first, given) => {
        row[first] = delimited(list.arranged(given).map((it) => it.value));
      },
    };
  }
  const { isNumeric } = values;
  return {
    columns: [
      {
        ...textColumn(text, values.width),
        type: isNumeric ? "number" : "text",
        ...(isNumeric || values.reason === undefined ? {} : { textReason: values.reason }),
        decimals: isNumeric ? values.decimals : 0,
        measure,
        labels: options
          // The empty code, and codes that only came after answers, may be no numbers.
          .filter((it) => it.label !== "" && (!isNumeric || isCanonicalNumber(it.name)))
          .map(({ name, label }) => ({ value: isNumeric ? Number(name) : name, label })),
        ...(missing.length === 0
          ? {}
          : { missing: missing.map((it) => (isNumeric ? Number(it) : it)) }),
      },
    ],
    write: (row, first, [it]) => {
      if (it !== undefined) {
        row[first] = isNumeric ? numberOf(it.value) : it.value;
      }
    },
  };
}

function labelCells({ text, values, labelOf, labelWidth, list }: ValueSource): Cells {
  const width = Math.max(values.width, labelWidth);
  const shown = (it: Given): string => labelOf(it) ?? it.value;
  return {
    // In a list, every character may get a `\`.
    columns: [list ? delimitedColumn(text, list.most * (2 * width + 1)) : textColumn(text, width)],
    write: (row, first, given) => {
      const [it] = given;
      if (list) {
        row[first] = delimited(list.arranged(given).map(shown));
      } else if (it !== undefined) {
        row[first] = shown(it);
      }
    },
  };
}

function numberOf(text: string): number | null {
  return text === "" ? null : Number(text);
}
