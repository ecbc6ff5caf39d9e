import { html, nothing, type TemplateResult } from "lit";
import type {
  ResponsesMessage,
  ResponsesRequest,
  ResponsesState,
  ResponsesUpdate,
  SavedResponses,
} from "../../messages/responses.ts";
import { cellModes, type CellMode } from "../../model/responseView.ts";
import { t, useLocale } from "../shared/l10n.ts";
import { LightElement } from "../shared/lightElement.ts";
import { errorBanner, failure, type Remedies } from "../shared/states.ts";
import type { PanelHost } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { Ahead } from "./ahead.ts";
import { countsText, readingText } from "./counts.ts";
import { DetailPane } from "./detailPane.ts";
import { Filtering } from "./filtering.ts";
import { Finding } from "./finding.ts";
import { Fitting } from "./fitting.ts";
import { footer } from "./footer.ts";
import { rowHeight } from "./grid/columnWidths.ts";
import { Looking } from "./looking.ts";
import { empty } from "./pageState.ts";
import { act, type Shortcuts } from "./shortcuts.ts";
import { ShownColumns } from "./shownColumns.ts";
import { Table } from "./table.ts";
import { header } from "./toolbar.ts";
import { updated } from "./updated.ts";

/** The grid of responses and what is around it; what belongs to one of its parts is in a room of that part. */
export class ResponsesPanel extends LightElement {
  static override properties = { state: { state: true } };

