import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref, type Ref } from "lit/directives/ref.js";
import type { ResponsesEvents, ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesUpdate, SavedResponses } from "../../messages/responses.ts";
import type { Listeners } from "../../rpc/messages.ts";
import { t } from "../shared/l10n.ts";
import { LightElement } from "../shared/lightElement.ts";
import { errorBanner, failure, blank } from "../shared/states.ts";
import type { PanelConnection } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { readingText, spokenCounts } from "./counts.ts";
import { DetailPane } from "./detail/detailPane.ts";
import { readingState } from "./fieldwork/fieldworkHead.ts";
import "./fieldwork/fieldworkView.ts";
import { filterPlace } from "./filter/filterPanel.ts";
import { findBar } from "./find/findBar.ts";
import { LineFitter } from "./lineFitter.ts";
import { FocusReporter } from "./focusReporter.ts";
import { footer } from "./footer.ts";
import "./keysDialog.ts";
import type { KeysDialog } from "./keysDialog.ts";
import type { FocusTarget, PanelEvent } from "./panelState.ts";
import { act, perform } from "./shortcuts.ts";
import { ResponsesStore } from "./store.ts";
import "./summary/summaryElement.ts";
import type { SummaryElement } from "./summary/summaryElement.ts";
import { Table } from "./table.ts";
import { tabBody, tabName } from "./tabs.ts";
import { header } from "./toolbar.ts";

const focusTargets = {
  columns: ".columns-toggle",
  detail: ".detail-body",
  filter: ".filter-toggle",
  find: ".find-text",
  questions: ".summary-search",
} as const;

/** The responses of a survey, in tabs. Renders the store, and moves the focus where the store says. Lives as long as its document. */
export class ResponsesPanel extends LightElement {
  readonly #store: ResponsesStore;
  readonly #table: Table;
  readonly #detail: DetailPane;
  readonly #keys: Ref<KeysDialog> = createRef();
  /** True if the part was opened from a cell: closing it returns the focus there, and to its button otherwise. */
  readonly #isFromGrid = new Map<FocusTarget, boolean>();
  readonly #waiting = new Waiting(this, () => this.#store.send("cancel"));
  #announced = "";
  #announcedOf = "";

