import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import type { ResponseUrlsRequests } from "../../messages/requests/responseUrls.ts";
import type { ResponseUrlsState, RowText, SentRow } from "../../messages/responseUrls.ts";
import { cleared, withBlock, withoutRows, withRowAfter, withTable } from "../../model/urlEdits.ts";
import { maximumUrlRows, withColumns, type UrlRow, type UrlTable } from "../../model/urlTable.ts";
import { readCsv, readJson, readPasted } from "../../model/urlText.ts";
import { button, icon } from "../shared/controls.ts";
import { detailPlace } from "../shared/detailPlace.ts";
import { rangeOf, single, within, type Extent, type Selection } from "../shared/grid/selection.ts";
import { formatNumber, t, useLocale } from "../shared/l10n.ts";
import { isTyping, LightElement } from "../shared/lightElement.ts";
import { errorBanner, failure, type ErrorActions } from "../shared/states.ts";
import type { PanelHost } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { columnCount, type RowAction } from "./cells.ts";
import { detail } from "./detail.ts";
import { Draft } from "./draft.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import "./table.ts";
import type { TableOwner, UrlTableElement } from "./table.ts";
import { decodeView, detailLimits, type UrlsView } from "./view.ts";

/** The rows, the URLs that were made of them, and what can be done with both. The rows live here; the host sends them. */
export class ResponseUrlsPanel extends LightElement {
  static override properties = {
    state: { attribute: false },
    version: { state: true },
    selection: { state: true },
    view: { state: true },
    problem: { state: true },
    note: { state: true },
  };

