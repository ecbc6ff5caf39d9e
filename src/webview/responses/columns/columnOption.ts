import { html, nothing, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { icon } from "../../shared/controls.ts";
import type { GridColumn } from "../cells.ts";

/** Renders a column in the dialog: a box that says if it is shown, its name and its text. */
export function columnOption(it: GridColumn, isShown: boolean, isActive: boolean): TemplateResult {
  return html`<div
    role="option"
    class="columns-option ${isActive ? "active" : ""}"
    aria-checked=${isShown}
    tabindex=${isActive ? 0 : -1}
    data-key=${it.key}
  >
    <span class="columns-box" aria-hidden="true">${isShown ? icon("check") : nothing}</span>
    <span class="titled" title=${ifDefined(it.text === "" ? undefined : `${it.name}\n${it.text}`)}>
      <span class="columns-name code">${it.name}</span>
      <span class="columns-text">${it.text}</span>
    </span>
  </div>`;
}
