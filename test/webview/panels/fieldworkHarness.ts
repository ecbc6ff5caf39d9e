import type { FieldworkAnswer, FieldworkView } from "../../../src/messages/fieldwork.ts";
import type { PanelLocale } from "../../../src/messages/panel.ts";
import { FieldworkView as Tab } from "../../../src/webview/responses/fieldwork/fieldworkView.ts";
import "../../../src/webview/responses/responses.css";
import { ResponsesStore } from "../../../src/webview/responses/store.ts";
import { useLocale } from "../../../src/webview/shared/l10n.ts";
import { responsesState } from "./fixtures.ts";
import { requestOf, type ResponsesRequest } from "../support/panelMessages.ts";

/** State that a test gives the tab. This module runs in the page, in place of the panel. */
export interface FieldworkState {
  readonly kind: "fieldworkState";
  readonly locale?: PanelLocale;
  readonly answer?: FieldworkAnswer | undefined;
  readonly view?: FieldworkView;
}

/** Requests of the tab to the host, and the views that it kept. */
export type FieldworkCall =
  ResponsesRequest | { readonly kind: "keep"; readonly view: FieldworkView };

const say = (message: FieldworkCall | { readonly kind: "ready" }): void => {
  window.sent.push(message);
  void window.passOn?.(message);
};

const tab = new Tab();
/** The view that the test has chosen. */
let given: FieldworkView | undefined;
const store = new ResponsesStore(
  {
    send(name, ...values) {
      // The panel around the tab would switch tabs; here there is only this one.
      if (name !== "tab") {
        say(requestOf({ id: 0, name, values, isCancellable: false }) as FieldworkCall);
      }
    },
    request: () => new Promise<never>(() => undefined),
    savedView: () => undefined,
    saveState({ fieldwork: view }) {
      if (view && view !== given) {
        say({ kind: "keep", view });
      }
    },
  },
  () => ({ width: 0, body: 0 }),
);
store.state = responsesState();
const { fieldwork } = store;
store.subscribe(({ kind }) => {
  if (kind === "changed") {
    update();
  }
});

function update(): void {
  const { answer, view, tables, said } = fieldwork;
  Object.assign(tab, { state: fieldwork, answer, view, tables, said });
}

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
  given = view ?? answer?.view ?? given;
  fieldwork.view = given;
  if (answer) {
    fieldwork.receive(answer);
  } else {
    update();
  }
  if (!tab.isConnected) {
    main.append(tab);
  }
});
say({ kind: "ready" });
