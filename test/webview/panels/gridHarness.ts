import { type ColumnLayout, defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import type { Column, Row } from "../../../src/model/grid.ts";
import type { CellMode, CopyFormat, Sort } from "../../../src/model/responseView.ts";
import { ColumnsDialog } from "../../../src/webview/responses/columns/columnsDialog.ts";
import { ResponsesGrid, type Found } from "../../../src/webview/responses/grid/gridElement.ts";
import type { RowSource } from "../../../src/webview/responses/grid/rowNeeds.ts";
import "../../../src/webview/responses/responses.css";
import { ResponsesStore } from "../../../src/webview/responses/store.ts";
import { origin, single, type Position } from "../../../src/webview/shared/grid/selection.ts";
import { useLocale } from "../../../src/webview/shared/l10n.ts";
import type { PanelLocale } from "../../../src/messages/panel.ts";
import type { GridAction } from "../../../src/messages/responses.ts";
import type { EventMessage } from "../../../src/rpc/messages.ts";
import { responsesContent, responsesState } from "./fixtures.ts";

/** State that a test gives the grid. This module runs in the page, with rows of its own, in place of the panel. */
export interface GridState {
  readonly kind: "grid";
  readonly columns: readonly Column[];
  /** Rows, repeated until there are `count`; the first cell tells the row's number. */
  readonly rows: readonly Row[];
  readonly count: number;
  /** True if rows come only with `deliver`. */
  readonly isHeld: boolean;
  readonly mode: CellMode;
  readonly layout: ColumnLayout;
  readonly found?: Found | undefined;
  readonly locale?: PanelLocale;
}

/** Calls of the grid to the store and to its source of rows. */
export type GridCall =
  | { readonly kind: "detail" | "raw" | "close" }
  | { readonly kind: "reveal"; readonly key: string }
  | { readonly kind: "copy"; readonly format: CopyFormat | undefined }
  | { readonly kind: "sort"; readonly sort: Sort | undefined }
  | { readonly kind: "layout"; readonly layout: ColumnLayout }
  | { readonly kind: "filterColumn"; readonly key: string }
  | { readonly kind: "filterValue"; readonly position: Position }
  | { readonly kind: "need"; readonly first: number; readonly last: number };

declare global {
  interface Window {
    harness: {
      readonly grid: ResponsesGrid;
      deliver(): void;
      openColumns(): void;
    };
  }
}

let state: GridState = {
  kind: "grid",
  columns: [],
  rows: [],
  count: 0,
  isHeld: false,
  mode: "labels",
  layout: defaultColumnLayout,
};
let wanted: readonly [number, number] | undefined;
const there = new Set<number>();

const say = (message: GridCall | { readonly kind: "ready" }): void => {
  window.sent.push(message);
};

/** A store that reports what it is asked to do, in place of the panel. */
class Store extends ResponsesStore {
  override setSort(sort: Sort | undefined): void {
    say({ kind: "sort", sort });
    super.setSort(sort);
  }
  override setLayout(layout: ColumnLayout): void {
    say({ kind: "layout", layout });
    super.setLayout(layout);
  }
  override resizeColumn(key: string, width: number): void {
    const { layout } = this.columns;
    super.setLayout({ ...layout, widths: { ...layout.widths, [key]: width } });
  }
  override copy(format: CopyFormat): void {
    say({ kind: "copy", format });
  }
  override filterByValue(position: Position): void {
    say({ kind: "filterValue", position });
  }
  override toggleDetail(): void {
    say({ kind: "detail" });
  }
  override showRaw(): void {
    say({ kind: "raw" });
  }
  override revealColumn(key: string): void {
    say({ kind: "reveal", key });
    grid.revealCell(-1, key);
  }
  override toggleColumns(): void {
    dialog.remove();
    say({ kind: "close" });
  }
}

const english: PanelLocale = { locale: "en-GB", strings: {} };
useLocale(english);
const grid = new ResponsesGrid();
const dialog = new ColumnsDialog();
let store = storeOf(state);

/** Returns a panel's store that has the columns, and no rows. */
function storeOf({ columns, layout, mode, locale = english }: GridState, before?: Store): Store {
  const host = {
    send: () => undefined,
    request: () => new Promise<never>(() => undefined),
    savedView: () => undefined,
    saveState: () => undefined,
  };
  const made = new Store(host, () => ({ width: 0, body: 0 }));
  made.filtering.openFor = (key) => say({ kind: "filterColumn", key });
  made.columns.receive(responsesState({ content: responsesContent({ columns }), layout, locale }));
  made.mode.receive(mode);
  made.sort.receive(before?.sort.value);
  made.scrollPosition.change({
    selection: before?.scrollPosition.view.selection ?? single(origin),
  });
  made.subscribe((event) => {
    if (event.kind === "changed" && event.isSeen) {
      update();
    }
  });
  return made;
}

function update(): void {
  const { columns, mode, sort, scrollPosition } = store;
  const { all, shown, layout } = columns;
  Object.assign(grid, { store, all, columns: shown, layout, mode: mode.value, sort: sort.value });
  Object.assign(grid, { selection: scrollPosition.view.selection, found: state.found });
  Object.assign(dialog, { store, columns: all, layout });
}

function sourceOf({ count, rows, isHeld }: GridState): RowSource {
  const made = new Map<number, Row>();
  return {
    count,
    at(position) {
      const row = rows[position % rows.length];
      if (row === undefined || (isHeld && !there.has(position))) {
        return undefined;
      }
      const it = made.get(position) ?? {
        id: position,
        cells: [[{ value: `R${position}` }], ...row.cells.slice(1)],
      };
      made.set(position, it);
      return it;
    },
    need(first, last) {
      wanted = [first, last];
      say({ kind: "need", first, last });
    },
  };
}

window.harness = {
  grid,
  deliver() {
    const [first, last] = wanted ?? [0, -1];
    for (let position = first; position <= last; position++) {
      there.add(position);
    }
    grid.requestUpdate();
  },
  openColumns() {
    main.append(dialog);
  },
};
const head = document.createElement("header");
head.className = "visually-hidden";
head.append(document.createElement("h1"));
head.firstElementChild?.append("Responses");
const main = document.createElement("main");
main.className = "body";
main.style.height = "100%";
main.append(grid);
document.getElementById("app")?.append(head, main);
window.addEventListener("message", ({ data }: MessageEvent<GridState | EventMessage>) => {
  if ("event" in data) {
    grid.act((data.value as { readonly action: GridAction }).action);
    return;
  }
  state = data;
  useLocale(state.locale ?? english);
  store = storeOf(state, store);
  grid.source = sourceOf(state);
  update();
});
say({ kind: "ready" });
