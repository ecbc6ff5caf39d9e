import { html, nothing, type TemplateResult } from "lit";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { ColumnValues, ResponsesState } from "../../../messages/responses.ts";
import type { Cell } from "../../../model/grid.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { detailPlace } from "../../shared/detailPlace.ts";
import { t } from "../../shared/l10n.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import type { Request, Send } from "../../shared/vscodeApi.ts";
import type { GridColumn } from "../cells.ts";
import { chips } from "./chips.ts";
import { FilterHistory } from "./filterHistory.ts";
import type { FilterOwner } from "./filterHost.ts";
import "./filterPanel.ts";
import type { FilterTarget } from "./filterPanel.ts";
import { changed, filterParts, withAsk, type FilterPart } from "./filterParts.ts";
import type { ScrollPosition } from "../grid/scrollPosition.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import { filterLimits } from "../view.ts";

const groupColumn = "metadata:collectGroupId";

/** Columns that the filter has a field of its own for, by key. */
const filterFields: ReadonlyMap<string, keyof ResponseFilter> = new Map([
  ["metadata:finishedAt", "startDateTime"],
  [groupColumn, "collectGroupId"],
]);

export interface FilteringStage {
  readonly panel: LightElement;
  readonly columns: ShownColumns;
  readonly scrollPosition: ScrollPosition;
  readonly send: Send<ResponsesRequests>;
  readonly request: Request<ResponsesRequests>;
  /** The filter takes room beside the grid. */
  opened(): void;
  /** Another filter, to be kept for a window reload. */
  changed(): void;
}

/** What responses are filtered by: as chips, and in a pane beside the grid. */
export class Filtering {
  readonly #stage: FilteringStage;
  readonly #history = new FilterHistory();
  #values: ReadonlyMap<string, ColumnValues> = new Map();
  /** The part that the panel was opened at. */
  #target: FilterTarget | undefined;
  #isOpen = false;

  constructor(stage: FilteringStage) {
    this.#stage = stage;
  }

  get value(): ResponseFilter {
    return this.#history.value;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  receive(filter: ResponseFilter): void {
    this.#history.receive(filter);
  }

  readonly set = (filter: ResponseFilter): void => {
    if (this.#history.set(filter)) {
      this.#changed();
    }
  };

  readonly undo = (): void => {
    if (this.#history.undo()) {
      this.#changed();
    }
  };

  /** Lets through what has the same in a column. */
  setTo(column: GridColumn, cell: Cell): void {
    const values = (cell ?? []).map((answer) => answer.value);
    const [value] = values;
    if (filterFields.get(column.key) === "collectGroupId" && value !== undefined) {
      this.set(changed(this.value, { collectGroupId: value }));
      return;
    }
    const missing = cell === null ? (["notShown"] as const) : (["noAnswer"] as const);
    this.set(
      withAsk(this.value, column, {
        oneOf: { values, missing: values.length === 0 ? missing : [] },
      }),
    );
  }

  /** @param key of a column */
  openFor(key: string): void {
    this.#openAt(filterFields.get(key) ?? key);
  }

  close(): void {
    this.#isOpen = false;
    this.#stage.panel.requestUpdate();
  }

  readonly toggle = (): void => {
    if (this.#isOpen) {
      this.close();
      this.#focusButton();
    } else {
      this.#openAt("");
    }
  };

  /** The parts of a filter in words, as its chips have them. */
  parts(filter: ResponseFilter): FilterPart[] {
    const groups = this.#stage.columns.byKey.get(groupColumn)?.labels;
    return filterParts(filter, this.#stage.columns.byKey, (id) => groups?.get(id) ?? id);
  }

  chips(): TemplateResult | typeof nothing {
    return chips({
      parts: this.parts(this.value),
      canUndo: this.canUndo,
      filter: this.set,
      edit: (at) => this.#openAt(at),
      undo: this.undo,
    });
  }

  template({ content, collectGroups }: ResponsesState): TemplateResult | typeof nothing {
    const { scrollPosition, columns } = this.#stage;
    return this.#isOpen
      ? detailPlace(
          {
            label: t("Width of the filter"),
            className: "filter-place",
            width: scrollPosition.view.filterWidth,
            limits: filterLimits,
            resize: (filterWidth) => scrollPosition.change({ filterWidth }),
          },
          html`<responses-filter
            .filter=${this.value}
            .columns=${columns.all}
            .version=${content?.source.apiVersion ?? "v3"}
            .collectGroups=${collectGroups}
            .values=${this.#values}
            .view=${content?.view}
            .target=${this.#target}
            .owner=${this.#owner}
          ></responses-filter>`,
        )
      : nothing;
  }

  readonly #owner: FilterOwner = {
    filter: this.set,
    askValues: (column) => {
      this.#stage.request("values", { column }).then(
        (values) => {
          this.#values = new Map(this.#values).set(column, values);
          this.#stage.panel.requestUpdate();
        },
        // The panel says what is wrong with the table.
        () => undefined,
      );
    },
    close: this.toggle,
  };

  #openAt(at: string): void {
    this.#isOpen = true;
    this.#stage.opened();
    this.#target = { at };
    this.#stage.panel.requestUpdate();
  }

  #changed(): void {
    this.#stage.send("filter", { filter: this.value });
    this.#stage.changed();
    // A chip's buttons go with it.
    void this.#stage.panel.updateComplete.then(() => {
      if (document.activeElement === document.body) {
        this.#focusButton();
      }
    });
  }

  #focusButton(): void {
    this.#stage.panel.querySelector<HTMLElement>(".filter-toggle")?.focus();
  }
}
