import { nothing, type TemplateResult } from "lit";
import { choice } from "../../shared/choice.ts";
import { t } from "../../shared/l10n.ts";
import type { ResponsesStore } from "../store.ts";
import type { FilterEntry } from "./filterEntry.ts";
import { columnConditions, statusKey, withConditions } from "./filterParts.ts";
import type { ValueRequests } from "./valueRequests.ts";

/** Renders the choice of a collect group, or all. */
export function groupField(
  { filtering, state }: ResponsesStore,
  entry: FilterEntry,
): TemplateResult {
  const { collectGroupId } = filtering.value;
  const groups = state?.collectGroups ?? [];
  // The chosen group stays in the list, even if the list could not be read.
  const isOther =
    collectGroupId !== undefined && !groups.some((it) => it.collectGroupId === collectGroupId);
  return choice({
    className: "field",
    name: "collectGroupId",
    label: t("Collect group"),
    value: collectGroupId,
    options: [
      { value: undefined, text: t("All groups") },
      ...groups.map((it) => ({ value: it.collectGroupId, text: it.label })),
      ...(isOther ? [{ value: collectGroupId, text: collectGroupId }] : []),
    ],
    choose: (id) => entry.applyNow({ collectGroupId: id }),
  });
}

/** Renders the choice of how a response ended, which only v3 provides. */
export function statusField(
  { columns, filtering }: ResponsesStore,
  entry: FilterEntry,
  questions: ValueRequests,
): TemplateResult | typeof nothing {
  const column = columns.byKey.get(statusKey);
  if (!column) {
    return nothing;
  }
  const values = columnConditions(filtering.value, statusKey).oneOf?.values ?? [];
  const listed = (filtering.values.get(statusKey)?.values ?? []).map((it) => it.value);
  const known = [...new Set([...listed, ...values])];
  // Several can only be chosen as a condition.
  const several = values.length > 1 ? values.join(", ") : undefined;
  return choice({
    className: "field",
    name: statusKey,
    label: t("Status"),
    value: several ?? values[0],
    options: [
      { value: undefined, text: t("All statuses") },
      ...known.map((it) => ({ value: it, text: it })),
      ...(several === undefined ? [] : [{ value: several, text: several, disabled: true }]),
    ],
    focused: () => questions.ask(statusKey),
    choose: (chosen) => {
      const ask = { oneOf: { values: chosen === undefined ? [] : [chosen], missing: [] } };
      entry.apply(withConditions(entry.filter, column, ask));
    },
  });
}
