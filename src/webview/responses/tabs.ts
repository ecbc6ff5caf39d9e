import { html, type TemplateResult } from "lit";
import { responsesTabs, type ResponsesTab } from "../../messages/responses.ts";
import { t } from "../shared/l10n.ts";

/** The element that shows what the tab is about. */
export const tabBody = "responses-body";

export function tabName(tab: ResponsesTab): string {
  switch (tab) {
    case "responses":
      return t("Responses");
    case "summary":
      return t("Summary");
    case "fieldwork":
      return t("Fieldwork");
  }
}

/** The tabs at the lower edge of the panel; the arrow keys go from one to the next. */
export function tabs(current: ResponsesTab, select: (tab: ResponsesTab) => void): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label=${t("Views")}>
    ${responsesTabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          class="tab"
          aria-selected=${tab === current}
          aria-controls=${tabBody}
          tabindex=${tab === current ? 0 : -1}
          @click=${() => select(tab)}
          @keydown=${(event: KeyboardEvent) => go(event, tab, select)}
        >
          ${tabName(tab)}
        </button>`,
    )}
  </div>`;
}

function go(event: KeyboardEvent, from: ResponsesTab, select: (tab: ResponsesTab) => void): void {
  const last = responsesTabs.length - 1;
  const at = responsesTabs.indexOf(from);
  const to = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  const tab = to === undefined ? undefined : responsesTabs[to];
  if (to === undefined || tab === undefined || !(event.currentTarget instanceof HTMLElement)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const button = event.currentTarget.parentElement?.children[to];
  select(tab);
  if (button instanceof HTMLElement) {
    button.focus();
  }
}
