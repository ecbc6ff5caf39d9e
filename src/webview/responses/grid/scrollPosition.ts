import { single, within, type Position, type Selection } from "../../shared/grid/selection.ts";
import type { GridColumn } from "../cells.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import type { PanelState } from "../panelState.ts";
import { rowHeight } from "./columnWidths.ts";
import { RowCache, type Place } from "./rowCache.ts";
import { decodeView, type ResponsesView } from "../view.ts";

/** Where in the responses a person is looking, and the rows there; keeps the two together while responses come and go. */
export class ScrollPosition {
  readonly #panel: PanelState;
  readonly #columns: ShownColumns;
  #rows: RowCache;
  #view: ResponsesView = decodeView(undefined);
  /** Where the panel was left, until the responses there have arrived. */
  #wanted: ResponsesView | undefined;
  #settling: (() => void)[] = [];

  constructor(panel: PanelState, columns: ShownColumns) {
    this.#panel = panel;
    this.#columns = columns;
    this.#rows = this.#newRows();
    panel.subscribe((event) => {
      if (event.kind === "rearranged") {
        this.#followColumns(event.before, event.after);
      }
    });
  }

  get rows(): RowCache {
    return this.#rows;
  }

  get view(): ResponsesView {
    return this.#view;
  }

  /** The view to save: where the person wants to be, even if those responses have not arrived yet. */
  get kept(): ResponsesView {
    return this.#wanted ?? this.#view;
  }

  /** @param kept saved before a reload, of unknown shape; `undefined` if nothing was saved */
  restore(kept: unknown): void {
    this.#view = decodeView(kept);
    this.#wanted = kept === undefined ? undefined : this.#view;
  }

  /** Forgets where the panel was left, because the person goes elsewhere or nothing more arrives. */
  forgetSavedPlace(): void {
    this.#wanted = undefined;
  }

  change(change: Partial<ResponsesView>, isSeen = true): void {
    const { topId, activeId, ...view } = { ...this.#view, ...change };
    const isSame = (at: "top" | "active"): boolean =>
      at === "top"
        ? view.top === this.#view.top
        : view.selection.active.row === this.#view.selection.active.row;
    this.#view = {
      ...view,
      topId: this.#rows.at(Math.floor(view.top))?.id ?? (isSame("top") ? topId : undefined),
      activeId:
        this.#rows.at(view.selection.active.row)?.id ?? (isSame("active") ? activeId : undefined),
    };
    this.#panel.changed(isSeen);
  }

  /** Keeps the selection on its columns when columns are moved, hidden or shown. Without any, it waits for them. */
  #followColumns(before: readonly GridColumn[], after: readonly GridColumn[]): void {
    if (after.length === 0) {
      return;
    }
    const moved = (it: Position): Position => {
      const column = after.findIndex(({ key }) => key === before[it.column]?.key);
      return { ...it, column: column === -1 ? Math.min(it.column, after.length - 1) : column };
    };
    const { active, anchor } = this.#view.selection;
    this.change({ selection: { active: moved(active), anchor: moved(anchor) } });
  }

  goToCell(row: number, key: string): void {
    const column = this.#columns.shown.findIndex((it) => it.key === key);
    if (column >= 0) {
      this.forgetSavedPlace();
      this.change({ selection: single({ row, column }) });
      this.#panel.emit({ kind: "reveal", row, column: key });
    }
  }

  /** Calls back once the host knows the rows as they are shown. */
  whenSettled(act: () => void): void {
    if (this.#rows.isChanging) {
      this.#settling.push(act);
    } else {
      act();
    }
  }

  /** Calls back as soon as another view than this one is shown. */
  whenMoved(view: number, act: () => void): void {
    if (this.#rows.view === view) {
      this.#settling.push(act);
    } else {
      this.whenSettled(act);
    }
  }

  /** Forgets all rows, when there is nothing to show. */
  clear(): void {
    this.#rows = this.#newRows();
    this.#settling = [];
  }

  #newRows(): RowCache {
    return new RowCache(
      this.#panel.request,
      () => this.#place(),
      (event) => {
        if (event.kind === "moved") {
          this.#moved(event);
        } else {
          // With more rows, the ids by which the place is found again are known.
          this.change({});
          this.#panel.emit({ kind: "rows" });
        }
      },
    );
  }

  #place(): Place {
    const { top, topId, selection, activeId } = this.kept;
    const rows = Math.ceil(this.#panel.measure().body / rowHeight);
    return { top, topId, rows, active: selection.active.row, activeId };
  }

  #moved({ top, active }: { readonly top: number; readonly active: number }): void {
    const wanted = this.#wanted;
    const { selection } = this.kept;
    this.#view = {
      ...this.kept,
      top,
      selection: within(shifted(selection, active), {
        // Even without rows the selection is not of the header, which stands for all rows of its column.
        rows: Math.max(1, this.#rows.count),
        columns: this.#columns.shown.length,
      }),
    };
    const isThere =
      wanted && wanted.top < this.#rows.count && wanted.selection.active.row < this.#rows.count;
    this.#wanted = isThere ? undefined : wanted;
    this.#panel.emit({ kind: "moved" });
    this.#panel.changed();
    for (const act of this.#settling.splice(0)) {
      act();
    }
  }
}

/** Moves a selection so that its active cell is in another row; a range keeps its shape. */
function shifted({ active, anchor }: Selection, row: number): Selection {
  const by = row - active.row;
  return {
    active: { ...active, row },
    anchor: anchor.row < 0 ? anchor : { ...anchor, row: Math.max(0, anchor.row + by) },
  };
}
