import { html, nothing, type TemplateResult } from "lit";
import type { ColumnValues } from "../../../model/responseView.ts";
import type { ConditionFields, ConditionKindName } from "../../../model/conditions/conditions.ts";
import { isPlainNumber } from "../../../model/plainNumber.ts";
import { t } from "../../shared/l10n.ts";
import { enteredText } from "../../shared/lightElement.ts";
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
  readonly change: (asked: A) => void;
}

interface Form<A> {
  /** What is chosen takes effect at once, what is typed after a pause. */
  readonly by: "choosing" | "typing";
  /** The focus goes to the first field, or to that of the form with `data-takes-focus`. */
  readonly template: (edited: Edited<A>) => TemplateResult | typeof nothing;
}

/** Forms by kind of condition, in their order. */
const conditionForms: { readonly [K in ConditionKindName]: Form<ConditionFields[K]> } = {
  oneOf: {
    by: "choosing",
    template: ({ column, values, asked = { values: [], missing: [] }, change }) =>
      html`<condition-values
        .column=${column}
        .values=${values}
        .asked=${asked}
        .change=${change}
      ></condition-values>`,
  },

  contains: {
    by: "typing",
    template: ({ column, asked, change }) =>
      html`<label class="field">
        <span>${column.isCoded ? t("Answer text contains") : t("Contains")}</span>
        <input
          class="input"
          type="text"
          autocomplete="off"
          spellcheck="false"
          .value=${asked?.text ?? ""}
          @input=${(event: Event) => change({ text: enteredText(event) })}
        />
      </label>`,
  },

  between: {
    by: "typing",
    // Offered only if the values are numbers.
    template: ({ column, values, asked, change }) =>
      asked || (!column.isCoded && areNumbers(values))
        ? html`<number-range
            ?data-takes-focus=${asked !== undefined}
            .bounds=${asked ?? {}}
            .change=${change}
          ></number-range>`
        : nothing,
  },
};

const allNames = Object.keys(conditionForms) as ConditionKindName[];
const chosenNames = allNames.filter((it) => conditionForms[it].by === "choosing");
const typedNames = allNames.filter((it) => conditionForms[it].by === "typing");

/** Choosing comes before typing, except for open questions, which are searched rather than chosen from. */
export function formNames({ isCoded }: GridColumn): readonly ConditionKindName[] {
  return isCoded ? [...chosenNames, ...typedNames] : [...typedNames, ...chosenNames];
}

/** @param change with `isTyped` if the person may still be typing */
export function conditionForm<K extends ConditionKindName>(
  is: K,
  {
    change,
    ...edited
  }: Omit<Edited<ConditionFields[K]>, "change"> & {
    readonly change: (asked: ConditionFields[K], isTyped: boolean) => void;
  },
): TemplateResult | typeof nothing {
  const form: Form<ConditionFields[K]> = conditionForms[is];
  return form.template({ ...edited, change: (asked) => change(asked, form.by === "typing") });
}

/** Returns true if all listed values are numbers; empty values are ignored. */
function areNumbers(values: ColumnValues | undefined): boolean {
  const given = values?.values.filter((it) => it.value !== "") ?? [];
  return given.length > 0 && given.every((it) => isPlainNumber(it.value));
}
