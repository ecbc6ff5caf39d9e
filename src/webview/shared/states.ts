import { html, nothing, type TemplateResult } from "lit";
import type { SignIn } from "../../model/errors.ts";
import type { PanelError } from "../../messages/panel.ts";
import { button, icon } from "./controls.ts";
import { t } from "./l10n.ts";

export interface ErrorActions {
  retry(): void;
  signIn(to: SignIn): void;
  /** Only in panels that some versions do not support. */
  changeVersion?(): void;
}

function errorActions({ action: needed }: PanelError, offer: ErrorActions): TemplateResult {
  const action =
    needed === "signIn"
      ? button(t("Sign In"), () => offer.signIn(needed))
      : needed === "signInToProxy"
        ? button(t("Sign In to Proxy"), () => offer.signIn(needed))
        : needed === "changeVersion" && offer.changeVersion
          ? button(t("Change API version"), () => offer.changeVersion?.())
          : nothing;
  return html`<div class="buttons">
    ${action} ${button(t("Retry"), () => offer.retry(), action !== nothing)}
  </div>`;
}

/** Renders a failure above what was shown before. */
export function errorBanner(what: string, error: PanelError, offer: ErrorActions): TemplateResult {
  return html`<div class="banner" role="alert">
    ${icon("error")}
    <p><strong>${what}</strong> ${error.message}</p>
    ${errorActions(error, offer)}
  </div>`;
}

/** Renders a failure if there is nothing else to show. */
export function failure(what: string, error: PanelError, offer: ErrorActions): TemplateResult {
  return html`<div class="blank" role="alert">
    <h2>${icon("error")} ${what}</h2>
    <p>${error.message}</p>
    ${errorActions(error, offer)}
  </div>`;
}

/** Renders an empty state, and what to do about it. */
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
