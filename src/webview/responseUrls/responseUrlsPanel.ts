import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import type { ResponseUrlsRequests } from "../../messages/requests/responseUrls.ts";
import type { ResponseUrlsState, RowText } from "../../messages/responseUrls.ts";
import { withoutRows, withRowAfter } from "../../model/urlEdits.ts";
import { detailPlace } from "../shared/detailPlace.ts";
import { rangeOf, single, within, type Extent, type Selection } from "../shared/grid/selection.ts";
import { t, useLocale, sayCount } from "../shared/l10n.ts";
import { isTyping, LightElement, reactive } from "../shared/lightElement.ts";
import { failure, type ErrorActions } from "../shared/states.ts";
import type { PanelConnection } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { banners, type BannerActions } from "./banners.ts";
import { columnCount, type RowAction } from "./cells.ts";
import { detail } from "./detail.ts";
import type { Draft } from "./draft.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import "./table.ts";
import type { UrlTableElement } from "./table.ts";
import { UrlRows } from "./urlRows.ts";
import { detailLimits } from "./view.ts";

/** The panel of response URLs: rows, the URLs created from them, and the actions on both. Lives as long as its document. */
export class ResponseUrlsPanel extends LightElement {
  static override properties = reactive("state", "selection");

  declare state: ResponseUrlsState | undefined;
  declare private selection: Selection;
  /** True once the grid has been rendered and was offered the focus. */
  #isShown = false;
  readonly #host: PanelConnection<ResponseUrlsRequests>;
  readonly #rows: UrlRows;
  readonly #waiting = new Waiting(this, () => this.#host.send("cancel"));
  readonly #table = createRef<UrlTableElement>();
  readonly #remedies: ErrorActions = {
    retry: () => this.#host.send("refresh"),
    signIn: (to) => this.#host.send(to),
    changeVersion: () => this.#host.send("changeVersion"),
  };
  readonly #bannerActions: BannerActions = {
    preview: () => {
      this.#preview();
      this.#table.value?.focusCell();
    },
    dismiss: () => {
      this.#rows.dismissProblem();
      this.#table.value?.focusCell();
    },
  };

  constructor(host: PanelConnection<ResponseUrlsRequests>) {
    super();
    this.#host = host;
    this.#rows = new UrlRows(this, host);
    this.selection = single({ row: 0, column: 1 });
    document.addEventListener("keydown", this.#onKey);
    document.addEventListener("paste", this.#onPaste);
    document.addEventListener("beforepaste", this.#onBeforePaste);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state } = this;
    if (!state || !changed.has("state")) {
      return;
    }
    useLocale(state.locale);
    document.title = state.title;
    this.#rows.show(state);
    this.#waiting.active = state.loading || this.#rows.locked;
  }

  protected override updated(): void {
    if (!this.#isShown && this.#table.value) {
      this.#isShown = true;
      if (document.hasFocus() && document.activeElement === document.body) {
        this.#table.value.focusCell();
      }
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this;
    if (!state) {
      return nothing;
    }
    return html`
      ${this.#waiting.bar()}
      ${header({
        state,
        rows: this.#rows,
        waiting: this.#waiting.note(this.#waitingText),
        send: this.#host.send,
        takeFrom: (source) => this.#takeFrom(source),
        preview: this.#preview,
        addRow: this.#addRow,
        removeRows: this.#removeRows,
      })}
      ${banners(state.content && state.error, this.#rows, this.#remedies, this.#bannerActions)}
      <main class="body">${this.#body(state)}</main>
      ${
        state.content
          ? footer(this.#rows, this.#activeRow, this.#nextProblem, this.#removeUnknown)
          : nothing
      }
    `;
  }

  get #waitingText(): string {
    const { locked, preview } = this.#rows;
    if (!locked) {
      return t("Loading the collect group…");
    }
    return preview
      ? sayCount(preview.total, { one: "{1} of {0} URL", other: "{1} of {0} URLs" }, preview.done)
      : t("Creating URLs…");
  }

  #body(state: ResponseUrlsState): unknown {
    if (state.content) {
      return this.#content();
    }
    return state.error && !state.loading
      ? failure(t("The collect group could not be loaded"), state.error, this.#remedies)
      : nothing;
  }

  #content(): TemplateResult {
    const index = this.#activeRow;
    const hasDetail = this.#rows.view.detailOpen && index < this.#draft.table.rows.length;
    return html`<url-table
        ${ref(this.#table)}
        class=${hasDetail ? "beside-detail" : ""}
        .rows=${this.#rows}
        .version=${this.#rows.version}
        .selection=${this.selection}
        .locked=${this.#rows.locked}
        .select=${this.#select}
        .act=${this.#act}
      ></url-table>
      ${
        hasDetail
          ? detailPlace(
              {
                label: t("Width of the row details"),
                width: this.#rows.view.detailWidth,
                limits: detailLimits,
                resize: (detailWidth) => this.#rows.keep({ detailWidth }),
              },
              detail(this.#rows, index, {
                move: (by) => this.#moveTo(index + by),
                close: () => this.#closeDetail(),
              }),
            )
          : nothing
      }`;
  }

  get #draft(): Draft {
    return this.#rows.draft;
  }

  get #activeRow(): number {
    return Math.max(0, within(this.selection, this.#extent).active.row);
  }

  get #extent(): Extent {
    const { rows, columns } = this.#draft.table;
    return { rows: rows.length, columns: columnCount(columns.length) };
  }

  #takeFrom(source: "paste" | "openFile"): void {
    this.#host.request(source).then(
      (text) => text && this.#take(text),
      // The host has already told what failed.
      () => undefined,
    );
  }

  #take(rows: RowText): void {
    // The active cell may be any corner of what is selected.
    const { top, left } = rangeOf(within(this.selection, this.#extent), this.#extent);
    this.#rows.importRows(rows, { row: top, column: Math.max(0, left - 1) });
  }

  /** Shows problems, if there are any, before it sends the rows. */
  readonly #preview = (): void => {
    if (this.#draft.summary().wrong > 0) {
      this.#nextProblem();
    } else {
      this.#rows.send();
      this.#waiting.active = true;
    }
  };

  readonly #nextProblem = (): void => {
    const next = this.#draft.nextProblem(this.#activeRow);
    if (next) {
      this.#table.value?.goTo({ row: next.row, column: next.problem.column + 1 });
    }
  };

  readonly #removeUnknown = (): void => {
    this.#rows.removeUnknownColumns();
    this.#table.value?.focusCell();
  };

  readonly #addRow = (): void => {
    const after = this.#activeRow;
    this.#rows.change(withRowAfter(this.#draft.table, after));
    this.#table.value?.goTo({ row: after + 1, column: 1 });
  };

  readonly #removeRows = (): void => {
    const { top, bottom } = rangeOf(within(this.selection, this.#extent), this.#extent);
    this.#rows.change(withoutRows(this.#draft.table, top, bottom));
    this.#table.value?.goTo({ row: Math.min(top, this.#draft.table.rows.length - 1), column: 1 });
  };

  readonly #select = (selection: Selection): void => {
    this.selection = selection;
  };

  readonly #act = (action: RowAction, row: number): void => {
    const url = this.#draft.url(this.#draft.table.rows[row] ?? []);
    if (url === undefined) {
      return;
    }
    switch (action) {
      case "open":
        this.#rows.open(url);
        break;
      case "copy":
        this.#rows.copy(url);
        break;
      case "qr":
        this.#moveTo(row);
        this.#rows.keep({ detailOpen: true });
        // In a narrow panel the row's details replace the table.
        void this.updateComplete.then(() => {
          if (!this.#table.value?.checkVisibility({ visibilityProperty: true })) {
            this.querySelector<HTMLElement>(".detail-body")?.focus();
          }
        });
        break;
    }
  };

  #moveTo(row: number): void {
    const { column } = this.selection.active;
    this.selection = single({ row, column: Math.max(column, 0) });
    this.#table.value?.revealCell(row);
  }

  #closeDetail(): void {
    this.#rows.keep({ detailOpen: false });
    void this.updateComplete.then(() => this.#table.value?.focusCell());
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    if (!isTyping(event)) {
      event.preventDefault();
      const text = event.clipboardData?.getData("text/plain") ?? "";
      this.#take({ format: "pasted", text });
    }
  };

  /** Desktop VS Code pastes by a command, which the browser allows outside of fields only if this event is cancelled. */
  readonly #onBeforePaste = (event: Event): void => {
    if (!isTyping(event)) {
      event.preventDefault();
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const isTaken = event.defaultPrevented || event.isComposing;
    if (event.key === "Escape" && !isTaken && this.#rows.view.detailOpen) {
      event.preventDefault();
      this.#closeDetail();
    }
  };
}

customElements.define("response-urls-panel", ResponseUrlsPanel);