  declare private state: ResponsesState | undefined;
  readonly #host: PanelHost<ResponsesRequest, SavedResponses>;
  readonly #mode = new Ahead<CellMode>("labels", Object.is);
  readonly #waiting = new Waiting(this, () => this.#host.send({ kind: "cancel" }));
  readonly #remedies: Remedies = {
    retry: () => this.#host.send({ kind: "refresh" }),
    signIn: () => this.#host.send({ kind: "signIn" }),
  };
  readonly #looking: Looking;
  readonly #columns: ShownColumns;
  readonly #filtering: Filtering;
  readonly #finding: Finding;
  readonly #detail: DetailPane;
  readonly #table: Table;
  /** What is asked for by the view that was announced last. */
  #query = "";
  #announced = "";
  #announcedOf = "";

  constructor(host: PanelHost<ResponsesRequest, SavedResponses>) {
    super();
    this.#host = host;
    const { send } = host;
    this.addController(new Fitting(() => this.querySelector<HTMLElement>(".fitted-line")));
    this.#looking = new Looking({
      send,
      rowsInSight: () => Math.ceil((this.querySelector("main")?.clientHeight ?? 0) / rowHeight),
      columns: () => this.#columns.shown.length,
      changed: (isSeen) => {
        this.#keep();
        if (isSeen) {
          this.requestUpdate();
        }
      },
      filled: () => {
        this.#table.grid.value?.refresh();
        this.requestUpdate();
      },
      moved: () => {
        this.#table.go();
        this.#finding.viewChanged();
        this.#changed();
      },
    });
    this.#columns = new ShownColumns({
      send: (layout) => send({ kind: "layout", layout }),
      rearranged: (before, after) => this.#looking.followColumns(before, after),
    });
    this.#filtering = new Filtering({
      panel: this,
      columns: this.#columns,
      send,
      changed: () => this.#changed(),
    });
    this.#finding = new Finding({
      panel: this,
      send,
      canOpen: () => this.state?.content !== undefined,
      closed: () => this.#table.grid.value?.focusCell(),
      view: () => (this.#looking.rows.isChanging ? undefined : this.#looking.rows.view),
      columns: () => this.#columns.shown,
      mode: () => this.#mode.value,
      from: () => {
        const { row, column } = this.#looking.view.selection.active;
        const { shown } = this.#columns;
        return { row: Math.max(0, row), column: (shown[column] ?? shown[0])?.key ?? "" };
      },
      reveal: ({ row, column }) => this.#table.goToCell(row, column),
    });
    this.#detail = new DetailPane({
      panel: this,
      columns: this.#columns,
      looking: this.#looking,
      grid: () => this.#table.grid.value,
      showRaw: this.#showRaw,
    });
    this.#table = new Table({
      panel: this,
      looking: this.#looking,
      columns: this.#columns,
      filtering: this.#filtering,
      mode: this.#mode,
      send,
      toggleDetail: this.#detail.toggle,
      showRaw: this.#showRaw,
      changed: () => this.#changed(),
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

  receive(message: ResponsesMessage): void {
    switch (message.kind) {
      case "state":
        this.#hear(message);
        break;
      case "rows":
        this.#looking.rows.receive(message);
        break;
      case "located":
        this.#looking.rows.located(message);
        break;
      case "values":
        this.#filtering.hearValues(message);
        break;
      case "found":
        this.#finding.answer(message);
        break;
      case "do":
        this.#table.grid.value?.act(message.action);
        break;
    }
  }

  protected override updated(): void {
    this.#table.drawn();
    this.#detail.drawn();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this;
    if (!state) {
      return nothing;
    }
    return html`
      ${header({
        state,
        progress: this.#waiting.bar(),
        mode: this.#mode.value,
        open: {
          find: this.#finding.isOpen,
          columns: this.#table.hasColumnsOpen,
          filter: this.#filtering.isOpen,
        },
        detailOpen: this.#detail.isOpen,
        hasRows: this.#looking.rows.count > 0,
        counts: this.#counts(state),
        chips: this.#filtering.chips(state),
        send: this.#host.send,
        setMode: this.#setMode,
        toggleFind: this.#finding.toggle,
        toggleColumns: this.#table.toggleColumns,
        toggleFilter: this.#filtering.toggle,
        toggleDetail: this.#detail.toggle,
        copy: this.#table.copy,
        showRaw: this.#showRaw,
      })}
      <p class="visually-hidden" role="status">${this.#announced}</p>
      ${this.#filtering.template(state)} ${this.#finding.template()}
      ${
        state.error && state.content
          ? errorBanner(t("The responses could not be read."), state.error, this.#remedies)
          : nothing
      }
      <main class="body">${this.#body(state)}</main>
      ${footer(state)}
    `;
  }

  #hear(update: ResponsesUpdate): void {
    const before = this.state;
    const state = updated(before, update);
    if (!state) {
      return;
    }
    this.state = state;
    useLocale(state.locale);
    document.title = state.title;
    this.#waiting.active = state.reading.state === "reading";
    this.#mode.hear(state.cells);
    this.#filtering.hear(state.filter);
    this.#table.sort.hear(state.sort);
    if (!before) {
      this.#looking.restore(this.#host.keptView(state.subject));
    }
    this.#columns.hear(state);
    this.#hearRows(state, before);
    this.#announce(state);
    this.#changed();
  }

  #hearRows({ content, filter, sort }: ResponsesState, before: ResponsesState | undefined): void {
    if (!content) {
      if (before?.content) {
        this.#looking.clear();
      }
      return;
    }
    const query = JSON.stringify([filter, sort]);
    const isOther = this.#query !== "" && query !== this.#query;
    if (content.view !== before?.content?.view) {
      this.#query = query;
      this.#looking.rows.show(content, isOther);
    }
    if (content.isComplete && !this.#looking.rows.isChanging) {
      this.#looking.isComplete();
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
    return countsText(state, this.#table.sort.value, this.#columns.byKey);
  }

  #body(state: ResponsesState): unknown {
    if (state.content && this.#looking.rows.count > 0) {
      const version = state.content.source.apiVersion;
      const className = this.#detail.isOpen ? "beside-detail" : "";
      return html`${this.#table.template(version, { className, found: this.#finding.cell })}
      ${this.#detail.template(version)}`;
    }
    if (state.error) {
      return state.content
        ? nothing
        : failure(t("The responses could not be read"), state.error, this.#remedies);
    }
    if (this.#looking.rows.isChanging) {
      return nothing;
    }
    return empty({
      state,
      clear: () => this.#filtering.set({}),
      resume: () => this.#host.send({ kind: "resume" }),
    });
  }

  #changed(): void {
    this.#keep();
    this.requestUpdate();
  }

  #keep(): void {
    if (this.state) {
      const sort = this.#table.sort.value;
      this.#host.keep({
        subject: this.state.subject,
        filter: this.#filtering.value,
        ...(sort ? { sort } : {}),
        cells: this.#mode.value,
        view: this.#looking.kept,
      });
    }
  }

  readonly #shortcuts: Shortcuts = {
    find: () => this.#finding.open(),
    findNext: (step) => this.#finding.go(step),
    undoFilter: () => {
      const { canUndo } = this.#filtering;
      this.#filtering.undo();
      return canUndo;
    },
    leave: () => {
      if (this.#finding.isOpen) {
        this.#finding.close();
        return true;
      }
      const wasOpen = this.#detail.isOpen;
      if (wasOpen) {
        this.#detail.toggle();
      }
      return wasOpen;
    },
    nextMode: () => {
      const next = (cellModes.indexOf(this.#mode.value) + 1) % cellModes.length;
      this.#setMode(cellModes[next] ?? "labels");
    },
    toggleFilter: () => this.#filtering.toggle(),
    toggleColumns: () => this.#table.toggleColumns(),
    showRaw: () => this.#showRaw(),
    moveBy: (by) => {
      if (this.#detail.isOpen) {
        this.#detail.moveBy(by);
      }
      return this.#detail.isOpen;
    },
  };

  readonly #setMode = (mode: CellMode): void => {
    this.#mode.set(mode);
    this.#host.send({ kind: "cells", cells: mode });
    this.#changed();
  };

  readonly #showRaw = (): void => {
    const row = this.#looking.rows.at(this.#detail.index);
    if (row) {
      this.#host.send({ kind: "showRaw", id: row.id });
    }
  };

  readonly #onMove = (): void => {
    this.#looking.leaveWanted();
  };

  readonly #onKey = (event: KeyboardEvent): void => act(event, this.#shortcuts);
}

customElements.define("responses-panel", ResponsesPanel);
