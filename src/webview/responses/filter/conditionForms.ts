import { html, nothing, type TemplateResult } from "lit";
import type { ColumnValues } from "../../../messages/responses.ts";
import type { ConditionFields, ConditionKindName } from "../../../model/conditions/conditions.ts";
import type { NumberBounds, OneOf } from "../../../model/conditions/kinds.ts";
import { isPlainNumber } from "../../../model/plainNumber.ts";
import { t } from "../../shared/l10n.ts";
import type { GridColumn } from "../cells.ts";
import "./conditionValues.ts";
import "./numberRange.ts";

/** Input of a form. */
interface Edited<A> {
  readonly column: GridColumn;
  /** Undefined until they are counted. */
  readonly values: ColumnValues | undefined;
  /** Undefined if there is no condition of this kind. */
  readonly asked: A | undefined;
  /** @param isTyped true if the person may still be typing */
  readonly change: (asked: A, isTyped: boolean) => void;
}

type Form<A> = (edited: Edited<A>) => TemplateResult | typeof nothing;

/** Forms by kind of condition. */
const conditionForms: { readonly [K in ConditionKindName]: Form<ConditionFields[K]> } = {
  oneOf: ({ column, values, asked = { values: [], missing: [] }, change }) =>
    html`<condition-values
      .column=${column}
      .values=${values}
      .asked=${asked}
      .change=${(it: OneOf) => change(it, false)}
    ></condition-values>`,

  contains: ({ column, asked, change }) =>
    html`<label class="field">
      <span>${column.isCoded ? t("Answer text contains") : t("Contains")}</span>
      <input
        class="input"
        type="text"
        autocomplete="off"
        spellcheck="false"
        .value=${asked?.text ?? ""}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) {
            change({ text: event.target.value }, true);
          }
        }}
      />
    </label>`,

  // Offered only if the values are numbers.
  between: ({ column, values, asked, change }) =>
    asked || (!column.isCoded && areNumbers(values))
      ? html`<number-range
          .bounds=${asked ?? {}}
          .change=${(it: NumberBounds) => change(it, true)}
        ></number-range>`
      : nothing,
};

export const formNames = Object.keys(conditionForms) as ConditionKindName[];

export function conditionForm<K extends ConditionKindName>(
  is: K,
  edited: Edited<ConditionFields[K]>,
): TemplateResult | typeof nothing {
  return conditionForms[is](edited);
}

/** Returns true if all listed values are numbers; empty values are ignored. */
function areNumbers(values: ColumnValues | undefined): boolean {
  const given = values?.values.filter((it) => it.value !== "") ?? [];
  return given.length > 0 && given.every((it) => isPlainNumber(it.value));
}
