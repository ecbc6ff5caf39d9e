import type { CodebookRow } from "../../model/tabular/codebook.ts";
import { delimited } from "../../model/tabular/delimited.ts";
import type { TextReason } from "../../model/tabular/tableColumn.ts";

/** A column of a codebook in CSV, in a database and in a sheet. */
interface CodebookColumn {
  readonly name: string;
  /** Width in a sheet, in characters; undefined if sheets lack the column, because people read them. */
  readonly width?: number;
  /** Returns a row's value; undefined or an empty text if it has none. */
  valueIn(row: CodebookRow): string | number | undefined;
}

export const codebookColumns: readonly CodebookColumn[] = [
  { name: "block", width: 15, valueIn: (it) => it.block },
  { name: "order", width: 8, valueIn: (it) => it.order },
  { name: "question", width: 20, valueIn: (it) => it.question },
  { name: "type", width: 15, valueIn: (it) => it.type },
  { name: "label", width: 40, valueIn: (it) => it.label },
  { name: "html", valueIn: (it) => it.html },
  { name: "value", width: 12, valueIn: (it) => it.optionValue },
  { name: "valueLabel", width: 40, valueIn: (it) => it.optionLabel },
  { name: "column", width: 20, valueIn: (it) => delimited(it.columns) },
  { name: "unknown", width: 10, valueIn: (it) => it.unknownCount },
  { name: "dataType", width: 20, valueIn: dataTypeText },
  { name: "missing", width: 8, valueIn: (it) => (it.isMissing ? 1 : undefined) },
];

const reasons: Record<TextReason, string> = {
  question: "the question asks for a long text",
  words: "not all values are numbers",
  form: "numbers written in another way, such as 007 or 1.50",
  digits: "integers of more than 15 digits",
};

export function dataTypeText({ dataType, textReason }: CodebookRow): string {
  return textReason === undefined ? dataType : `${dataType}: ${reasons[textReason]}`;
}
