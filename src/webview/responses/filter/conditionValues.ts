import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { missingText } from "../../../charts/columnTexts.ts";
import type { ColumnValues } from "../../../model/responseView.ts";
import { noAnswerReasons, type NoAnswerReason } from "../../../model/conditions/condition.ts";
import type { OneOf } from "../../../model/conditions/kinds.ts";
import { button } from "../../shared/controls.ts";
import { folded, formatNumber, t, sayCount } from "../../shared/l10n.ts";
import { enteredText, LightElement, reactive } from "../../shared/lightElement.ts";
import { listTarget } from "../../shared/listKeys.ts";
import type { GridColumn } from "../cells.ts";
import { valueLabel } from "./filterParts.ts";

interface Choice {
  readonly id: string;
  readonly value?: string;
  readonly missing?: NoAnswerReason;
  readonly label: string;
  /** Undefined for a value of the condition that is not among the listed ones. */
  readonly count: number | undefined;
  readonly isChosen: boolean;
}

/** The values of a column to choose from, and the kinds of missing answers. */
class ConditionValues extends LightElement {
  static override properties = reactive("column", "asked", "values", "search", "active");

  declare column: GridColumn;
  declare asked: OneOf;
  declare values: ColumnValues | undefined;
  declare change: (asked: OneOf) => void;
  declare private search: string;
  /** Index of the choice that Tab reaches. */
  declare private active: number;

  constructor() {
    super();
    this.search = "";
    this.active = 0;
  }

  protected override render(): TemplateResult {
    const { values } = this;
    const listed = this.#listed();
    // Fewer values may be listed than when one of them had the focus.
    const active = Math.min(this.active, listed.length - 1);
    return html`<div class="field values">
      <label>
        <span>${t("Values")}</span>
        <input
          class="input"
          type="text"
          autocomplete="off"
          spellcheck="false"
          placeholder=${t("Find in the values")}
          .value=${this.search}
          @input=${(event: Event) => {
            this.search = enteredText(event);
            this.active = 0;
          }}
        />
      </label>
      <div class="buttons">
        ${button(t("Select All"), () => this.#choose(listed, true), true)}
        ${button(t("Select None"), () => this.#choose(listed, false), true)}
      </div>
      <div
        class="value-list"
        role="group"
        aria-label=${t("Values")}
        aria-busy=${values === undefined}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, active, listed.length)}
      >
        ${repeat(
          listed,
          (it) => it.id,
          (it, index) => this.#choice(it, index, index === active),
        )}
      </div>
      ${values === undefined ? html`<p class="quiet">${t("Counting values…")}</p>` : nothing}
      ${values && listed.length === 0 ? html`<p class="quiet">${t("No value found")}</p>` : nothing}
      ${
        values?.isCut
          ? html`<p class="quiet">
              ${t("Only the {0} most frequent values are listed.", formatNumber(values.values.length))}
            </p>`
          : nothing
      }
    </div>`;
  }

  #choice(it: Choice, index: number, isActive: boolean): TemplateResult {
    const isCode = it.value !== undefined && this.column.isCoded && it.label !== it.value;
    return html`<label class="value">
      <input
        type="checkbox"
        tabindex=${isActive ? 0 : -1}
        aria-label=${spoken(isCode ? `${it.value} ${it.label}` : it.label, it.count)}
        .checked=${it.isChosen}
        @focus=${() => {
          this.active = index;
        }}
        @change=${(event: Event) => {
          this.#choose([it], event.target instanceof HTMLInputElement && event.target.checked);
        }}
      />
      <span class="value-label ${it.missing ? "quiet" : ""}" title=${it.label}>
        ${isCode ? html`<span class="code quiet">${it.value}</span> ` : nothing}${it.label}
      </span>
      <span class="quiet">${it.count === undefined ? nothing : formatNumber(it.count)}</span>
    </label>`;
  }

  #choices(): Choice[] {
    const { values, column, asked } = this;
    const counts = new Map(values?.values.map((it) => [it.value, it.count]) ?? []);
    const all = [...counts.keys(), ...asked.values.filter((it) => !counts.has(it))];
    const missing = { noAnswer: values?.noAnswer ?? 0, notShown: values?.notShown ?? 0 };
    return [
      ...all.map((value) => ({
        id: `value:${value}`,
        value,
        label: valueLabel(column, value),
        count: counts.get(value),
        isChosen: asked.values.includes(value),
      })),
      ...noAnswerReasons
        .filter(
          (kind) => missing[kind] > 0 || asked.missing.includes(kind) || isUsual(column, kind),
        )
        .map((kind) => ({
          id: kind,
          missing: kind,
          label: missingText(column, kind, t),
          count: values ? missing[kind] : undefined,
          isChosen: asked.missing.includes(kind),
        })),
    ];
  }

  #listed(): Choice[] {
    const text = folded(this.search.trim());
    return this.#choices().filter(
      (it) => folded(it.label).includes(text) || folded(it.value ?? "").includes(text),
    );
  }

  #choose(choices: readonly Choice[], isChosen: boolean): void {
    const values = new Set(this.asked.values);
    const missing = new Set(this.asked.missing);
    for (const it of choices) {
      if (it.value !== undefined) {
        values[isChosen ? "add" : "delete"](it.value);
      } else if (it.missing !== undefined) {
        missing[isChosen ? "add" : "delete"](it.missing);
      }
    }
    this.change({ values: [...values], missing: [...missing] });
  }

  #onKey(event: KeyboardEvent, active: number, count: number): void {
    const to = listTarget(event.key, active, count);
    if (to !== undefined) {
      event.preventDefault();
      this.querySelectorAll<HTMLElement>(".value input")[to]?.focus();
    }
  }
}

/** Questions can be unanswered or not shown; other columns have only one kind of missing value. */
function isUsual({ kind }: GridColumn, missing: NoAnswerReason): boolean {
  return kind === "variable" || missing === "notShown";
}

/** "1 Every week, 265 responses" */
function spoken(label: string, count: number | undefined): string {
  return count === undefined
    ? label
    : t("{0}, {1}", label, sayCount(count, { one: "{0} response", other: "{0} responses" }));
}

customElements.define("condition-values", ConditionValues);
