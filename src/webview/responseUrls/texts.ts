import type { RowProblemKind, UrlCell, UrlRow } from "../../model/urlTable.ts";
import { t, sayCount } from "../shared/l10n.ts";
import type { Draft, Summary } from "./draft.ts";

/** Returns the text of a cell, as it is shown and copied. */
export function cellText(cell: UrlCell): string {
  if (cell === null) {
    return "";
  }
  return typeof cell === "object" ? cell.json : String(cell);
}

export function problemText(kind: RowProblemKind, column: string): string {
  switch (kind) {
    case "missing":
      return t("{0} has no value", column);
    case "unknown":
      return t("{0} is not a parameter of the survey", column);
    case "wrong-type":
      return t("{0} is neither text nor a number that can be sent exactly", column);
  }
}

/** Returns the texts of a row's problems, in the order of `draft.problems`. */
export function problemTexts(draft: Draft, row: UrlRow): string[] {
  const { columns } = draft.table;
  return draft.problems(row).map((it) => problemText(it.kind, columns[it.column] ?? ""));
}

/** Says how many rows there are, how many are blank, and how many have URLs. */
export function summaryTexts({ rows, blank, urls }: Summary): string[] {
  const texts = [sayCount(rows, { one: "{0} row", other: "{0} rows" })];
  if (blank > 0) {
    texts.push(
      sayCount(blank, { one: "{0} blank row is not sent", other: "{0} blank rows are not sent" }),
    );
  }
  if (urls > 0) {
    texts.push(sayCount(urls, { one: "{0} URL", other: "{0} URLs" }));
  }
  return texts;
}

/** Says what is wrong with the rows, with counts; "" if nothing is. */
export function problemSummary({ wrong, missing, unknown, wrongType }: Summary): string {
  if (wrong === 0) {
    return "";
  }
  const kinds = [
    [missing, sayCount(missing, { one: "{0} missing value", other: "{0} missing values" })],
    [unknown, sayCount(unknown, { one: "{0} unknown key", other: "{0} unknown keys" })],
    [
      wrongType,
      sayCount(wrongType, {
        one: "{0} value of a wrong type",
        other: "{0} values of a wrong type",
      }),
    ],
  ] as const;
  const found = kinds.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(", ");
  return sayCount(
    wrong,
    { one: "{0} row cannot be sent: {1}", other: "{0} rows cannot be sent: {1}" },
    found,
  );
}
