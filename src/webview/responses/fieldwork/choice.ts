import { html, type TemplateResult } from "lit";

export interface Choice {
  readonly name: string;
  /** Text before the field. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly choose: (value: string) => void;
}

/** Renders a drop-down list. */
export function choice({ name, label, value, options, choose }: Choice): TemplateResult {
  return html`<label class="fieldwork-field"
    >${label}
    <select
      class="input"
      name=${name}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLSelectElement) {
          choose(event.target.value);
        }
      }}
    >
      ${options.map(
        (it) => html`<option value=${it.value} .selected=${it.value === value}>${it.text}</option>`,
      )}
    </select></label
  >`;
}
