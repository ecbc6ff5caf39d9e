import type { ColumnName, MissingKind } from "../model/conditions/condition.ts";
import type { Words } from "../model/words.ts";

/** How emptiness is said. v1 and v2, which have ranks, leave out both what was not answered and what was not shown. */
export function missingText(
  { kind, rank }: Pick<ColumnName, "kind" | "rank">,
  missing: MissingKind,
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
