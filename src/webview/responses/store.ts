import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesUpdate, SavedResponses } from "../../messages/responses.ts";
import { withHidden, type ColumnLayout } from "../../model/columnLayout.ts";
import { isCancelled } from "../../model/errors.ts";
import { columnKey } from "../../model/grid.ts";
import type { CopyFormat } from "../../model/responseView.ts";
import { isWhole, rangeOf, single, type Extent, type Position } from "../shared/grid/selection.ts";
import { useLocale } from "../shared/l10n.ts";
import { fieldsOf, type PanelConnection } from "../shared/vscodeApi.ts";
import { keysOf, ShownColumns } from "./columns/shownColumns.ts";
import { FieldworkState } from "./fieldwork/fieldworkState.ts";
import { Filtering } from "./filter/filtering.ts";
import { Find } from "./find/find.ts";
import { HeaderBars } from "./grid/headerBars.ts";
import { ScrollPosition } from "./grid/scrollPosition.ts";
import { PanelState, type PanelSize } from "./panelState.ts";
import { RevealHandler } from "./revealHandler.ts";
import { Summary } from "./summary/summary.ts";
import { applyUpdate } from "./applyUpdate.ts";

/** The state of the panel and its actions. Elements read the state and call the actions. */
export class ResponsesStore extends PanelState {
  readonly columns = new ShownColumns(this);
  readonly scrollPosition = new ScrollPosition(this, this.columns);
  readonly filtering = new Filtering(this, this.columns, this.scrollPosition);
  readonly find = new Find(this, this.columns, this.scrollPosition);
  readonly summary = new Summary(this, this.columns, this.filtering);
  readonly fieldwork = new FieldworkState(this, this.filtering);
  readonly bars = new HeaderBars(this);
  readonly #revealing = new RevealHandler(this, this.columns, this.scrollPosition, () =>
    this.openDetail(),
  );
  hasColumnsOpen = false;
  readonly #host: PanelConnection<ResponsesRequests, SavedResponses>;
  /** Filter and order of the view that was announced last, as JSON. */
  query = "";

  constructor(host: PanelConnection<ResponsesRequests, SavedResponses>, measure: () => PanelSize) {
    super(host, measure);
    this.#host = host;
    this.subscribe(({ kind }) => {
      if (kind === "changed") {
        this.#keep();
      }
    });
  }

  /** @returns false if there is nothing to show, because the update depends on one that never came */
  receive(update: ResponsesUpdate): boolean {
    const before = this.state;
    const state = applyUpdate(before, update);
    if (!state) {
      return false;
    }
    this.state = state;
    useLocale(state.locale);
    this.mode.receive(state.cells);
    this.filtering.receive(state.filter);
    this.sort.receive(state.sort);
    this.tab.receive(state.tab);
    this.summary.receive(state);
    if (!before) {
      this.#restore(this.#host.savedView(state.subject));
    }
    this.columns.receive(state);
    this.#receiveContent(state, before);
    this.changed();
    this.#revealing.receive(state);
    return true;
  }

  setLayout(layout: ColumnLayout): void {
    this.columns.layout = layout;
    this.changed();
  }

  resizeColumn(key: string, width: number): void {
    const { layout } = this.columns;
    this.setLayout({ ...layout, widths: { ...layout.widths, [key]: width } });
  }

  toggleColumns(): void {
    this.hasColumnsOpen = !this.hasColumnsOpen;
    this.changed();
    if (this.hasColumnsOpen) {
      this.emit({ kind: "opened", what: "columns" });
    } else {
      this.focus("columns");
    }
  }

  /** Closes the dialog of columns, and goes to the column in the grid. */
  revealColumn(key: string): void {
    this.hasColumnsOpen = false;
    this.scrollPosition.goToCell(this.scrollPosition.view.selection.active.row, key);
    this.focus("cell");
  }

  /** Copies the selection, once the host knows the rows as they are shown; tries again if the view changes just then. */
  copy(format: CopyFormat): void {
    const { scrollPosition } = this;
    scrollPosition.whenSettled(() => {
      const { view, count } = scrollPosition.rows;
      const { shown } = this.columns;
      const extent: Extent = { rows: count, columns: shown.length };
      const range = rangeOf(scrollPosition.view.selection, extent);
      if (view === undefined || extent.rows === 0) {
        return;
      }
      const copied = this.request("copyCells", {
        view,
        top: range.top,
        bottom: range.bottom,
        columns: keysOf(shown.slice(range.left, range.right + 1)),
        cells: this.mode.value,
        format,
        names: isWhole(range, extent),
      });
      copied.catch((error: unknown) => {
        if (isCancelled(error)) {
          scrollPosition.whenMoved(view, () => this.copy(format));
        }
      });
    });
  }

  /** Filters by the value of the cell. */
  filterByValue({ row, column }: Position): void {
    const it = this.columns.shown[column];
    const cell = it && this.scrollPosition.rows.at(row)?.cells[it.cellIndex];
    if (it && cell !== undefined) {
      this.filtering.setTo(it, cell);
    }
  }

  get detailOpen(): boolean {
    return this.scrollPosition.view.detailOpen;
  }

  /** Position of the response in the details, in the view. */
  get detailIndex(): number {
    const { rows, view } = this.scrollPosition;
    return Math.max(0, Math.min(view.selection.active.row, rows.count - 1));
  }

  toggleDetail(): void {
    if (this.detailOpen) {
      this.scrollPosition.change({ detailOpen: false });
      this.focus("cell");
    } else {
      this.openDetail();
    }
  }

  openDetail(): void {
    if (this.scrollPosition.rows.count === 0) {
      return;
    }
    this.scrollPosition.change({ detailOpen: true });
    if (this.hasRoomForOne) {
      this.filtering.close();
    }
    this.focus("detail");
  }

  /** Shows the next or previous response in the details, if they are open. */
  moveDetail(by: 1 | -1): void {
    const { scrollPosition } = this;
    const row = this.detailIndex + by;
    if (this.detailOpen && row >= 0 && row < scrollPosition.rows.count) {
      const { column } = scrollPosition.view.selection.active;
      scrollPosition.forgetSavedPlace();
      scrollPosition.change({ selection: single({ row, column }) });
      this.emit({ kind: "reveal", row });
    }
  }

  showRaw(): void {
    const { rows } = this.scrollPosition;
    const row = rows.at(this.detailIndex);
    if (row && rows.view !== undefined) {
      this.send("showRaw", { view: rows.view, id: row.id });
    }
  }

  /** Copies a link to a column, and in a row also to the response, if responses have IDs. */
  copyLink({ row, column }: Position): void {
    const responseId = this.metadataOf(row, "responseId");
    const key = this.columns.shown[column]?.key;
    this.send("copyLink", {
      ...(key === undefined ? {} : { column: key }),
      ...(responseId === undefined ? {} : { responseId }),
    });
  }

  /** Copies a link to the response in the details. */
  copyLinkToResponse(): void {
    const responseId = this.metadataOf(this.detailIndex, "responseId");
    if (responseId !== undefined) {
      this.send("copyLink", { responseId });
    }
  }

  /** Returns a fact of a response that has arrived, by the name of its column. */
  metadataOf(row: number, name: string): string | undefined {
    const place = this.columns.byKey.get(columnKey({ kind: "metadata", name }))?.cellIndex;
    return place === undefined
      ? undefined
      : this.scrollPosition.rows.at(row)?.cells[place]?.[0]?.value;
  }

  /** Shows the column if it is hidden. Stays in the row of the active cell. */
  showInGrid(key: string): void {
    this.select("responses");
    const { layout } = this.columns;
    if (layout.hidden.includes(key)) {
      this.setLayout(withHidden(layout, [key], false));
    }
    this.scrollPosition.goToCell(Math.max(0, this.scrollPosition.view.selection.active.row), key);
    this.focus("cell");
  }

  /** Opens the structure, at the question if the column belongs to one. */
  showInStructure(key?: string): void {
    const column = key === undefined ? undefined : this.columns.byKey.get(key);
    if (column?.kind === "variable") {
      // In v1 and v2 the structure identifies questions by their ranks.
      this.send("openStructure", { question: column.rank?.toString() ?? column.name });
    } else {
      this.send("openStructure", {});
    }
  }

  /** @param kept of unknown shape; `undefined` if nothing was saved */
  #restore(kept: unknown): void {
    this.scrollPosition.restore(kept);
    const { filtering, find, summary } = fieldsOf(kept);
    this.filtering.restore(filtering);
    this.find.restore(find);
    this.summary.restore(summary);
  }

  /** Saves what a hidden panel loses, and what a window reload restores. */
  #keep(): void {
    const { state, sort, fieldwork } = this;
    if (state) {
      this.#host.saveState({
        subject: state.subject,
        filter: this.filtering.value,
        ...(sort.value ? { sort: sort.value } : {}),
        cells: this.mode.value,
        tab: this.tab.value,
        summary: this.summary.view.value,
        ...(fieldwork.view ? { fieldwork: fieldwork.view } : {}),
        view: {
          ...this.scrollPosition.kept,
          filtering: this.filtering.kept,
          find: this.find.kept,
          summary: this.summary.kept,
        },
      });
    }
  }

  #receiveContent(
    { content, filter, sort }: ResponsesState,
    before: ResponsesState | undefined,
  ): void {
    const { scrollPosition } = this;
    if (!content) {
      if (before?.content) {
        scrollPosition.clear();
      }
      return;
    }
    const query = JSON.stringify([filter, sort]);
    const isOther = this.query !== "" && query !== this.query;
    if (content.view !== before?.content?.view) {
      this.query = query;
      scrollPosition.rows.show(content, isOther);
    }
    if (content.isComplete && !scrollPosition.rows.isChanging) {
      // Do not wait for more.
      scrollPosition.forgetSavedPlace();
    }
  }
}
