import type { FieldworkAnswer, FieldworkView } from "../../../src/messages/fieldwork.ts";
import type { PanelLocale } from "../../../src/messages/panel.ts";
import type { ResponseFilter } from "../../../src/model/responseFilter.ts";
import { FieldworkView as Tab } from "../../../src/webview/responses/fieldwork/fieldworkView.ts";
import "../../../src/webview/responses/responses.css";
import { useLocale } from "../../../src/webview/shared/l10n.ts";
import { requestOf, type ResponsesRequest } from "../support/panelMessages.ts";

/** What a test has the tab show. Runs in the page, in the place of the panel. */
export interface FieldworkState {
  readonly kind: "fieldworkState";
  readonly locale?: PanelLocale;
  readonly answer?: FieldworkAnswer | undefined;
  readonly view?: FieldworkView;
}

/** What the tab asked of its owner. */
export type FieldworkSaid =
  | ResponsesRequest
  | { readonly kind: "filter"; readonly filter: ResponseFilter }
  | { readonly kind: "keep"; readonly view: FieldworkView };

const say = (message: FieldworkSaid | { readonly kind: "ready" }): void => {
  window.sent.push(message);
  void window.passOn?.(message);
};

const tab = new Tab();
tab.owner = {
  send: (name, ...values) =>
    say(requestOf({ id: 0, name, values, isCancellable: false }) as FieldworkSaid),
  filter: (filter) => say({ kind: "filter", filter }),
  keep: (view) => say({ kind: "keep", view }),
};
const head = document.createElement("header");
head.className = "visually-hidden";
head.append(document.createElement("h1"));
head.firstElementChild?.append("Fieldwork");
const main = document.createElement("main");
main.className = "body";
main.style.height = "100%";
document.getElementById("app")?.append(head, main);
window.addEventListener("message", (event: MessageEvent<FieldworkState>) => {
  const { locale = { locale: "en-GB", strings: {} }, answer, view } = event.data;
  useLocale(locale);
  Object.assign(tab, { answer, ...(view ? { view } : {}) });
  if (!tab.isConnected) {
    main.append(tab);
  }
});
say({ kind: "ready" });
