import { html, nothing } from "lit";
import type { PanelError } from "../../messages/panel.ts";
import { button, icon } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import { errorBanner, type ErrorActions } from "../shared/states.ts";

export interface Banners {
  /** Why the collect group could not be refreshed. */
  readonly unread: PanelError | undefined;
  /** Why URLs could not be created. */
  readonly failed: PanelError | undefined;
  /** Why rows could not be imported. */
  readonly problem: string | undefined;
  readonly actions: ErrorActions;
  readonly preview: () => void;
  readonly dismiss: () => void;
}

/** Renders failures above the rows. */
export function banners(it: Banners): unknown {
  return [
    it.unread
      ? errorBanner(t("The collect group could not be refreshed."), it.unread, it.actions)
      : nothing,
    it.failed
      ? errorBanner(t("The URLs could not be created."), it.failed, {
          ...it.actions,
          retry: it.preview,
        })
      : nothing,
    it.problem === undefined
      ? nothing
      : html`<div class="banner" role="alert">
          ${icon("error")}
          <p>${it.problem}</p>
          ${button(t("Close"), it.dismiss, true)}
        </div>`,
  ];
}
