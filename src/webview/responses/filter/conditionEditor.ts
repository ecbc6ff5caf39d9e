import { html, type nothing, type TemplateResult } from "lit";
import type { ColumnValues } from "../../../model/responseView.ts";
import type { ColumnConditions, ConditionKindName } from "../../../model/conditions/conditions.ts";
import { LightElement, reactive } from "../../shared/lightElement.ts";
import type { GridColumn } from "../cells.ts";
import { conditionForm, formNames } from "./conditionForms.ts";

/** Edits the conditions on one column: a form for each kind of condition. */
class ConditionEditor extends LightElement {
  static override properties = reactive("column", "ask", "values");

  declare column: GridColumn;
  declare ask: ColumnConditions;
  declare values: ColumnValues | undefined;
  declare change: (ask: ColumnConditions, isTyped: boolean) => void;

  protected override render(): TemplateResult {
    const names = formNames(this.column);
    return html`<div class="condition-body">${names.map((it) => this.#form(it))}</div>`;
  }

  #form(is: ConditionKindName): TemplateResult | typeof nothing {
    const { column, values, ask } = this;
    return conditionForm(is, {
      column,
      values,
      asked: ask[is],
      change: (asked, isTyped) => this.change({ ...ask, [is]: asked }, isTyped),
    });
  }
}

customElements.define("condition-editor", ConditionEditor);
