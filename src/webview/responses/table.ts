import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref, type Ref } from "lit/directives/ref.js";
import type { ResponsesContent } from "../../messages/responses.ts";
import "./columns/columnsDialog.ts";
import "./grid/gridElement.ts";
import type { ResponsesGrid } from "./grid/gridElement.ts";
import type { ResponsesStore } from "./store.ts";

/** The grid, and the dialog of its columns. */
export class Table {
  readonly grid: Ref<ResponsesGrid> = createRef();
  readonly #store: ResponsesStore;
  /** True if the grid must scroll to the position in the view once it is drawn. */
  #goes = false;
  #drawn: ResponsesGrid | undefined;
  /** Cell to bring into sight once the grid is drawn. */
  #awaited: { readonly row: number; readonly column: string | undefined } | undefined;

  constructor(store: ResponsesStore) {
    this.#store = store;
  }

  template(content: ResponsesContent): TemplateResult {
    const { scrollPosition, mode, sort, columns, bars, summary, filtering, find } = this.#store;
    const { headerBars } = summary.view.value;
    if (headerBars) {
      bars.show(filtering.value, content, this.#store.state?.missingCodes);
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

  /** Scrolls the grid to the position in the view with its next drawing. */
  go(): void {
    this.#goes = true;
  }

  /** Brings a cell into sight, even if the grid is not drawn yet. */
  reveal(row: number, column: string | undefined): void {
    const grid = this.grid.value;
    if (grid && !this.#goes) {
      grid.revealCell(row, column);
    } else {
      this.#awaited = { row, column };
    }
  }

  /** Must be called after each drawing. */
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
    // The grid knows its size only after it has drawn itself.
    void grid.updateComplete.then(() => {
      grid.scrollToRow(top, left);
      if (awaited) {
        grid.revealCell(awaited.row, awaited.column);
      }
      if (isFree) {
        // Not by focusCell, which scrolls to the cell: the person may have been looking elsewhere.
        grid.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
      }
    });
  }
}
