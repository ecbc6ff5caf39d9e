import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesTab, SavedResponses } from "../../messages/responses.ts";
import { cellModes, type CellMode } from "../../model/responseView.ts";
import type { LightElement } from "../shared/lightElement.ts";
import type { ErrorActions } from "../shared/states.ts";
import type { Request, Send } from "../shared/vscodeApi.ts";
import { OptimisticValue } from "./optimisticValue.ts";
import { DetailPane } from "./detail/detailPane.ts";
import { FieldworkTab } from "./fieldwork/fieldworkTab.ts";
import { Filtering } from "./filter/filtering.ts";
import { Finding } from "./find/finding.ts";
import { rowHeight } from "./grid/columnWidths.ts";
import { ScrollPosition } from "./grid/scrollPosition.ts";
import type { Shortcuts } from "./shortcuts.ts";
import { ShownColumns } from "./columns/shownColumns.ts";
import { Summary } from "./summary/summary.ts";
import { Table } from "./table.ts";

/** In CSS pixels: a grid of some columns, the filter and a response. */
const roomForBoth = 960;

export interface PartsStage {
  readonly panel: LightElement;
  readonly send: Send<ResponsesRequests>;
  readonly request: Request<ResponsesRequests>;
  readonly errorActions: ErrorActions;
  /** Whether there are responses, which can be searched. */
  hasContent(): boolean;
  /** What is kept for a window reload has changed. */
  keep(): void;
}

/** What the panel is made of, and what its parts want of one another. */
export class Parts {
  readonly mode = new OptimisticValue<CellMode>("labels", Object.is);
  readonly tab = new OptimisticValue<ResponsesTab>("responses", Object.is);
  readonly scrollPosition: ScrollPosition;
  readonly columns: ShownColumns;
  readonly filtering: Filtering;
  readonly finding: Finding;
  readonly detail: DetailPane;
  readonly table: Table;
  readonly summary: Summary;
  readonly fieldwork: FieldworkTab;
  readonly #stage: PartsStage;

  constructor(stage: PartsStage) {
    this.#stage = stage;
    const { panel, send, request } = stage;
    const changed = this.#changed;
    this.scrollPosition = new ScrollPosition({
      request,
      rowsInSight: () => Math.ceil((panel.querySelector("main")?.clientHeight ?? 0) / rowHeight),
      columns: () => this.columns.shown.length,
      changed: (isSeen) => {
        stage.keep();
        if (isSeen) {
          panel.requestUpdate();
        }
      },
      filled: () => {
        this.table.grid.value?.refresh();
        panel.requestUpdate();
      },
      moved: () => {
        this.table.go();
        this.finding.viewChanged();
        changed();
      },
    });
    this.columns = new ShownColumns({
      send: (layout) => send("layout", { layout }),
      rearranged: (before, after) => this.scrollPosition.followColumns(before, after),
    });
    this.filtering = new Filtering({
      panel,
      columns: this.columns,
      scrollPosition: this.scrollPosition,
      send,
      request,
      opened: () => {
        if (this.#hasRoomForOne) {
          this.scrollPosition.change({ detailOpen: false });
        }
      },
      changed,
    });
    this.finding = new Finding({
      panel,
      request,
      canOpen: () => stage.hasContent(),
      closed: () => this.table.grid.value?.focusCell(),
      view: () => (this.scrollPosition.rows.isChanging ? undefined : this.scrollPosition.rows.view),
      columns: () => this.columns.shown,
      mode: () => this.mode.value,
      from: () => {
        const { row, column } = this.scrollPosition.view.selection.active;
        const { shown } = this.columns;
        return { row: Math.max(0, row), column: (shown[column] ?? shown[0])?.key ?? "" };
      },
      reveal: ({ row, column }) => this.table.goToCell(row, column),
    });
    this.detail = new DetailPane({
      panel,
      columns: this.columns,
      scrollPosition: this.scrollPosition,
      grid: () => this.table.grid.value,
      showRaw: this.showRaw,
      opened: () => {
        if (this.#hasRoomForOne) {
          this.filtering.close();
        }
      },
    });
    this.table = new Table({
      panel,
      scrollPosition: this.scrollPosition,
      columns: this.columns,
      filtering: this.filtering,
      mode: this.mode,
      send,
      request,
      toggleDetail: this.detail.toggle,
      showRaw: this.showRaw,
      changed,
    });
    this.summary = new Summary({
      panel,
      columns: this.columns,
      filtering: this.filtering,
      send,
      request,
      errorActions: stage.errorActions,
      showInGrid: (key) => {
        this.select("responses");
        void panel.updateComplete.then(async () => {
          this.table.goToCell(0, key);
          const grid = this.table.grid.value;
          await grid?.updateComplete;
          // The menu that it was chosen from is gone.
          grid?.focusCell();
        });
      },
      changed,
    });
    this.fieldwork = new FieldworkTab({
      panel,
      send,
      filter: (filter) => {
        this.filtering.set(filter);
        this.select("responses");
      },
      changed,
    });
  }

  /** Whether the grid would be too narrow with the filter and a response beside it. */
  get #hasRoomForOne(): boolean {
    return this.#stage.panel.clientWidth < roomForBoth;
  }

  /** What a window reload brings back. */
  get kept(): Omit<SavedResponses, "subject"> {
    const sort = this.table.sort.value;
    const fieldwork = this.fieldwork.view;
    return {
      filter: this.filtering.value,
      ...(sort ? { sort } : {}),
      cells: this.mode.value,
      tab: this.tab.value,
      summary: this.summary.view.value,
      ...(fieldwork ? { fieldwork } : {}),
      view: this.scrollPosition.kept,
    };
  }

  readonly select = (tab: ResponsesTab): void => {
    if (tab === this.tab.value) {
      return;
    }
    this.tab.set(tab);
    this.#stage.send("tab", { tab });
    if (tab === "responses") {
      this.table.go();
    }
    this.#changed();
  };

  readonly setMode = (mode: CellMode): void => {
    this.mode.set(mode);
    this.#stage.send("cells", { cells: mode });
    this.#changed();
  };

  readonly showRaw = (): void => {
    const row = this.scrollPosition.rows.at(this.detail.index);
    if (row) {
      this.#stage.send("showRaw", { id: row.id });
    }
  };

  readonly shortcuts: Shortcuts = {
    find: () => {
      if (this.tab.value === "responses") {
        this.finding.open();
        return true;
      }
      return this.tab.value === "summary" && this.summary.find();
    },
    findNext: (step) => this.finding.go(step),
    undoFilter: () => {
      const { canUndo } = this.filtering;
      this.filtering.undo();
      return canUndo;
    },
    leave: () => {
      if (this.finding.isOpen) {
        this.finding.close();
        return true;
      }
      const wasOpen = this.detail.isOpen;
      if (wasOpen) {
        this.detail.toggle();
      }
      return wasOpen;
    },
    nextMode: () => {
      const next = (cellModes.indexOf(this.mode.value) + 1) % cellModes.length;
      this.setMode(cellModes[next] ?? "labels");
    },
    toggleFilter: () => this.filtering.toggle(),
    toggleColumns: () => this.table.toggleColumns(),
    showRaw: () => this.showRaw(),
    moveBy: (by) => {
      if (this.detail.isOpen) {
        this.detail.moveBy(by);
      }
      return this.detail.isOpen;
    },
  };

  readonly #changed = (): void => {
    this.#stage.keep();
    this.#stage.panel.requestUpdate();
  };
}