  declare state: ResponseUrlsState | undefined;
  /** Grows with every change of the draft. */
  declare private version: number;
  declare private selection: Selection;
  declare private view: Omit<UrlsView, "draft">;
  /** Why rows could not be taken in. */
  declare private problem: string | undefined;
  /** What was taken in. */
  declare private note: string | undefined;
  #draft = new Draft();
  /** Whether the rows have been drawn, and were offered the focus. */
  #isShown = false;
  readonly #host: PanelHost<ResponseUrlsRequests>;
  readonly #waiting = new Waiting(this, () => this.#host.send("cancel"));
  readonly #table = createRef<UrlTableElement>();
  readonly #remedies: ErrorActions = {
    retry: () => this.#host.send("refresh"),
    signIn: () => this.#host.send("signIn"),
    changeVersion: () => this.#host.send("changeVersion"),
  };
  readonly #owner: TableOwner = {
    select: (selection) => {
      this.selection = selection;
    },
    typed: (row, column, text) => {
      this.#change(withBlock(this.#draft.table, row, column, [[text === "" ? null : text]]));
    },
    addRow: (after) => {
      this.#change(withRowAfter(this.#draft.table, after));
    },
    clear: (range) => {
      this.#change(cleared(this.#draft.table, range));
    },
    copy: (text) => this.#host.send("copy", { text }),
    undo: () => this.#undo(),
    act: (action, row) => this.#act(action, row),
  };

  constructor(host: PanelHost<ResponseUrlsRequests>) {
    super();
    this.#host = host;
    this.version = 0;
    this.selection = single({ row: 0, column: 1 });
    this.view = decodeView(undefined);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
    document.addEventListener("paste", this.#onPaste);
    document.addEventListener("beforepaste", this.#onBeforePaste);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#onKey);
    document.removeEventListener("paste", this.#onPaste);
    document.removeEventListener("beforepaste", this.#onBeforePaste);
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state } = this;
    if (!state || !changed.has("state")) {
      return;
    }
    useLocale(state.locale);
    document.title = state.title;
    if (changed.get("state") === undefined) {
      const { draft, ...view } = decodeView(this.#host.keptView(state.subject));
      this.#draft = Draft.of(draft);
      // A host that has started anew knows nothing of what an older one was asked for.
      const isAwaiting = view.isAwaiting && state.preview?.run === view.run;
      this.view = { ...view, isAwaiting };
    }
    if (state.content) {
      this.#draft.parameters = state.content.parameters;
      this.version++;
    }
    this.#takeUrls(state);
    this.#waiting.active = state.loading || this.#locked;
    this.#keep({});
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
    const summary = this.#draft.summary();
    return html`
      ${this.#waiting.bar()}
      ${header({
        state,
        waiting: this.#waiting.note(this.#waitingText(state)),
        locked: this.#locked,
        canUndo: this.#draft.canUndo,
        hasUrls: summary.urls > 0,
        canPreview: summary.rows > summary.blank,
        send: this.#host.send,
        openFile: () => this.#takeFrom("openFile"),
        paste: () => this.#takeFrom("paste"),
        preview: this.#preview,
        addRow: this.#addRow,
        removeRows: this.#removeRows,
        undo: () => this.#undo(),
        copyAll: this.#copyAll,
        save: this.#save,
      })}
      ${this.#banners(state)}
      <main class="body">${this.#body(state)}</main>
      ${
        state.content
          ? footer({
              draft: this.#draft,
              activeRow: this.#activeRow,
              note: this.note,
              nextProblem: this.#nextProblem,
              removeUnknown: this.#removeUnknown,
            })
          : nothing
      }
    `;
  }

  /** While URLs are made of the rows, they stay as they were sent. */
  get #locked(): boolean {
    return this.view.isAwaiting;
  }

  #waitingText({ preview }: ResponseUrlsState): string {
    if (!this.#locked) {
      return t("Reading the collect group…");
    }
    return preview?.run === this.view.run
      ? t("{0} of {1} URLs", formatNumber(preview.done), formatNumber(preview.total))
      : t("Making URLs…");
  }

  #banners(state: ResponseUrlsState): unknown {
    const { error, content, preview } = state;
    const failed = preview?.run === this.view.run ? preview.error : undefined;
    return [
      error && content
        ? errorBanner(t("The collect group could not be read again."), error, this.#remedies)
        : nothing,
      failed
        ? errorBanner(t("The URLs could not be made."), failed, {
            ...this.#remedies,
            retry: this.#preview,
          })
        : nothing,
      this.problem === undefined
        ? nothing
        : html`<div class="banner" role="alert">
            ${icon("error")}
            <p>${this.problem}</p>
            ${button(t("Close"), () => (this.problem = undefined), true)}
          </div>`,
    ];
  }

  #body(state: ResponseUrlsState): unknown {
    if (state.content) {
      return this.#rows();
    }
    return state.error && !state.loading
      ? failure(t("The collect group could not be read"), state.error, this.#remedies)
      : nothing;
  }

  #rows(): TemplateResult {
    const { rows, columns } = this.#draft.table;
    const index = this.#activeRow;
    const row = this.view.detailOpen ? rows[index] : undefined;
    return html`<url-table
        ${ref(this.#table)}
        class=${row ? "beside-detail" : ""}
        .draft=${this.#draft}
        .version=${this.version}
        .selection=${this.selection}
        .locked=${this.#locked}
        .owner=${this.#owner}
      ></url-table>
      ${
        row
          ? detailPlace(
              {
                label: t("Width of the row details"),
                width: this.view.detailWidth,
                limits: detailLimits,
                resize: (detailWidth) => this.#keep({ detailWidth }),
              },
              detail({
                index,
                count: rows.length,
                url: this.#draft.url(row),
                columns,
                problems: this.#draft.problems(row),
                move: (by) => this.#moveTo(index + by),
                open: (url) => this.#host.send("open", { url }),
                copy: (text) => this.#host.send("copy", { text }),
                close: () => this.#closeDetail(),
              }),
            )
          : nothing
      }`;
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
      // The host has told.
      () => undefined,
    );
  }

  /** Takes in rows as text; what is not such rows changes nothing and is said. */
  #take({ format, name, text }: RowText): void {
    if (this.#locked || !this.state?.content) {
      return;
    }
    this.problem = undefined;
    try {
      const table = format === "pasted" ? this.#withPasted(text) : this.#withFile(format, text);
      if (this.#change(table) && name !== undefined) {
        this.note = t("Rows of {0} were added.", name);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem =
        name === undefined
          ? t("Nothing was pasted. {0}", reason)
          : t("{0} was not taken in. {1}", name, reason);
    }
  }

  #withFile(format: "csv" | "json", text: string): UrlTable {
    return withTable(this.#draft.table, format === "json" ? readJson(text) : readCsv(text));
  }

  /** A block of cells is put where the person is; rows with a header are added. */
  #withPasted(text: string): UrlTable {
    const { table } = this.#draft;
    const pasted = readPasted(text, table.columns);
    if (pasted.kind === "table") {
      return withTable(table, pasted.table);
    }
    const column = Math.max(0, this.selection.active.column - 1);
    const width = Math.max(0, ...pasted.block.map((it) => it.length));
    const room = Math.max(0, table.columns.length - column);
    if (width > room) {
      throw new Error(
        t("It has {0} columns, and {1} fit from here on.", formatNumber(width), formatNumber(room)),
      );
    }
    return withBlock(table, this.#activeRow, column, pasted.block);
  }

  #takeUrls({ preview }: ResponseUrlsState): void {
    if (this.#locked && preview?.run === this.view.run && preview.urls) {
      this.#draft.setUrls(preview.urls);
      this.version++;
      this.#keep({ isAwaiting: false });
    }
  }

  /** @returns whether the table is small enough */
  #change(table: UrlTable): boolean {
    this.note = undefined;
    if (table.rows.length > maximumUrlRows) {
      this.problem = t("{0} rows at a time are possible.", formatNumber(maximumUrlRows));
      return false;
    }
    this.#draft.change(table);
    this.version++;
    this.#keep({});
    return true;
  }

  #undo(): void {
    this.#draft.undo();
    this.version++;
    this.#keep({});
  }

  #keep(change: Partial<Omit<UrlsView, "draft">>): void {
    this.view = { ...this.view, ...change };
    if (this.state) {
      const { subject } = this.state;
      this.#host.keep({ subject, view: { ...this.view, draft: this.#draft.kept() } });
    }
  }

  /** What is wrong is shown before anything is sent. */
  readonly #preview = (): void => {
    if (this.#draft.summary().wrong > 0) {
      this.#nextProblem();
      return;
    }
    this.problem = undefined;
    this.note = undefined;
    const run = this.view.run + 1;
    this.#keep({ run, isAwaiting: true });
    this.#waiting.active = true;
    const { columns } = this.#draft.table;
    this.#host.send("preview", { run, columns, rows: this.#draft.sentRows().map(sent) });
  };

  readonly #nextProblem = (): void => {
    const next = this.#draft.nextProblem(this.#activeRow);
    if (next) {
      this.#table.value?.goTo({ row: next.row, column: next.problem.column + 1 });
    }
  };

  readonly #removeUnknown = (): void => {
    const { table } = this.#draft;
    this.#change(
      withColumns(
        table,
        table.columns.filter((it) => this.#draft.isKnown(it)),
      ),
    );
    this.#table.value?.focusCell();
  };

  readonly #addRow = (): void => {
    const after = this.#activeRow;
    this.#change(withRowAfter(this.#draft.table, after));
    this.#table.value?.goTo({ row: after + 1, column: 1 });
  };

  readonly #removeRows = (): void => {
    const { top, bottom } = rangeOf(within(this.selection, this.#extent), this.#extent);
    this.#change(withoutRows(this.#draft.table, top, bottom));
    this.#table.value?.goTo({ row: Math.min(top, this.#draft.table.rows.length - 1), column: 1 });
  };

  readonly #copyAll = (): void => {
    const text = this.#draft.rowsWithUrls().map((it) => it.url);
    this.#host.send("copy", { text: text.join("\n") });
  };

  readonly #save = (): void => {
    const { columns } = this.#draft.table;
    const rows = this.#draft.rowsWithUrls().map(({ row, url }) => ({ cells: sent(row), url }));
    this.#host.send("save", { columns, rows });
  };

  #act(action: RowAction, row: number): void {
    const url = this.#draft.url(this.#draft.table.rows[row] ?? []);
    if (url === undefined) {
      return;
    }
    switch (action) {
      case "open":
        this.#host.send("open", { url });
        break;
      case "copy":
        this.#host.send("copy", { text: url });
        break;
      case "qr":
        this.#moveTo(row);
        this.#keep({ detailOpen: true });
        // In a narrow panel the row takes the table's place.
        void this.updateComplete.then(() => {
          if (!this.#table.value?.checkVisibility({ visibilityProperty: true })) {
            this.querySelector<HTMLElement>(".detail-body")?.focus();
          }
        });
        break;
    }
  }

  #moveTo(row: number): void {
    const { column } = this.selection.active;
    this.selection = single({ row, column: Math.max(column, 0) });
    this.#table.value?.revealCell(row);
  }

  #closeDetail(): void {
    this.#keep({ detailOpen: false });
    void this.updateComplete.then(() => this.#table.value?.focusCell());
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    if (!isTyping(event)) {
      event.preventDefault();
      const text = event.clipboardData?.getData("text/plain") ?? "";
      this.#take({ format: "pasted", text });
    }
  };

  /** Desktop VS Code pastes by command, which the browser allows outside of fields only if this event is taken. */
  readonly #onBeforePaste = (event: Event): void => {
    if (!isTyping(event)) {
      event.preventDefault();
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented && this.view.detailOpen) {
      event.preventDefault();
      this.#closeDetail();
    }
  };
}

/** Rows with problems are not sent: no wrong value is in these. */
function sent(row: UrlRow): SentRow {
  return row.map((cell) => (typeof cell === "object" ? null : cell));
}

customElements.define("response-urls-panel", ResponseUrlsPanel);
