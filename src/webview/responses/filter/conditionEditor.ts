import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ColumnValues } from "../../../messages/responses.ts";
import { isPlainNumber } from "../../../model/plainNumber.ts";
import {
  missingKinds,
  type MissingKind,
  type NumberBounds,
} from "../../../model/responseFilter.ts";
import { button } from "../../shared/controls.ts";
import { folded, formatNumber, t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import type { GridColumn } from "../cells.ts";
import { missingLabel, valueLabel, type ColumnAsk } from "./filterParts.ts";
import "./numberRange.ts";

interface Choice {
  readonly id: string;
  readonly value?: string;
  readonly missing?: MissingKind;
  readonly label: string;
  /** Absent for what is asked for, but not among the values listed. */
  readonly count: number | undefined;
  readonly isChosen: boolean;
}

/** What one column is to say: some of its values, a number in a range, or a text in them. */
export class ConditionEditor extends LightElement {
  static override properties = {
    column: { attribute: false },
    ask: { attribute: false },
    values: { attribute: false },
    search: { state: true },
    active: { state: true },
  };

  declare column: GridColumn;
  declare ask: ColumnAsk;
  declare values: ColumnValues | undefined;
  declare change: (ask: ColumnAsk, typing: boolean) => void;
  declare private search: string;
  /** Of the choices, the one that Tab leads to. */
  declare private active: number;

  constructor() {
    super();
    this.search = "";
    this.active = 0;
  }

  protected override render(): TemplateResult {
    // What people choose stands before what they write; open questions are searched rather than chosen from.
    return this.column.isCoded
      ? html`<div class="condition-body">${this.#list()} ${this.#text()} ${this.#range()}</div>`
      : html`<div class="condition-body">${this.#text()} ${this.#range()} ${this.#list()}</div>`;
  }

  /** Offered where the values are numbers. */
  #range(): TemplateResult | typeof nothing {
    const { range } = this.ask;
    return range || (!this.column.isCoded && areNumbers(this.values))
      ? html`<number-range
          .bounds=${range ?? {}}
          .change=${(bounds: NumberBounds) => this.change({ ...this.ask, range: bounds }, true)}
        ></number-range>`
      : nothing;
  }

  #text(): TemplateResult {
    return html`<label class="field">
      <span>${this.column.isCoded ? t("Code or other text contains") : t("Contains")}</span>
      <input
        class="input"
        type="text"
        autocomplete="off"
        spellcheck="false"
        .value=${this.ask.text}
        @input=${(event: Event) => this.change({ ...this.ask, text: textOf(event) }, true)}
      />
    </label>`;
  }

  #list(): TemplateResult {
    const { values } = this;
    const listed = this.#listed();
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
            this.search = textOf(event);
            this.active = 0;
          }}
        />
      </label>
      <div class="buttons">
        ${button(t("Select all"), () => this.#chooseAll(listed, true), true)}
        ${button(t("Select none"), () => this.#chooseAll(listed, false), true)}
      </div>
      <div
        class="value-list"
        role="group"
        aria-label=${t("Values")}
        aria-busy=${values === undefined}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, listed.length)}
      >
        ${repeat(
          listed,
          (it) => it.id,
          (it, index) => this.#choice(it, index),
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

  #choice(it: Choice, index: number): TemplateResult {
    const isCode = it.value !== undefined && this.column.isCoded && it.label !== it.value;
    return html`<label class="value">
      <input
        type="checkbox"
        tabindex=${index === this.active ? 0 : -1}
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
    const { values, column, ask } = this;
    const counts = new Map(values?.values.map((it) => [it.value, it.count]) ?? []);
    const all = [...counts.keys(), ...ask.values.filter((it) => !counts.has(it))];
    const missing = { noAnswer: values?.noAnswer ?? 0, notShown: values?.notShown ?? 0 };
    return [
      ...all.map((value) => ({
        id: `value:${value}`,
        value,
        label: valueLabel(column, value),
        count: counts.get(value),
        isChosen: ask.values.includes(value),
      })),
      ...missingKinds
        .filter((kind) => missing[kind] > 0 || ask.missing.includes(kind) || isUsual(column, kind))
        .map((kind) => ({
          id: kind,
          missing: kind,
          label: missingLabel(column, kind),
          count: values ? missing[kind] : undefined,
          isChosen: ask.missing.includes(kind),
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
    const values = new Set(this.ask.values);
    const missing = new Set(this.ask.missing);
    for (const it of choices) {
      if (it.value !== undefined) {
        values[isChosen ? "add" : "delete"](it.value);
      } else if (it.missing !== undefined) {
        missing[isChosen ? "add" : "delete"](it.missing);
      }
    }
    this.change({ ...this.ask, values: [...values], missing: [...missing] }, false);
  }

  /** Of those that are found. */
  #chooseAll(listed: readonly Choice[], isChosen: boolean): void {
    this.#choose(listed, isChosen);
  }

  #onKey(event: KeyboardEvent, count: number): void {
    const to = destination(event.key, this.active, count);
    if (to !== undefined) {
      event.preventDefault();
      this.querySelectorAll<HTMLElement>(".value input")[to]?.focus();
    }
  }
}

/** Questions can be left unanswered, or not be shown; of other facts there is only one way to be missing. */
function isUsual({ kind }: GridColumn, missing: MissingKind): boolean {
  return kind === "variable" || missing === "notShown";
}

/** Those that are listed: an empty one is no number, and stands among them all the same. */
function areNumbers(values: ColumnValues | undefined): boolean {
  const given = values?.values.filter((it) => it.value !== "") ?? [];
  return given.length > 0 && given.every((it) => isPlainNumber(it.value));
}

function textOf(event: Event): string {
  return event.target instanceof HTMLInputElement ? event.target.value : "";
}

function destination(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, from + 1);
    case "ArrowUp":
      return Math.max(0, from - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

customElements.define("condition-editor", ConditionEditor);
