import { html, nothing, type TemplateResult } from "lit";

interface FilterRange {
  readonly className: string;
  readonly label: string;
  readonly from: TemplateResult;
  readonly to: TemplateResult;
  readonly problem: TemplateResult;
}

/** Renders two fields for the lower and upper bound of a range. */
export function filterRange({ className, label, from, to, problem }: FilterRange): TemplateResult {
  return html`<div class="field ${className}" role="group" aria-label=${label}>
    <span aria-hidden="true">${label}</span>
    <div class="range">${from}<span class="range-to" aria-hidden="true">–</span>${to}</div>
    ${problem}
  </div>`;
}

/** Renders what is wrong with a field, for the field that is described by `${name}-problem`. */
export function fieldProblem(name: string, problem: string | undefined): TemplateResult {
  return html`<span id=${`${name}-problem`} class="field-problem" role="alert"
    >${problem ?? nothing}</span
  >`;
}

export function fieldOf(host: HTMLElement, name: string): HTMLInputElement | null {
  return host.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
}
