import { html, nothing, type TemplateResult } from "lit";
import type { PanelError } from "../../messages/panel.ts";
import { button, icon } from "./controls.ts";
import { t } from "./l10n.ts";

export interface Remedies {
  retry(): void;
  signIn(): void;
  /** Of panels that not every version has. */
  changeVersion?(): void;
}

function remedies({ action }: PanelError, offer: Remedies): TemplateResult {
  const mend =
    action === "signIn"
      ? button(t("Sign in"), () => offer.signIn())
      : action === "changeVersion" && offer.changeVersion
        ? button(t("Change API version"), () => offer.changeVersion?.())
        : nothing;
  return html`<div class="buttons">
    ${mend} ${button(t("Retry"), () => offer.retry(), mend !== nothing)}
  </div>`;
}

/** A failure above what was shown before. */
export function errorBanner(what: string, error: PanelError, offer: Remedies): TemplateResult {
  return html`<div class="banner" role="alert">
    ${icon("error")}
    <p><strong>${what}</strong> ${error.message}</p>
    ${remedies(error, offer)}
  </div>`;
}

/** A failure where there is nothing else to show. */
export function failure(what: string, error: PanelError, offer: Remedies): TemplateResult {
  return html`<div class="blank" role="alert">
    <h2>${icon("error")} ${what}</h2>
    <p>${error.message}</p>
    ${remedies(error, offer)}
  </div>`;
}

/** Nothing there, and what to do about it. */
export function blank(
  what: string,
  hint?: string,
  offer?: { readonly label: string; run(): void },
): TemplateResult {
  return html`<div class="blank">
    <p>${what}</p>
    ${hint === undefined ? nothing : html`<p class="quiet">${hint}</p>`}
    ${offer ? html`<div class="buttons">${button(offer.label, () => offer.run())}</div>` : nothing}
  </div>`;
}
