import { html, nothing, type TemplateResult } from "lit";
import type { ResponsesEvents, ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesUpdate, SavedResponses } from "../../messages/responses.ts";
import type { Listeners } from "../../rpc/messages.ts";
import { t, useLocale } from "../shared/l10n.ts";
import { LightElement } from "../shared/lightElement.ts";
import { errorBanner, failure, type ErrorActions } from "../shared/states.ts";
import type { PanelHost } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { countsText, orderText, readingText } from "./counts.ts";
import { Fitting } from "./fitting.ts";
import { footer } from "./footer.ts";
import { empty } from "./pageState.ts";
import { Parts } from "./parts.ts";
import { act } from "./shortcuts.ts";
import { tabBody, tabName } from "./tabs.ts";
import { header } from "./toolbar.ts";
import { updated } from "./updated.ts";

/** The responses of a survey, in its tabs: what the host says goes to the parts, and what they show stands together here. */
export class ResponsesPanel extends LightElement {
  static override properties = { state: { state: true } };

  declare private state: ResponsesState | undefined;
  readonly #host: PanelHost<ResponsesRequests, SavedResponses>;
  readonly #waiting = new Waiting(this, () => this.#host.send("cancel"));
  readonly #remedies: ErrorActions = {
    retry: () => this.#host.send("refresh"),
    signIn: () => this.#host.send("signIn"),
  };
  readonly #parts: Parts;
  /** What is asked for by the view that was announced last. */
  #query = "";
  #announced = "";
  #announcedOf = "";

  constructor(host: PanelHost<ResponsesRequests, SavedResponses>) {
    super();
    this.#host = host;
    this.addController(new Fitting(() => this.querySelector<HTMLElement>(".fitted-line")));
    this.#parts = new Parts({
      panel: this,
      send: host.send,
      request: host.request,
      errorActions: this.#remedies,
      hasContent: () => this.state?.content !== undefined,
      keep: () => this.#keep(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
    this.addEventListener("wheel", this.#onMove, { passive: true });
    this.addEventListener("pointerdown", this.#onMove);
    this.addEventListener("keydown", this.#onMove);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
  }

  readonly listeners: Listeners<ResponsesEvents> = {
    state: (update) => this.#receive(update),
    rows: (rows) => this.#parts.scrollPosition.rows.receive(rows),
    do: ({ action }) => this.#parts.table.grid.value?.act(action),
    fieldwork: (answer) => this.#parts.fieldwork.receive(answer),
  };

  protected override updated(): void {
    this.#parts.table.drawn();
    this.#parts.detail.drawn();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this;
    if (!state) {
      return nothing;
    }
    const { scrollPosition, filtering, finding, detail, table, summary, fieldwork } = this.#parts;
    const { value: tab } = this.#parts.tab;
    return html`
      ${header({
        state,
        tab,
        progress: this.#waiting.bar(summary.isSlow),
        mode: this.#parts.mode.value,
        open: {
          find: finding.isOpen,
          columns: table.hasColumnsOpen,
          filter: filtering.isOpen,
        },
        detailOpen: detail.isOpen,
        hasRows: scrollPosition.rows.count > 0,
        counts: this.#counts(state),
        chips: filtering.chips(),
        send: this.#host.send,
        setMode: this.#parts.setMode,
        toggleFind: finding.toggle,
        toggleColumns: table.toggleColumns,
        toggleFilter: filtering.toggle,
        toggleDetail: detail.toggle,
        hasBars: summary.view.value.headerBars,
        toggleBars: () => summary.look({ headerBars: !summary.view.value.headerBars }),
        copy: table.copy,
        showRaw: this.#parts.showRaw,
      })}
      <p class="visually-hidden" role="status">${this.#announced}</p>
      ${tab === "responses" ? finding.template() : nothing}
      ${
        state.error && state.content && tab !== "fieldwork"
          ? errorBanner(t("The responses could not be read."), state.error, this.#remedies)
          : nothing
      }
      <main class="body" id=${tabBody} aria-label=${tabName(tab)}>
        ${tab === "responses" ? this.#grid(state) : nothing}
        ${tab === "summary" ? this.#blank(state) : nothing}
        ${summary.template(state, tab === "summary")} ${fieldwork.template(tab === "fieldwork")}
        ${tab === "fieldwork" ? nothing : filtering.template(state)}
        ${tab === "responses" ? this.#detail(state) : nothing}
      </main>
      ${footer(state, { tab, select: this.#parts.select, fieldworkVersion: fieldwork.version })}
    `;
  }

  #receive(update: ResponsesUpdate): void {
    const before = this.state;
    const state = updated(before, update);
    if (!state) {
      return;
    }
    const { scrollPosition, columns, filtering, table, summary, mode, tab } = this.#parts;
    this.state = state;
    useLocale(state.locale);
    document.title = state.title;
    this.#waiting.active = state.reading.state === "reading";
    mode.receive(state.cells);
    filtering.receive(state.filter);
    table.sort.receive(state.sort);
    tab.receive(state.tab);
    summary.receive(state);
    if (!before) {
      scrollPosition.restore(this.#host.keptView(state.subject));
    }
    columns.receive(state);
    this.#hearRows(state, before);
    this.#announce(state);
    this.#changed();
  }

  #hearRows({ content, filter, sort }: ResponsesState, before: ResponsesState | undefined): void {
    const { scrollPosition } = this.#parts;
    if (!content) {
      if (before?.content) {
        scrollPosition.clear();
      }
      return;
    }
    const query = JSON.stringify([filter, sort]);
    const isOther = this.#query !== "" && query !== this.#query;
    if (content.view !== before?.content?.view) {
      this.#query = query;
      scrollPosition.rows.show(content, isOther);
    }
    if (content.isComplete && !scrollPosition.rows.isChanging) {
      scrollPosition.isComplete();
    }
  }

  /** Read out: what is begun, done, or asked for; not each page that comes. */
  #announce(state: ResponsesState): void {
    const of = JSON.stringify([state.reading.state, this.#query, state.content === undefined]);
    if (of !== this.#announcedOf) {
      this.#announcedOf = of;
      this.#announced = [readingText(state), this.#counts(state)]
        .filter((it) => it !== "")
        .join(" ");
    }
  }

  #counts(state: ResponsesState): string {
    const { tab, table, columns } = this.#parts;
    const isInOrder = tab.value === "responses";
    return countsText(state, isInOrder ? orderText(table.sort.value, columns.byKey) : undefined);
  }

  /** The grid, or why there is none. */
  #grid(state: ResponsesState): unknown {
    const { scrollPosition, finding, detail, table, summary } = this.#parts;
    if (state.content && scrollPosition.rows.count > 0) {
      return table.template(state.content, {
        className: detail.isOpen ? "beside-detail" : "",
        found: finding.cell,
        hasBars: summary.view.value.headerBars,
      });
    }
    return scrollPosition.rows.isChanging && !state.error ? nothing : this.#blank(state);
  }

  #detail({ content }: ResponsesState): TemplateResult | typeof nothing {
    const { scrollPosition, detail } = this.#parts;
    return content && scrollPosition.rows.count > 0
      ? detail.template(content.source.apiVersion)
      : nothing;
  }

  /** Why there is nothing to show. */
  #blank(state: ResponsesState): unknown {
    if (this.#parts.tab.value === "summary" && state.content && state.content.loaded > 0) {
      return nothing;
    }
    if (state.error) {
      return state.content
        ? nothing
        : failure(t("The responses could not be read"), state.error, this.#remedies);
    }
    return empty({
      state,
      clear: () => this.#parts.filtering.set({}),
      resume: () => this.#host.send("resume"),
    });
  }

  #changed(): void {
    this.#keep();
    this.requestUpdate();
  }

  #keep(): void {
    if (this.state) {
      this.#host.keep({ subject: this.state.subject, ...this.#parts.kept });
    }
  }

  readonly #onMove = (): void => {
    this.#parts.scrollPosition.leaveWanted();
  };

  readonly #onKey = (event: KeyboardEvent): void =>
    act(event, this.#parts.shortcuts, this.#parts.tab.value);
}

customElements.define("responses-panel", ResponsesPanel);
