import type { ColumnLayout } from "../../../src/model/columnLayout.ts";
import { arranged, plainLayout } from "../../../src/model/columnLayout.ts";
import type { Column, Row } from "../../../src/model/grid.ts";
import type { CellMode, CopyFormat, Sort } from "../../../src/model/responseView.ts";
import { gridColumns, type GridColumn } from "../../../src/webview/responses/cells.ts";
import {
  ColumnsDialog,
  type ColumnsOwner,
} from "../../../src/webview/responses/columns/columnsDialog.ts";
import { ResponsesGrid, type Found } from "../../../src/webview/responses/grid/gridElement.ts";
import type { GridOwner } from "../../../src/webview/responses/grid/gridOwner.ts";
import type { RowSource } from "../../../src/webview/responses/grid/rowSource.ts";
import "../../../src/webview/responses/responses.css";
import {
  origin,
  single,
  type Position,
  type Selection,
} from "../../../src/webview/shared/grid/selection.ts";
import { useLocale } from "../../../src/webview/shared/l10n.ts";

/** What a test has the grid show. Runs in the page, with rows of its own in the place of the panel. */
export interface GridState {
  readonly kind: "grid";
  readonly columns: readonly Column[];
  /** They come again and again until there are `count`; the first cell says which row it is. */
  readonly rows: readonly Row[];
  readonly count: number;
  /** Rows come only with `deliver`. */
  readonly isHeld: boolean;
  readonly mode: CellMode;
  readonly layout: ColumnLayout;
  readonly found?: Found | undefined;
}

/** What the grid asked of its owner and its source. */
export type GridSaid =
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
  layout: plainLayout,
};
let layout = plainLayout;
let selection: Selection = single(origin);
let sort: Sort | undefined;
let all: readonly GridColumn[] = [];
let wanted: readonly [number, number] | undefined;
const there = new Set<number>();

const say = (message: GridSaid | { readonly kind: "ready" }): void => {
  window.sent.push(message);
};

useLocale({ locale: "en-GB", strings: {} });
const grid = new ResponsesGrid();
const dialog = new ColumnsDialog();
const columnsOwner: ColumnsOwner = {
  layout(to) {
    layout = to;
    say({ kind: "layout", layout: to });
    update();
  },
  reveal(key) {
    say({ kind: "reveal", key });
    grid.revealCell(-1, key);
  },
  close() {
    dialog.remove();
    say({ kind: "close" });
  },
};
const owner: GridOwner = {
  select(to) {
    selection = to;
    update();
  },
  scrolled: () => undefined,
  resized(key, width) {
    layout = { ...layout, widths: { ...layout.widths, [key]: width } };
    update();
  },
  toggleDetail: () => say({ kind: "detail" }),
  copy: (format) => say({ kind: "copy", format }),
  sort(to) {
    sort = to;
    say({ kind: "sort", sort: to });
    update();
  },
  layout(to) {
    layout = to;
    say({ kind: "layout", layout: to });
    update();
  },
  showRaw: () => say({ kind: "raw" }),
  filterColumn: (key) => say({ kind: "filterColumn", key }),
  filterValue: (position) => say({ kind: "filterValue", position }),
};

function update(): void {
  if (layout !== grid.layout || grid.all !== all) {
    grid.columns = arranged(all, layout);
  }
  const { mode, found } = state;
  Object.assign(grid, { owner, all, layout, mode, sort, selection, found });
  Object.assign(dialog, { owner: columnsOwner, columns: all, layout });
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
    grid.refresh();
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
window.addEventListener("message", (event: MessageEvent<GridState>) => {
  state = event.data;
  layout = state.layout;
  all = gridColumns(state.columns, []);
  grid.source = sourceOf(state);
  update();
});
say({ kind: "ready" });