  constructor(host: PanelConnection<ResponsesRequests, SavedResponses>) {
    super();
    this.#store = new ResponsesStore(host, () => ({
      width: this.clientWidth,
      body: this.querySelector("main")?.clientHeight ?? 0,
    }));
    this.#table = new Table(this.#store);
    this.#detail = new DetailPane(this.#store, this);
    this.#store.subscribe(this.#onEvent);
    new FocusReporter(this, (place) => this.#store.send("focus", { place }));
    this.addController(new LineFitter(() => this.querySelector<HTMLElement>(".fitted-line")));
    document.addEventListener("keydown", this.#onKey);
    this.addEventListener("wheel", this.#onMove, { passive: true });
    this.addEventListener("pointerdown", this.#onMove);
    this.addEventListener("keydown", this.#onMove);
  }

  readonly listeners: Listeners<ResponsesEvents> = {
    state: (update) => this.#receive(update),
    rows: (rows) => this.#store.scrollPosition.rows.receive(rows),
    do: ({ action }) => {
      if (action === "showKeys") {
        this.#keys.value?.open();
      } else {
        perform(action, this.#store, this.#table.grid.value);
      }
    },
    fieldwork: (answer) => this.#store.fieldwork.receive(answer),
  };

  protected override updated(): void {
    this.#table.drawn();
    this.#detail.drawn();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, summary, fieldwork, find, errorActions } = this.#store;
    if (!state) {
      return nothing;
    }
    const { value: tab } = this.#store.tab;
    const isBusy =
      tab === "fieldwork" ? readingState(fieldwork.answer) === "reading" : summary.isSlow;
    return html`
      ${header(this.#store, state, this.#waiting.bar(isBusy))}
      <p class="visually-hidden" role="status">${this.#announced}</p>
      ${tab === "responses" && find.isOpen ? findBar(this.#store) : nothing}
      ${
        state.error && state.content && tab !== "fieldwork"
          ? errorBanner(
              state.content.isComplete
                ? t("The responses could not be refreshed.")
                : t("The responses could not be loaded."),
              state.error,
              errorActions,
            )
          : nothing
      }
      <main class="body-place">
        <p class="visually-hidden" role="status">${this.#detail.announcement}</p>
        <div class="body" id=${tabBody} role="tabpanel" aria-label=${tabName(tab)}>
          ${tab === "responses" ? this.#grid(state) : nothing}
          ${tab === "summary" ? this.#blank(state) : nothing}
          ${this.#summary(state, tab === "summary")} ${this.#fieldwork(tab === "fieldwork")}
          ${tab === "fieldwork" ? nothing : filterPlace(this.#store)}
          ${tab === "responses" && state.content ? this.#detail.template() : nothing}
        </div>
      </main>
      ${footer(this.#store, state)}
      <keys-dialog ${ref(this.#keys)} .store=${this.#store}></keys-dialog>
    `;
  }

  #receive(update: ResponsesUpdate): void {
    if (!this.#store.receive(update)) {
      return;
    }
    const { state } = this.#store;
    if (state) {
      document.title = state.title;
      this.#waiting.active = state.reading.state === "reading";
      this.#announce(state);
    }
  }

  /** Announces what begins, ends, or is requested, but not each page that arrives. */
  #announce(state: ResponsesState): void {
    const { query } = this.#store;
    const of = JSON.stringify([state.reading.state, query, state.content === undefined]);
    if (of !== this.#announcedOf) {
      this.#announcedOf = of;
      // The summary announces the number of responses itself, once its figures have arrived.
      const isSummed = this.#store.tab.value === "summary" && state.content?.isComplete;
      this.#announced = [readingText(state), isSummed ? "" : spokenCounts(this.#store, state)]
        .filter((it) => it !== "")
        .join(" ");
    }
  }

  /** Renders the grid, or why there is none. */
  #grid(state: ResponsesState): unknown {
    const { rows } = this.#store.scrollPosition;
    if (state.content && rows.count > 0) {
      return this.#table.template(state.content);
    }
    return rows.isChanging && !state.error ? nothing : this.#blank(state);
  }

  /** Renders the summary once its tab has been opened, and keeps it from then on. */
  #summary(state: ResponsesState, isShown: boolean): TemplateResult | typeof nothing {
    const { summary, filtering } = this.#store;
    return summary.show(isShown)
      ? html`<summary-view
          ?hidden=${!isShown}
          .store=${this.#store}
          .state=${state}
          .filter=${filtering.value}
          .view=${summary.view.value}
          .looks=${summary.looks}
        ></summary-view>`
      : nothing;
  }

  /** Renders fieldwork once its tab has been opened and the host has sent its view, and keeps it from then on. */
  #fieldwork(isShown: boolean): TemplateResult | typeof nothing {
    const { fieldwork } = this.#store;
    fieldwork.wasShown ||= isShown;
    return fieldwork.wasShown && fieldwork.view
      ? html`<fieldwork-view
          ?hidden=${!isShown}
          .state=${fieldwork}
          .answer=${fieldwork.answer}
          .view=${fieldwork.view}
          .tables=${fieldwork.tables}
          .said=${fieldwork.said}
        ></fieldwork-view>`
      : nothing;
  }

  /** Renders why there is nothing to show. */
  #blank(state: ResponsesState): unknown {
    const { tab, errorActions } = this.#store;
    if (tab.value === "summary" && state.content && state.content.loaded > 0) {
      return nothing;
    }
    if (state.error) {
      return state.content
        ? nothing
        : failure(t("The responses could not be loaded"), state.error, errorActions);
    }
    return empty(this.#store, state);
  }

  readonly #onEvent = (event: PanelEvent): void => {
    switch (event.kind) {
      case "changed":
        if (event.isSeen) {
          this.requestUpdate();
        }
        break;
      case "rows":
        this.#table.grid.value?.requestUpdate();
        if (this.#store.find.isOpen || this.#store.detailOpen) {
          // The match, or the response, is announced once its row has arrived.
          this.requestUpdate();
        }
        break;
      case "figures":
        this.querySelector<SummaryElement>("summary-view")?.requestUpdate();
        this.requestUpdate();
        break;
      case "moved":
        this.#table.go();
        break;
      case "reveal":
        this.#table.reveal(event.row, event.column);
        if (event.column === undefined) {
          this.#detail.announceNext();
        }
        break;
      case "opened":
        this.#isFromGrid.set(
          event.what,
          this.#table.grid.value?.contains(document.activeElement) ?? false,
        );
        break;
      case "focus":
        if (event.on === "detail") {
          this.#detail.announceNext();
        }
        void this.updateComplete.then(() => this.#focus(event.on));
        break;
      case "question":
        void this.updateComplete.then(() =>
          this.querySelector<SummaryElement>("summary-view")?.reveal(event.key),
        );
        break;
      case "rearranged":
        break;
    }
  };

  async #focus(wanted: FocusTarget): Promise<void> {
    const grid = this.#table.grid.value;
    const on = this.#isFromGrid.get(wanted) && grid ? "cell" : wanted;
    if (on === "cell") {
      await grid?.updateComplete;
      // What the command was chosen from, such as a dialog, may only just have been removed.
      grid?.focusCell();
    } else if (on === "filterIfLost") {
      if (document.activeElement === document.body) {
        this.querySelector<HTMLElement>(focusTargets.filter)?.focus();
      }
    } else if (on !== "detail" || !grid?.checkVisibility({ visibilityProperty: true })) {
      // An opened response leaves the focus in the grid, unless it replaces the grid in a narrow panel.
      const target = this.querySelector<HTMLElement>(focusTargets[on]);
      if (target instanceof HTMLInputElement) {
        target.select();
      } else {
        target?.focus();
      }
    }
  }

  readonly #onMove = (): void => {
    this.#store.scrollPosition.forgetSavedPlace();
  };

  readonly #onKey = (event: KeyboardEvent): void => act(event, this.#store);
}

/** Renders why there is no row: none has arrived yet, nothing is kept, nobody has answered, or none passes the filter. */
function empty(store: ResponsesStore, state: ResponsesState): TemplateResult {
  const { content, reading } = state;
  if (content && content.loaded > 0) {
    const what = content.isComplete
      ? t("No response matches the filters")
      : t("No loaded response matches the filters");
    return blank(what, undefined, {
      label: t("Clear Filters"),
      run: () => store.filtering.set({}),
    });
  }
  if (reading.state === "paused") {
    const run = (): void => store.send("resume");
    return blank(readingText(state), undefined, { label: t("Resume"), run });
  }
  if (reading.state !== "idle") {
    return blank(readingText(state));
  }
  if (!content) {
    // As after the cached responses were cleared.
    const run = (): void => store.send("refresh");
    return blank(t("Nothing has been loaded."), undefined, { label: t("Refresh"), run });
  }
  return blank(t("No responses yet"), t("Submitted responses appear here."));
}

customElements.define("responses-panel", ResponsesPanel);
