import { isCancelled } from "../../../model/errors.ts";
import type { CellMode, FoundCell } from "../../../model/responseView.ts";
import { folded } from "../../shared/l10n.ts";
import { fieldsOf } from "../../shared/vscodeApi.ts";
import { matchesColumn } from "../cells.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import type { ScrollPosition } from "../grid/scrollPosition.ts";
import type { PanelState } from "../panelState.ts";

/** Where to search: the cells of all responses in the view, or the names and texts of the columns. */
export type FindScope = "values" | "columns";

export interface FindState {
  readonly text: string;
  readonly scope: FindScope;
  /** "typed": the current text has not been searched for yet. */
  readonly progress: "typed" | "searching" | "searched";
  readonly count: number;
  /** Position of the shown match, from 1. */
  readonly number: number | undefined;
  readonly cell: FoundCell["cell"];
}

/** What is saved of a search. */
export interface KeptFind {
  readonly isOpen: boolean;
  readonly text: string;
  readonly scope: FindScope;
}

/** Pause in typing after which the search begins, in milliseconds. */
const typingPause = 150;

/** Cells that are searched, but for the order of their rows and how many have arrived. */
interface Searched {
  readonly filter: string;
  readonly columns: ShownColumns["shown"];
  readonly cells: CellMode;
}

const nothingFound = {
  progress: "typed",
  count: 0,
  number: undefined,
  cell: undefined,
} as const;

/** The find bar: goes from match to match. The host searches values; columns are searched here. */
export class Find {
  readonly #panel: PanelState;
  readonly #columns: ShownColumns;
  readonly #scrollPosition: ScrollPosition;
  #isOpen = false;
  #run = 0;
  #state: FindState = { text: "", scope: "values", ...nothingFound };
  /** The last step requested, and the view it was for; requested again if the rows move before the answer arrives. */
  #step: -1 | 0 | 1 = 0;
  #view: number | undefined;
  /** What was searched last. */
  #searched: Searched | undefined;
  #timer: number | undefined;
  /** Steps requested while another one was pending. */
  #steps: (-1 | 1)[] = [];

