import type { RowProblemKind, UrlCell } from "../../model/urlTable.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import type { Summary } from "./draft.ts";

/** What a cell shows, and what is copied of it. */
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

/** What stands below the rows: how many there are, and what has come of them. */
export function summaryTexts({ rows, blank, urls }: Summary): string[] {
  const texts = [rows === 1 ? t("1 row") : t("{0} rows", formatNumber(rows))];
  if (blank > 0) {
    texts.push(
      blank === 1
        ? t("1 blank row is not sent")
        : t("{0} blank rows are not sent", formatNumber(blank)),
    );
  }
  if (urls > 0) {
    texts.push(urls === 1 ? t("1 URL") : t("{0} URLs", formatNumber(urls)));
  }
  return texts;
}

/** What is wrong with the rows, with counts; empty if nothing is. */
export function problemSummary({ wrong, missing, unknown, wrongType }: Summary): string {
  if (wrong === 0) {
    return "";
  }
  const kinds = [
    [
      missing,
      missing === 1 ? t("1 missing value") : t("{0} missing values", formatNumber(missing)),
    ],
    [unknown, unknown === 1 ? t("1 unknown key") : t("{0} unknown keys", formatNumber(unknown))],
    [
      wrongType,
      wrongType === 1
        ? t("1 value of a wrong type")
        : t("{0} values of a wrong type", formatNumber(wrongType)),
    ],
  ] as const;
  const found = kinds.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(", ");
  return wrong === 1
    ? t("1 row cannot be sent: {0}", found)
    : t("{0} rows cannot be sent: {1}", formatNumber(wrong), found);
}
