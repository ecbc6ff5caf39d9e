import { html, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";

export interface Option<Value> {
  readonly value: Value;
  readonly text: string;
  readonly disabled?: boolean;
}

interface Choice<Value> {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly title?: string | undefined;
  readonly choose: (value: Value) => void;
}

export interface DropDown<Value> extends Choice<Value> {
  readonly className: string;
  readonly disabled?: boolean;
  readonly focused?: () => void;
}

/** Renders a drop-down list with its label before it. */
export function choice<Value extends string | number | undefined>(
  it: DropDown<Value>,
): TemplateResult {
  return html`<label class=${it.className}>
    <span>${it.label}</span>
    <select
      class="input"
      name=${it.name}
      title=${ifDefined(it.title)}
      ?disabled=${it.disabled}
      @focus=${it.focused}
      @change=${(event: Event) => {
        const { target } = event;
        const chosen =
          target instanceof HTMLSelectElement ? it.options[target.selectedIndex] : undefined;
        if (chosen) {
          it.choose(chosen.value);
        }
      }}
    >
      ${it.options.map(
        ({ value, text, disabled }) =>
          html`<option value=${value ?? ""} .selected=${value === it.value} ?disabled=${disabled}>
            ${text}
          </option>`,
      )}
    </select>
  </label>`;
}

interface Segments<Value> extends Choice<Value> {
  /** As in aria-keyshortcuts. */
  readonly shortcut?: string;
}

/** Renders a choice of which all options are in sight, side by side. */
export function segmented<Value extends string>(it: Segments<Value>): TemplateResult {
  return html`<fieldset
    class="segmented"
    aria-keyshortcuts=${ifDefined(it.shortcut)}
    title=${ifDefined(it.title)}
  >
    <legend class="visually-hidden">${it.label}</legend>
    ${it.options.map(
      ({ value, text }) =>
        html`<label>
          <input
            type="radio"
            name=${it.name}
            value=${value}
            .checked=${value === it.value}
            @change=${() => it.choose(value)}
          /><span>${text}</span>
        </label>`,
    )}
  </fieldset>`;
}