  constructor(panel: PanelState, columns: ShownColumns, scrollPosition: ScrollPosition) {
    this.#panel = panel;
    this.#columns = columns;
    this.#scrollPosition = scrollPosition;
    panel.subscribe(({ kind }) => {
      if (kind === "moved") {
        this.#viewChanged();
      } else if (kind === "changed") {
        this.#forgetOther();
      }
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get kept(): KeptFind {
    const { text, scope } = this.#state;
    return { isOpen: this.#isOpen, text, scope };
  }

  /**
   * Shows the saved text without searching for it, which would move the person elsewhere.
   * @param kept saved before the panel was hidden, of unknown shape
   */
  restore(kept: unknown): void {
    const { isOpen, text, scope } = fieldsOf(kept);
    this.#isOpen = isOpen === true;
    this.#state = {
      text: typeof text === "string" ? text : "",
      scope: scope === "columns" ? scope : "values",
      ...nothingFound,
    };
  }

  /** The cell that was found. */
  get cell(): FoundCell["cell"] {
    const { scope, cell } = this.#state;
    return this.#isOpen && scope === "values" ? cell : undefined;
  }

  open(): void {
    if (this.#panel.state?.content) {
      this.#isOpen = true;
      this.#panel.changed();
      this.#panel.focus("find");
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#run++;
    window.clearTimeout(this.#timer);
    this.#set(nothingFound);
    this.#panel.focus("cell");
  }

  toggle(): void {
    if (this.#isOpen) {
      this.close();
    } else {
      this.open();
    }
  }

  /** Goes to the next or previous match; opens the bar if it is closed. */
  next(step: -1 | 1): void {
    this.open();
    this.#go(step);
  }

  get state(): FindState {
    return this.#state;
  }

  type(text: string): void {
    this.#set({ text, ...nothingFound });
    this.#run++;
    this.#steps = [];
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#go(0), typingPause);
  }

  setScope(scope: FindScope): void {
    this.#set({ scope, ...nothingFound });
    this.#go(0);
  }

  /** @param step 0: stay at the current match, or go to the next one if there is none */
  #go(step: -1 | 0 | 1): void {
    if (step !== 0 && this.#state.progress === "searching") {
      this.#steps.push(step);
      return;
    }
    this.#run++;
    this.#steps = [];
    window.clearTimeout(this.#timer);
    const { text, scope } = this.#state;
    if (text === "") {
      this.#set(nothingFound);
    } else if (scope === "columns") {
      this.#goToColumn(step);
    } else {
      this.#ask(step);
    }
  }

  /** The view has changed: matches may be elsewhere, and fewer or more. */
  #viewChanged(): void {
    const { text, scope, progress, cell } = this.#state;
    if (text === "" || scope === "columns" || this.#shownView === this.#view) {
      return;
    }
    if (progress === "searching") {
      this.#ask(this.#step);
    } else if (cell) {
      // Forget the match without searching again, which would move the person elsewhere unasked.
      this.#set({ cell: undefined, number: undefined });
    }
  }

  /** Forgets a result that says nothing about the cells as they are now. */
  #forgetOther(): void {
    const { scope, progress } = this.#state;
    const then = this.#searched;
    if (then === undefined || scope !== "values" || progress !== "searched") {
      return;
    }
    const now = this.#searchable;
    if (now.filter !== then.filter || now.columns !== then.columns || now.cells !== then.cells) {
      this.#set(nothingFound);
    }
  }

  get #searchable(): Searched {
    return {
      filter: JSON.stringify(this.#panel.state?.filter),
      columns: this.#columns.shown,
      cells: this.#panel.mode.value,
    };
  }

  /** Undefined while the view is changing. */
  get #shownView(): number | undefined {
    const { rows } = this.#scrollPosition;
    return rows.isChanging ? undefined : rows.view;
  }

  /** Position of the active cell. */
  get #from(): { readonly row: number; readonly column: string } {
    const { row, column } = this.#scrollPosition.view.selection.active;
    const { shown } = this.#columns;
    return { row: Math.max(0, row), column: (shown[column] ?? shown[0])?.key ?? "" };
  }

  #receive({ count, number, cell }: FoundCell): void {
    this.#set({ progress: "searched", count, number, cell });
    if (cell) {
      this.#scrollPosition.goToCell(cell.row, cell.column);
    }
    const [next, ...steps] = this.#steps;
    if (next !== undefined && cell) {
      this.#go(next);
      this.#steps = steps;
    }
  }

  #ask(step: -1 | 0 | 1): void {
    const view = this.#shownView;
    this.#view = view;
    this.#step = step;
    this.#searched = this.#searchable;
    this.#set({ progress: "searching" });
    if (view === undefined) {
      return;
    }
    const run = ++this.#run;
    const query = {
      view,
      text: this.#state.text,
      columns: this.#columns.shown.map((it) => it.key),
      cells: this.#panel.mode.value,
      from: this.#from,
      step,
    };
    this.#panel.request("find", query).then(
      (found) => {
        if (run === this.#run && view === this.#shownView) {
          this.#receive(found);
        }
      },
      (error: unknown) => {
        // Cancelled: the search is repeated in the next view. The panel shows any other failure.
        if (run === this.#run && !isCancelled(error)) {
          this.#set(nothingFound);
        }
      },
    );
  }

  #goToColumn(step: -1 | 0 | 1): void {
    const columns = this.#columns.shown;
    const text = folded(this.#state.text);
    const from = this.#from;
    const matching = columns.flatMap((it, index) => (matchesColumn(it, text) ? [index] : []));
    const at = columns.findIndex((it) => it.key === from.column);
    const next =
      step === -1
        ? (matching.findLast((it) => it < at) ?? matching.at(-1))
        : (matching.find((it) => (step === 0 ? it >= at : it > at)) ?? matching[0]);
    const column = next === undefined ? undefined : columns[next];
    if (next === undefined || !column) {
      this.#set({ ...nothingFound, progress: "searched" });
      return;
    }
    this.#set({
      progress: "searched",
      count: matching.length,
      number: matching.indexOf(next) + 1,
      cell: undefined,
    });
    this.#scrollPosition.goToCell(from.row, column.key);
  }

  #set(change: Partial<FindState>): void {
    this.#state = { ...this.#state, ...change };
    this.#panel.changed();
  }
}
