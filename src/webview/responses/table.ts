import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref, type Ref } from "lit/directives/ref.js";
import type { ResponsesContent } from "../../messages/responses.ts";
import "./columns/columnsDialog.ts";
import "./grid/gridElement.ts";
import type { ResponsesGrid } from "./grid/gridElement.ts";
import type { ResponsesStore } from "./store.ts";

/** The grid, with the dialog of its columns. */
export class Table {
  readonly grid: Ref<ResponsesGrid> = createRef();
  readonly #store: ResponsesStore;
  /** What the grid is to do once it has drawn itself. */
  #goes = false;
  #drawn: ResponsesGrid | undefined;
  /** The cell that is to come into sight with the grid. */
  #awaited: { readonly row: number; readonly column: string | undefined } | undefined;

  constructor(store: ResponsesStore) {
    this.#store = store;
  }

  template(content: ResponsesContent): TemplateResult {
    const { scrollPosition, mode, sort, columns, bars, summary, filtering, find } = this.#store;
    const { headerBars } = summary.view.value;
    if (headerBars) {
      bars.show(filtering.value, content);
    }
    const version = content.source.apiVersion;
    const { all, shown, layout } = columns;
    return html`${
        this.#store.hasColumnsOpen
          ? html`<responses-columns
              .store=${this.#store}
              .columns=${all}
              .layout=${layout}
              .version=${version}
            ></responses-columns>`
          : nothing
      }
      <responses-grid
        ${ref(this.grid)}
        class=${this.#store.detailOpen ? "beside-detail" : ""}
        .store=${this.#store}
        .columns=${shown}
        .all=${all}
        .layout=${layout}
        .source=${scrollPosition.rows}
        .bars=${headerBars ? bars : undefined}
        .version=${version}
        .mode=${mode.value}
        .sort=${sort.value}
        .selection=${scrollPosition.view.selection}
        .found=${find.cell}
      ></responses-grid>`;
  }

  /** The grid is to go where the view says. */
  go(): void {
    this.#goes = true;
  }

  /** Brings a cell into sight, also where the grid is still to be drawn. */
  reveal(row: number, column: string | undefined): void {
    const grid = this.grid.value;
    if (grid && !this.#goes) {
      grid.revealCell(row, column);
    } else {
      this.#awaited = { row, column };
    }
  }

  /** To be called once it is drawn. */
  drawn(): void {
    const grid = this.grid.value;
    const isNew = grid !== this.#drawn;
    if (!grid || !(this.#goes || isNew)) {
      return;
    }
    const isFirst = this.#drawn === undefined;
    this.#drawn = grid;
    this.#goes = false;
    const awaited = this.#awaited;
    this.#awaited = undefined;
    const { top, left } = this.#store.scrollPosition.view;
    const isFree = isFirst && document.hasFocus() && document.activeElement === document.body;
    // The grid has its size only once it has drawn itself.
    void grid.updateComplete.then(() => {
      grid.scrollToRow(top, left);
      if (awaited) {
        grid.revealCell(awaited.row, awaited.column);
      }
      if (isFree) {
        // Not by focusCell, which scrolls to the cell: it need not be where somebody was looking.
        grid.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
      }
    });
  }
}
