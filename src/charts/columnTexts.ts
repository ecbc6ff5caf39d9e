import type { ColumnName, NoAnswerReason } from "../model/conditions/condition.ts";
import type { Words } from "../model/words.ts";

/**
 * Returns the text for an empty cell. v1 and v2, whose columns have ranks, do not distinguish questions that were not
 * answered from questions that were not shown.
 */
export function missingText(
  { kind, rank }: Pick<ColumnName, "kind" | "rank">,
  missing: NoAnswerReason,
  t: Words["t"],
): string {
  if (kind !== "variable") {
    return t("no value");
  }
  if (missing === "noAnswer") {
    return t("no answer");
  }
  return rank === undefined ? t("not shown") : t("no answer or not shown");
}
