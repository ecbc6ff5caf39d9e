import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../shared/l10n.ts";
import type { ResponsesStore } from "../store.ts";
import type { FilterEntry } from "./filterEntry.ts";
import { columnConditions, withConditions } from "./filterParts.ts";
import { statusKey, type ValueRequests } from "./valueRequests.ts";

/** Renders the choice of a collect group, or all. */
export function groupField(
  { filtering, state }: ResponsesStore,
  entry: FilterEntry,
): TemplateResult {
  const { collectGroupId } = filtering.value;
  const known = (state?.collectGroups ?? []).map((it) => [it.collectGroupId, it.label] as const);
  // The chosen group stays in the list, even if the list could not be read.
  const isKnown = collectGroupId === undefined || known.some(([id]) => id === collectGroupId);
  const groups = isKnown ? known : [...known, [collectGroupId, collectGroupId] as const];
  return html`<label class="field">
    <span>${t("Collect group")}</span>
    <select
      class="input"
      name="collectGroupId"
      @change=${(event: Event) => entry.applyNow({ collectGroupId: chosen(event) })}
    >
      <option value="" .selected=${collectGroupId === undefined}>${t("All groups")}</option>
      ${groups.map(
        ([id, label]) =>
          html`<option value=${id} .selected=${id === collectGroupId}>${label}</option>`,
      )}
    </select>
  </label>`;
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
  const [only] = values;
  return html`<label class="field">
    <span>${t("Status")}</span>
    <select
      class="input"
      name=${statusKey}
      @focus=${() => questions.ask(statusKey)}
      @change=${(event: Event) => {
        const value = chosen(event);
        const ask = { oneOf: { values: value === undefined ? [] : [value], missing: [] } };
        entry.apply(withConditions(entry.filter, column, ask));
      }}
    >
      <option value="" .selected=${only === undefined}>${t("All statuses")}</option>
      ${known.map(
        (it) =>
          html`<option value=${it} .selected=${values.length === 1 && it === only}>${it}</option>`,
      )}
      ${
        values.length > 1
          ? html`<option value="" disabled selected>${values.join(", ")}</option>`
          : nothing
      }
    </select>
  </label>`;
}

function chosen(event: Event): string | undefined {
  const value = event.target instanceof HTMLSelectElement ? event.target.value : "";
  return value === "" ? undefined : value;
}
