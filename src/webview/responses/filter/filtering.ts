import type { ColumnValues } from "../../../model/responseView.ts";
import type { Cell } from "../../../model/grid.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { t } from "../../shared/l10n.ts";
import type { GridColumn } from "../cells.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import type { ScrollPosition } from "../grid/scrollPosition.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import type { PanelState } from "../panelState.ts";
import {
  changed,
  filterParts,
  groupKey,
  isEmptyFilter,
  sameFilter,
  statusKey,
  withConditions,
  type FilterPart,
} from "./filterParts.ts";
import { decodeFiltering, type KeptFiltering } from "./keptFiltering.ts";

/** Value of `edited` while a list of columns to choose from is shown. */
export const newCondition = "new";

/** Limit of filters to go back to. */
const maxBefore = 50;

/** Columns, by key, that have a field of their own in the filter. */
const filterFields: ReadonlyMap<string, keyof ResponseFilter> = new Map([
  ["metadata:finishedAt", "startDateTime"],
  [groupKey, "collectGroupId"],
]);

/** A part of the filter to move the focus to; a new object each time, so that the same part can be targeted again. */
export interface FilterTarget {
  readonly at: string;
}

/** The filter of the responses, and the panel that edits it. */
export class Filtering {
  readonly #panel: PanelState;
  readonly #columns: ShownColumns;
  readonly #scrollPosition: ScrollPosition;
  readonly #current = new OptimisticValue<ResponseFilter>({}, sameFilter);
  /** Filters to go back to, the oldest first. */
  #before: readonly ResponseFilter[] = [];
  #values: ReadonlyMap<string, ColumnValues> = new Map();
  /** The part at which the filter panel was opened. */
  #target: FilterTarget | undefined;
  #isOpen = false;
  #edited: string | undefined;

  constructor(panel: PanelState, columns: ShownColumns, scrollPosition: ScrollPosition) {
    this.#panel = panel;
    this.#columns = columns;
    this.#scrollPosition = scrollPosition;
  }

  get value(): ResponseFilter {
    return this.#current.value;
  }

  /** Values of columns as the host answered, by the column's key. */
  get values(): ReadonlyMap<string, ColumnValues> {
    return this.#values;
  }

  get target(): FilterTarget | undefined {
    return this.#target;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Key of the column whose condition is being edited, or `newCondition`. */
  get edited(): string | undefined {
    return this.#edited;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** What to save beside the filter itself. */
  get kept(): KeptFiltering {
    return {
      isOpen: this.#isOpen,
      ...(this.#isOpen && this.#edited !== undefined ? { edited: this.#edited } : {}),
      before: this.#before,
    };
  }

  /** @param kept saved before the panel was hidden, of unknown shape */
  restore(kept: unknown): void {
    const { isOpen, edited, before } = decodeFiltering(kept);
    this.#isOpen = isOpen;
    this.#edited = edited;
    this.#before = before.slice(-maxBefore);
  }

  /** Takes over the host's filter. One that a command has replaced can be gone back to, as after a choice of the person. */
  receive(filter: ResponseFilter): void {
    const before = this.value;
    this.#current.receive(filter);
    if (!sameFilter(this.value, before)) {
      this.#remember(before);
    }
  }

  readonly set = (filter: ResponseFilter): void => {
    if (!sameFilter(filter, this.value)) {
      this.#remember(this.value);
      this.#show(filter);
    }
  };

  #remember(filter: ResponseFilter): void {
    this.#before = [...this.#before, filter].slice(-maxBefore);
  }

  /** @returns false if there is nothing to undo */
  readonly undo = (): boolean => {
    const filter = this.#before.at(-1);
    if (filter) {
      this.#before = this.#before.slice(0, -1);
      this.#show(filter);
    }
    return filter !== undefined;
  };

  /** Filters by the value that a column has in this cell. */
  setTo(column: GridColumn, cell: Cell): void {
    const values = (cell ?? []).map((answer) => answer.value);
    const [value] = values;
    if (column.key === groupKey && value !== undefined) {
      this.set(changed(withConditions(this.value, column, {}), { collectGroupId: value }));
      return;
    }
    const missing = cell === null ? (["notShown"] as const) : (["noAnswer"] as const);
    this.set(
      withConditions(this.value, column, {
        oneOf: { values, missing: values.length === 0 ? missing : [] },
      }),
    );
  }

  /** @param key of a column */
  openFor(key: string): void {
    this.openAt(filterFields.get(key) ?? key);
  }

  close(): void {
    this.#isOpen = false;
    this.#panel.changed();
  }

  readonly toggle = (): void => {
    if (this.#isOpen) {
      this.close();
      this.#panel.focus("filter");
    } else {
      this.openAt("");
    }
  };

  /** Returns the parts of a filter in words, as its chips show them. */
  parts(filter: ResponseFilter): FilterPart[] {
    const groups = this.#columns.byKey.get(groupKey)?.labels;
    return filterParts(filter, this.#columns.byKey, (id) => groups?.get(id) ?? id);
  }

  /** Names a filter by the texts of its chips. */
  nameOf(filter: ResponseFilter): string {
    return isEmptyFilter(filter)
      ? t("All responses")
      : this.parts(filter)
          .map((it) => it.label)
          .join(" · ");
  }

  /** Requests the values of a column; the answer changes `values`. Resolves even if the request fails. */
  askValues(column: string): Promise<void> {
    return this.#panel.request("values", { column }).then(
      (values) => {
        this.#values = new Map(this.#values).set(column, values);
        this.#panel.changed();
      },
      // The panel shows what is wrong with the table.
      () => undefined,
    );
  }

  /** @param at part of the filter; "" for the filter as a whole */
  openAt(at: string): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#panel.emit({ kind: "opened", what: "filter" });
    }
    if (this.#panel.hasRoomForOne) {
      this.#scrollPosition.change({ detailOpen: false });
    }
    const isCondition = at === newCondition || (at !== statusKey && this.#columns.byKey.has(at));
    this.#edited = isCondition ? at : undefined;
    this.#target = { at };
    this.#panel.changed();
  }

  /** @param at key of a column, `newCondition`, or `undefined` to close what is open */
  edit(at: string | undefined): void {
    this.#edited = at;
    this.#panel.changed();
  }

  #show(filter: ResponseFilter): void {
    this.#current.set(filter);
    this.#panel.send("filter", { filter });
    this.#panel.changed();
    this.#panel.focus("filterIfLost");
  }
}
