import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import {
  cellModes,
  type CellMode,
  type ResponseFilter,
  type ResponsesContent,
  type ResponsesRequest,
  type ResponsesState,
  type SavedResponses,
} from "../../messages/responses.ts";
import { t, useLocale } from "../shared/l10n.ts";
import { isTyping, LightElement } from "../shared/lightElement.ts";
import { sash } from "../shared/sash.ts";
import { errorBanner, failure, type Remedies } from "../shared/states.ts";
import type { PanelHost } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { gridColumns, type GridColumn } from "./cells.ts";
import { detail } from "./detail.ts";
import "./filterForm.ts";
import { footer } from "./footer.ts";
import "./grid/gridElement.ts";
import type { GridOwner, ResponsesGrid } from "./grid/gridElement.ts";
import { empty, samePage, waitingText } from "./pageState.ts";
import { origin, single, within } from "../shared/grid/selection.ts";
import { header } from "./toolbar.ts";
import { decodeView, detailLimits, type ResponsesView } from "./view.ts";

export class ResponsesPanel extends LightElement {
  static override properties = {
    state: { attribute: false },
    view: { state: true },
    mode: { state: true },
    filterOpen: { state: true },
  };

  declare state: ResponsesState | undefined;
  declare private view: ResponsesView;
  /** Ahead of the host, which answers a change of mode with the next state. */
  declare private mode: CellMode;
  declare private filterOpen: boolean;
  readonly #host: PanelHost<ResponsesRequest, SavedResponses>;
  readonly #waiting = new Waiting(this, () => this.#host.send({ kind: "cancel" }));
  readonly #grid = createRef<ResponsesGrid>();
  readonly #remedies: Remedies = {
    retry: () => this.#host.send({ kind: "refresh" }),
    signIn: () => this.#host.send({ kind: "signIn" }),
  };
  readonly #owner: GridOwner = {
    select: (selection) => this.#keep({ selection }),
    scrolled: (scrollTop, scrollLeft) => this.#keep({ scrollTop, scrollLeft }),
    resized: (key, width) => this.#keep({ widths: { ...this.view.widths, [key]: width } }),
    toggleDetail: () => this.#toggleDetail(),
    copy: (text) => this.#host.send({ kind: "copy", text }),
  };
  #columns: readonly GridColumn[] = [];
  #place: "keep" | "restore" | "top" = "restore";
  /** Whether the focus was on a cell that a new page may take away. */
  #hadFocus = false;

  constructor(host: PanelHost<ResponsesRequest, SavedResponses>) {
    super();
    this.#host = host;
    this.view = decodeView(undefined);
    this.mode = "labels";
    this.filterOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state } = this;
    if (!state || !changed.has("state")) {
      return;
    }
    useLocale(state.locale);
    this.#waiting.active = state.loading;
    document.title = state.title;
    this.mode = state.cells;
    const before = changed.get("state");
    if (before === undefined) {
      this.view = decodeView(this.#host.keptView(state.subject));
    } else if (before.content && state.content && !samePage(before, state)) {
      this.#place = "top";
      this.#hadFocus = this.#grid.value?.contains(document.activeElement) ?? false;
      this.view = { ...this.view, selection: single(origin) };
    }
    this.#keep({});
    this.#columns = state.content ? gridColumns(state.content.columns, state.collectGroups) : [];
  }

  protected override updated(): void {
    const grid = this.#grid.value;
    const place = this.#place;
    if (!grid || place === "keep") {
      return;
    }
    this.#place = "keep";
    const { scrollTop, scrollLeft } = this.view;
    // The grid has its size only once it has drawn itself.
    void grid.updateComplete.then(() => {
      grid.scrollToPosition(place === "top" ? 0 : scrollTop, scrollLeft);
      const isFree = document.hasFocus() && document.activeElement === document.body;
      if (place === "restore" ? isFree : this.#hadFocus) {
        grid.focusCell();
      }
    });
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
        mode: this.mode,
        filterOpen: this.filterOpen,
        detailOpen: this.view.detailOpen,
        send: this.#host.send,
        setMode: this.#setMode,
        toggleFilter: this.#toggleFilter,
        toggleDetail: this.#toggleDetail,
      })}
      ${
        this.filterOpen
          ? html`<responses-filter
              .filter=${state.filter}
              .collectGroups=${state.collectGroups}
              .apply=${this.#applyFilter}
              .close=${this.#toggleFilter}
            ></responses-filter>`
          : nothing
      }
      ${
        state.error && state.content
          ? errorBanner(t("The responses could not be read."), state.error, this.#remedies)
          : nothing
      }
      <main class="body">${this.#body(state)}</main>
      ${footer({
        state,
        waiting: this.#waiting.note(waitingText(state)),
        page: this.#page,
      })}
    `;
  }

  #body(state: ResponsesState): unknown {
    const { content } = state;
    if (content && content.rows.length > 0) {
      return this.#table(content);
    }
    if (state.loading) {
      return nothing;
    }
    if (state.error) {
      return content
        ? nothing
        : failure(t("The responses could not be read"), state.error, this.#remedies);
    }
    return empty(state.filter, () => this.#host.send({ kind: "filter", filter: {} }));
  }

  #table({ rows, source, first }: ResponsesContent): TemplateResult {
    const { view } = this;
    const extent = { rows: rows.length, columns: this.#columns.length };
    const index = Math.max(0, within(view.selection, extent).active.row);
    const row = view.detailOpen ? rows[index] : undefined;
    return html`<responses-grid
        ${ref(this.#grid)}
        class=${row ? "beside-detail" : ""}
        .columns=${this.#columns}
        .rows=${rows}
        .mode=${this.mode}
        .widths=${view.widths}
        .selection=${view.selection}
        .owner=${this.#owner}
      ></responses-grid>
      ${
        row
          ? html`${this.#detailSash()}
              <div class="detail-place" .style=${`--detail-width: ${view.detailWidth}px`}>
                ${detail({
                  columns: this.#columns,
                  row,
                  version: source.apiVersion,
                  index,
                  count: rows.length,
                  move: (by) => this.#moveTo(index + by),
                  showRaw: () => this.#host.send({ kind: "showRaw", position: first + index }),
                  close: this.#toggleDetail,
                })}
              </div>`
          : nothing
      }`;
  }

  #detailSash(): TemplateResult {
    return sash({
      label: t("Width of the response details"),
      className: "detail-sash",
      value: this.view.detailWidth,
      minimum: detailLimits.minimum,
      maximum: detailLimits.maximum,
      direction: -1,
      tabIndex: 0,
      resize: (detailWidth) => this.#keep({ detailWidth }),
    });
  }

  #keep(change: Partial<ResponsesView>): void {
    this.view = { ...this.view, ...change };
    if (this.state) {
      const { subject, filter } = this.state;
      this.#host.keep({ subject, filter, view: this.view });
    }
  }

  #moveTo(row: number): void {
    const { column } = this.view.selection.active;
    this.#keep({ selection: single({ row, column }) });
    this.#grid.value?.revealRow(row);
  }

  readonly #setMode = (mode: CellMode): void => {
    this.mode = mode;
    this.#host.send({ kind: "cells", cells: mode });
  };

  readonly #page = (to: "newest" | "newer" | "older"): void => {
    this.#host.send({ kind: "page", to });
  };

  readonly #toggleFilter = (): void => {
    this.filterOpen = !this.filterOpen;
    if (!this.filterOpen) {
      this.querySelector<HTMLElement>(".filter-toggle")?.focus();
    }
  };

  readonly #applyFilter = (filter: ResponseFilter): void => {
    this.#host.send({ kind: "filter", filter });
    this.#toggleFilter();
  };

  readonly #toggleDetail = (): void => {
    const open = !this.view.detailOpen;
    this.#keep({ detailOpen: open });
    void this.updateComplete.then(() => {
      if (!open) {
        this.#grid.value?.focusCell();
      } else if (!this.#grid.value?.checkVisibility({ visibilityProperty: true })) {
        // In a narrow panel the response takes the grid's place.
        this.querySelector<HTMLElement>(".detail-body")?.focus();
      }
    });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "Escape" && this.view.detailOpen) {
      event.preventDefault();
      this.#toggleDetail();
    } else if (!isTyping(event) && this.#shortcut(event.key)) {
      event.preventDefault();
    }
  };

  #shortcut(key: string): boolean {
    const content = this.state?.loading ? undefined : this.state?.content;
    switch (key) {
      case "c":
        this.#setMode(cellModes[(cellModes.indexOf(this.mode) + 1) % cellModes.length] ?? "labels");
        return true;
      case "f":
        this.#toggleFilter();
        return true;
      case "N":
        return this.#pageIf(content?.hasNewer, "newest");
      case "n":
        return this.#pageIf(content?.hasNewer, "newer");
      case "o":
        return this.#pageIf(content?.hasOlder, "older");
      default:
        return false;
    }
  }

  #pageIf(possible: boolean | undefined, to: "newest" | "newer" | "older"): boolean {
    if (possible) {
      this.#page(to);
    }
    return possible ?? false;
  }
}

customElements.define("responses-panel", ResponsesPanel);
