import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { FoundCell } from "../../../messages/responses.ts";
import type { CellMode } from "../../../model/responseView.ts";
import { folded } from "../../shared/l10n.ts";
import type { Request } from "../../shared/vscodeApi.ts";
import type { GridColumn } from "../cells.ts";
import { matchesColumn } from "../columns/columnPicker.ts";

/** In what is searched: the cells of all responses that are shown, or the names and texts of the columns. */
export type FindScope = "values" | "columns";

export interface FindState {
  readonly text: string;
  readonly scope: FindScope;
  /** Whether the answer is still to come. */
  readonly isSearching: boolean;
  readonly count: number;
  /** Which one is shown, from 1. */
  readonly number: number | undefined;
  readonly cell: FoundCell["cell"];
}

/** While somebody types, matches are looked for once they pause. */
const typingPause = 150;

const nothingFound = { isSearching: false, count: 0, number: undefined, cell: undefined };

export interface FindOwner {
  readonly request: Request<ResponsesRequests>;
  /** Of the view that is shown; undefined while rows may soon stand elsewhere. */
  view(): number | undefined;
  columns(): readonly GridColumn[];
  mode(): CellMode;
  /** The active cell. */
  from(): { readonly row: number; readonly column: string };
  changed(): void;
  reveal(cell: NonNullable<FoundCell["cell"]>): void;
}

/** Goes from match to match: in values the host looks, in columns the panel itself. */
export class Find {
  readonly #owner: FindOwner;
  #run = 0;
  #state: FindState = { text: "", scope: "values", ...nothingFound };
  /** What was asked last, and of which view; asked again where rows stand elsewhere before the answer is here. */
  #step: -1 | 0 | 1 = 0;
  #view: number | undefined;
  #timer: number | undefined;
  /** Steps that were asked for before the one of before was answered. */
  #steps: (-1 | 1)[] = [];

  constructor(owner: FindOwner) {
    this.#owner = owner;
  }

  get state(): FindState {
    return this.#state;
  }

  type(text: string): void {
    this.#set({ text, ...nothingFound });
    this.#run++;
    this.#steps = [];
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.go(0), typingPause);
  }

  look(scope: FindScope): void {
    this.#set({ scope, ...nothingFound });
    this.go(0);
  }

  /** @param step 0: where one is, or else the next one */
  go(step: -1 | 0 | 1): void {
    if (step !== 0 && this.#state.isSearching) {
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

  /** Another view is shown: what was found may stand elsewhere, and be less or more. */
  viewChanged(): void {
    const { text, scope, isSearching, cell } = this.#state;
    if (text === "" || scope === "columns" || this.#owner.view() === this.#view) {
      return;
    }
    if (isSearching) {
      this.#ask(this.#step);
    } else if (cell) {
      // Without going there: nobody has asked to be taken anywhere.
      this.#set({ cell: undefined, number: undefined });
    }
  }

  close(): void {
    this.#run++;
    window.clearTimeout(this.#timer);
    this.#set(nothingFound);
  }

  #receive({ count, number, cell }: FoundCell): void {
    this.#set({ isSearching: false, count, number, cell });
    if (cell) {
      this.#owner.reveal(cell);
    }
    const [next, ...steps] = this.#steps;
    if (next !== undefined && cell) {
      this.go(next);
      this.#steps = steps;
    }
  }

  #ask(step: -1 | 0 | 1): void {
    const view = this.#owner.view();
    this.#view = view;
    this.#step = step;
    this.#set({ isSearching: true });
    if (view === undefined) {
      return;
    }
    const run = ++this.#run;
    const query = {
      view,
      text: this.#state.text,
      columns: this.#owner.columns().map((it) => it.key),
      cells: this.#owner.mode(),
      from: this.#owner.from(),
      step,
    };
    this.#owner.request("find", query).then(
      (found) => {
        if (run === this.#run && view === this.#owner.view()) {
          this.#receive(found);
        }
      },
      // Another view is on its way, or the panel says what is wrong with the table.
      () => undefined,
    );
  }

  #goToColumn(step: -1 | 0 | 1): void {
    const columns = this.#owner.columns();
    const text = folded(this.#state.text);
    const from = this.#owner.from();
    const matching = columns.flatMap((it, index) => (matchesColumn(it, text) ? [index] : []));
    const at = columns.findIndex((it) => it.key === from.column);
    const next =
      step === -1
        ? (matching.findLast((it) => it < at) ?? matching.at(-1))
        : (matching.find((it) => (step === 0 ? it >= at : it > at)) ?? matching[0]);
    const column = next === undefined ? undefined : columns[next];
    if (next === undefined || !column) {
      this.#set(nothingFound);
      return;
    }
    this.#set({ count: matching.length, number: matching.indexOf(next) + 1, cell: undefined });
    this.#owner.reveal({ row: from.row, column: column.key });
  }

  #set(change: Partial<FindState>): void {
    this.#state = { ...this.#state, ...change };
    this.#owner.changed();
  }
}
