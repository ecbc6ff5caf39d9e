import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesTab, SavedResponses } from "../../messages/responses.ts";
import { cellModes, type CellMode } from "../../model/responseView.ts";
import type { LightElement } from "../shared/lightElement.ts";
import type { Remedies } from "../shared/states.ts";
import type { Request, Send } from "../shared/vscodeApi.ts";
import { Ahead } from "./ahead.ts";
import { DetailPane } from "./detail/detailPane.ts";
import { FieldworkTab } from "./fieldwork/fieldworkTab.ts";
import { Filtering } from "./filter/filtering.ts";
import { Finding } from "./find/finding.ts";
import { rowHeight } from "./grid/columnWidths.ts";
import { Looking } from "./grid/looking.ts";
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
  readonly remedies: Remedies;
  /** Whether there are responses, which can be searched. */
  hasContent(): boolean;
  /** What is kept for a window reload has changed. */
  keep(): void;
}

/** What the panel is made of, and what its parts want of one another. */
export class Parts {
  readonly mode = new Ahead<CellMode>("labels", Object.is);
  readonly tab = new Ahead<ResponsesTab>("responses", Object.is);
  readonly looking: Looking;
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
    this.looking = new Looking({
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
      rearranged: (before, after) => this.looking.followColumns(before, after),
    });
    this.filtering = new Filtering({
      panel,
      columns: this.columns,
      looking: this.looking,
      send,
      request,
      opened: () => {
        if (this.#hasRoomForOne) {
          this.looking.change({ detailOpen: false });
        }
      },
      changed,
    });
    this.finding = new Finding({
      panel,
      request,
      canOpen: () => stage.hasContent(),
      closed: () => this.table.grid.value?.focusCell(),
      view: () => (this.looking.rows.isChanging ? undefined : this.looking.rows.view),
      columns: () => this.columns.shown,
      mode: () => this.mode.value,
      from: () => {
        const { row, column } = this.looking.view.selection.active;
        const { shown } = this.columns;
        return { row: Math.max(0, row), column: (shown[column] ?? shown[0])?.key ?? "" };
      },
      reveal: ({ row, column }) => this.table.goToCell(row, column),
    });
    this.detail = new DetailPane({
      panel,
      columns: this.columns,
      looking: this.looking,
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
      looking: this.looking,
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
      remedies: stage.remedies,
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
      view: this.looking.kept,
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
    const row = this.looking.rows.at(this.detail.index);
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
