import { html, type nothing, type TemplateResult } from "lit";
import type { ColumnValues } from "../../../messages/responses.ts";
import type {
  ColumnConditions,
  ConditionFields,
  ConditionKindName,
} from "../../../model/conditions/conditions.ts";
import { LightElement, reactive } from "../../shared/lightElement.ts";
import type { GridColumn } from "../cells.ts";
import { conditionForms, formNames, type Form } from "./conditionForms.ts";

/** Edits the conditions on one column: a form for each kind of condition. */
class ConditionEditor extends LightElement {
  static override properties = reactive("column", "ask", "values");

  declare column: GridColumn;
  declare ask: ColumnConditions;
  declare values: ColumnValues | undefined;
  /** Called with `isTyped` if the person may still be typing. */
  declare change: (ask: ColumnConditions, isTyped: boolean) => void;

  protected override render(): TemplateResult {
    const names = formNames(this.column);
    return html`<div class="condition-body">${names.map((it) => this.#form(it))}</div>`;
  }

  #form<K extends ConditionKindName>(is: K): TemplateResult | typeof nothing {
    const { column, values, ask } = this;
    const form: Form<ConditionFields[K]> = conditionForms[is];
    return form.template({
      column,
      values,
      asked: ask[is],
      change: (asked) => this.change({ ...ask, [is]: asked }, form.by === "typing"),
    });
  }
}

customElements.define("condition-editor", ConditionEditor);
