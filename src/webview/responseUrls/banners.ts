import { html, nothing } from "lit";
import type { PanelError } from "../../messages/panel.ts";
import { button, icon } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import { errorBanner, type ErrorActions } from "../shared/states.ts";
import type { UrlRows } from "./urlRows.ts";

/** Actions whose button goes with its banner, so they move the focus elsewhere. */
export interface BannerActions {
  preview(): void;
  dismiss(): void;
}

/**
 * Renders failures above the rows.
 * @param unread why the collect group could not be refreshed
 */
export function banners(
  unread: PanelError | undefined,
  rows: UrlRows,
  actions: ErrorActions,
  own: BannerActions,
): unknown {
  const failed = rows.preview?.error;
  return [
    unread ? errorBanner(t("The collect group could not be refreshed."), unread, actions) : nothing,
    failed
      ? errorBanner(t("The URLs could not be created."), failed, {
          ...actions,
          retry: () => own.preview(),
        })
      : nothing,
    rows.importError === undefined
      ? nothing
      : html`<div class="banner" role="alert">
          ${icon("error")}
          <p>${rows.importError}</p>
          ${button(t("Close"), () => own.dismiss(), true)}
        </div>`,
  ];
}
