import { html, type TemplateResult } from "lit";
import { t } from "./l10n.ts";
import { listTarget } from "./listKeys.ts";

export interface Tabs<Tab extends string> {
  readonly all: readonly Tab[];
  readonly current: Tab;
  /** Id of the element that shows the tab's content. */
  readonly body: string;
  readonly nameOf: (tab: Tab) => string;
  readonly select: (tab: Tab) => void;
}

/** Renders the tabs at the lower edge of a panel; the arrow keys go from one to the next. */
export function tabs<Tab extends string>(it: Tabs<Tab>): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label=${t("Views")}>
    ${it.all.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          class="tab"
          aria-selected=${tab === it.current}
          aria-controls=${it.body}
          tabindex=${tab === it.current ? 0 : -1}
          @click=${() => it.select(tab)}
          @keydown=${(event: KeyboardEvent) => go(event, tab, it)}
        >
          ${it.nameOf(tab)}
        </button>`,
    )}
  </div>`;
}

function go<Tab extends string>(event: KeyboardEvent, from: Tab, { all, select }: Tabs<Tab>): void {
  const keys = { previous: "ArrowLeft", next: "ArrowRight", wraps: true };
  const to = listTarget(event.key, all.indexOf(from), all.length, keys);
  const tab = to === undefined ? undefined : all[to];
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
