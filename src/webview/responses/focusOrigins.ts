import type { FocusTarget } from "./panelState.ts";
import type { ResponsesStore } from "./store.ts";

type Opened = Extract<FocusTarget, "columns" | "filter">;

/** Knows what was opened from a cell: the focus goes back there when it closes, and to its button otherwise. */
export class FocusOrigins {
  readonly #store: ResponsesStore;
  readonly #grid: () => Element | undefined;
  readonly #open = new Map<Opened, boolean>();
  readonly #fromGrid = new Set<FocusTarget>();

  constructor(store: ResponsesStore, grid: () => Element | undefined) {
    this.#store = store;
    this.#grid = grid;
  }

  /** To be called when something may have been opened, and does not have the focus yet. */
  look(): void {
    this.#seen("filter", this.#store.filtering.isOpen);
    this.#seen("columns", this.#store.hasColumnsOpen);
  }

  /** Where the focus goes from what is closed. */
  backFrom(on: FocusTarget): FocusTarget {
    return this.#fromGrid.delete(on) && this.#grid() ? "cell" : on;
  }

  #seen(what: Opened, isOpen: boolean): void {
    if (isOpen && !this.#open.get(what)) {
      this.#fromGrid.delete(what);
      if (this.#grid()?.contains(document.activeElement)) {
        this.#fromGrid.add(what);
      }
    }
    this.#open.set(what, isOpen);
  }
}
