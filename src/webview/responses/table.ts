import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref, type Ref } from "lit/directives/ref.js";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesContent } from "../../messages/responses.ts";
import type { ColumnLayout } from "../../model/columnLayout.ts";
import type { CellMode, CopyFormat, Sort } from "../../model/responseView.ts";
import { isWhole, rangeOf, single, type Extent, type Position } from "../shared/grid/selection.ts";
import type { LightElement } from "../shared/lightElement.ts";
import type { Request, Send } from "../shared/vscodeApi.ts";
import { OptimisticValue } from "./optimisticValue.ts";
import "./columns/columnsDialog.ts";
import type { ColumnsOwner } from "./columns/columnsDialog.ts";
import type { Filtering } from "./filter/filtering.ts";
import "./grid/gridElement.ts";
import type { Found, ResponsesGrid } from "./grid/gridElement.ts";
import type { GridOwner } from "./grid/gridOwner.ts";
import { HeaderBars } from "./grid/headerBars.ts";
import type { ScrollPosition } from "./grid/scrollPosition.ts";
import { keysOf, type ShownColumns } from "./columns/shownColumns.ts";

export interface TableStage {
  readonly panel: LightElement;
  readonly scrollPosition: ScrollPosition;
  readonly columns: ShownColumns;
  readonly filtering: Filtering;
  readonly mode: OptimisticValue<CellMode>;
  readonly send: Send<ResponsesRequests>;
  readonly request: Request<ResponsesRequests>;
  toggleDetail(): void;
  showRaw(): void;
  /** Another order, to be kept for a window reload. */
  changed(): void;
}

interface TableOptions {
  readonly className: string;
  readonly found: Found | undefined;
  /** Whether small bars stand in the header. */
  readonly hasBars: boolean;
}

/** The grid, with the dialog of its columns: what is asked for there, and where it stands. */
export class Table {
  readonly grid: Ref<ResponsesGrid> = createRef();
  readonly sort = new OptimisticValue<Sort | undefined>(
    undefined,
    (a, b) => a?.column === b?.column && a?.direction === b?.direction,
  );
  readonly #stage: TableStage;
  readonly #bars: HeaderBars;
  #hasColumnsOpen = false;
  /** What the grid is to do once it has drawn itself. */
  #goes = false;
  #isNew = true;

  constructor(stage: TableStage) {
    this.#stage = stage;
    this.#bars = new HeaderBars({
      summarise: (query) => stage.request("summarise", query),
      changed: () => this.grid.value?.refresh(),
    });
  }

  get hasColumnsOpen(): boolean {
    return this.#hasColumnsOpen;
  }

  template(content: ResponsesContent, { className, found, hasBars }: TableOptions): TemplateResult {
    if (hasBars) {
      this.#bars.show(this.#stage.filtering.value, content);
    }
    const version = content.source.apiVersion;
    const { scrollPosition, mode } = this.#stage;
    const { all, shown, layout } = this.#stage.columns;
    return html`${
        this.#hasColumnsOpen
          ? html`<responses-columns
              .columns=${all}
              .layout=${layout}
              .version=${version}
              .owner=${this.#columnsOwner}
            ></responses-columns>`
          : nothing
      }
      <responses-grid
        ${ref(this.grid)}
        class=${className}
        .columns=${shown}
        .all=${all}
        .layout=${layout}
        .source=${scrollPosition.rows}
        .bars=${hasBars ? this.#bars : undefined}
        .version=${version}
        .mode=${mode.value}
        .sort=${this.sort.value}
        .selection=${scrollPosition.view.selection}
        .found=${found}
        .owner=${this.#gridOwner}
      ></responses-grid>`;
  }

  /** The grid is to go where the view says. */
  go(): void {
    this.#goes = true;
  }

  /** To be called once it is drawn. */
  drawn(): void {
    const grid = this.grid.value;
    if (!grid || !this.#goes) {
      return;
    }
    this.#goes = false;
    const { top, left } = this.#stage.scrollPosition.view;
    const isFree = this.#isNew && document.hasFocus() && document.activeElement === document.body;
    this.#isNew = false;
    // The grid has its size only once it has drawn itself.
    void grid.updateComplete.then(() => {
      grid.scrollToRow(top, left);
      if (isFree) {
        // Not by focusCell, which scrolls to the cell: it need not be where somebody was looking.
        grid.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
      }
    });
  }

  goToCell(row: number, key: string): void {
    const { columns, scrollPosition } = this.#stage;
    const column = columns.shown.findIndex((it) => it.key === key);
    if (column >= 0) {
      scrollPosition.leaveWanted();
      scrollPosition.change({ selection: single({ row, column }) });
      this.grid.value?.revealCell(row, key);
    }
  }

  readonly toggleColumns = (): void => {
    this.#hasColumnsOpen = !this.#hasColumnsOpen;
    this.#stage.panel.requestUpdate();
    if (!this.#hasColumnsOpen) {
      this.#stage.panel.querySelector<HTMLElement>(".columns-toggle")?.focus();
    }
  };

  /** Copies what is selected, as soon as the host knows the rows as they are shown. */
  readonly copy = (format: CopyFormat): void => {
    const { scrollPosition, columns, mode, send } = this.#stage;
    scrollPosition.whenSettled(() => {
      const { view, count } = scrollPosition.rows;
      const extent: Extent = { rows: count, columns: columns.shown.length };
      const range = rangeOf(scrollPosition.view.selection, extent);
      if (view !== undefined && extent.rows > 0) {
        send("copyCells", {
          view,
          top: range.top,
          bottom: range.bottom,
          columns: keysOf(columns.shown.slice(range.left, range.right + 1)),
          cells: mode.value,
          format,
          names: isWhole(range, extent),
        });
      }
    });
  };

  readonly #gridOwner: GridOwner = {
    select: (selection) => this.#stage.scrollPosition.change({ selection }),
    // The grid scrolls by itself: nothing around it is to be drawn anew with each frame.
    scrolled: (top, left) => this.#stage.scrollPosition.change({ top, left }, false),
    resized: (key, width) => {
      const { layout } = this.#stage.columns;
      this.#setLayout({ ...layout, widths: { ...layout.widths, [key]: width } });
    },
    toggleDetail: () => this.#stage.toggleDetail(),
    copy: (format) => this.copy(format ?? "tsv"),
    sort: (sort) => {
      this.sort.set(sort);
      this.#stage.send("sort", { sort: sort ?? null });
      this.#stage.changed();
    },
    layout: (layout) => this.#setLayout(layout),
    showRaw: () => this.#stage.showRaw(),
    filterColumn: (key) => this.#stage.filtering.openFor(key),
    filterValue: (position) => this.#filterValue(position),
  };

  readonly #columnsOwner: ColumnsOwner = {
    layout: (layout) => this.#setLayout(layout),
    reveal: (key) => {
      this.toggleColumns();
      this.goToCell(this.#stage.scrollPosition.view.selection.active.row, key);
      this.grid.value?.focusCell();
    },
    close: () => this.toggleColumns(),
  };

  #setLayout(layout: ColumnLayout): void {
    this.#stage.columns.layout = layout;
    this.#stage.panel.requestUpdate();
  }

  #filterValue({ row, column }: Position): void {
    const { columns, scrollPosition, filtering } = this.#stage;
    const it = columns.shown[column];
    const cell = it && scrollPosition.rows.at(row)?.cells[it.place];
    if (it && cell !== undefined) {
      filtering.setTo(it, cell);
    }
  }
}
