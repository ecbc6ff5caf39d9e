import { html, type PropertyValues, type TemplateResult, nothing } from "lit";
import type { ColumnValues } from "../../../model/responseView.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { action } from "../../shared/controls.ts";
import { t } from "../../shared/l10n.ts";
import type { GridColumn } from "../cells.ts";
import { StoreElement } from "../storeElement.ts";
import { groupField, statusField } from "./filterChoices.ts";
import { FilterConditions } from "./filterConditions.ts";
import { FilterDurations } from "./filterDurations.ts";
import { FilterEntry } from "./filterEntry.ts";
import { isEmptyFilter } from "./filterParts.ts";
import type { FilterTarget } from "./filtering.ts";
import { FilterTimes } from "./filterTimes.ts";
import { ValueRequests } from "./valueRequests.ts";
import { detailPlace } from "../../shared/detailPlace.ts";
import type { ResponsesStore } from "../store.ts";
import { filterLimits } from "../view.ts";
import { reactive } from "../../shared/lightElement.ts";

/** All fields that responses can be filtered by. Entries take effect without a button. */
export class ResponsesFilter extends StoreElement {
  static override properties = reactive("filter", "columns", "values", "view", "target");

  declare filter: ResponseFilter;
  /** All columns, including hidden ones. */
  declare columns: readonly GridColumn[];
  declare values: ReadonlyMap<string, ColumnValues>;
  /** Number of the view: when it changes, counts may have changed. */
  declare view: number | undefined;
  declare target: FilterTarget | undefined;
  readonly #entry = new FilterEntry(this);
  readonly #questions = new ValueRequests(this);
  readonly #times = new FilterTimes(this, this.#entry);
  readonly #durations = new FilterDurations(this, this.#entry);
  readonly #conditions = new FilterConditions(this, this.#entry, this.#questions);

  constructor() {
    super();
    this.filter = {};
    this.columns = [];
    this.values = new Map();
    this.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    this.#entry.applyPending();
    super.disconnectedCallback();
  }

  protected override willUpdate(now: PropertyValues<this>): void {
    if (now.has("view") || now.has("values")) {
      this.#questions.askAnew(this.#conditions.edited, now.has("view"));
    }
  }

  protected override updated(now: PropertyValues<this>): void {
    if (now.has("target") && this.target) {
      const { at } = this.target;
      this.#conditions.focus(at === "" ? "startDateTime" : at);
    }
  }

  protected override render(): TemplateResult {
    return html`<form
      class="filter"
      aria-label=${t("Filter")}
      @submit=${this.#onSubmit}
      @change=${this.#onLeft}
    >
      <div class="detail-head">
        <h2>${t("Filter")}</h2>
        ${action({
          icon: "clear-all",
          label: t("Clear All"),
          iconOnly: true,
          disabled: isEmptyFilter(this.filter),
          run: () => this.#clear(),
        })}
        ${action({
          icon: "close",
          label: t("Close"),
          iconOnly: true,
          shortcut: "Escape",
          run: () => this.store.filtering.toggle(),
        })}
      </div>
      <div class="filter-body">
        ${this.#times.template()} ${groupField(this.store, this.#entry)}
        ${statusField(this.store, this.#entry, this.#questions)} ${this.#durations.template()}
        ${this.#conditions.template()} ${this.#conditions.addButton()}
      </div>
    </form>`;
  }

  #clear(): void {
    this.#conditions.close();
    this.#times.forgetProblems();
    this.#durations.forgetProblems();
    this.#entry.apply({});
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    this.#entry.applyPending();
  };

  /** Once a field is left, what was typed takes effect, before a click elsewhere changes the filter. */
  readonly #onLeft = (): void => this.#entry.applyPending();

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) {
      event.preventDefault();
      this.#entry.applyPending();
      this.store.filtering.toggle();
    }
  };
}

/** Renders the filter beside the grid, if it is open. */
export function filterPlace(store: ResponsesStore): TemplateResult | typeof nothing {
  const { scrollPosition, columns, filtering, state } = store;
  return filtering.isOpen
    ? detailPlace(
        {
          label: t("Width of the filter"),
          className: "filter-place",
          width: scrollPosition.view.filterWidth,
          limits: filterLimits,
          resize: (filterWidth) => scrollPosition.change({ filterWidth }),
        },
        html`<responses-filter
          .store=${store}
          .filter=${filtering.value}
          .columns=${columns.all}
          .values=${filtering.values}
          .view=${state?.content?.view}
          .target=${filtering.target}
        ></responses-filter>`,
      )
    : nothing;
}

customElements.define("responses-filter", ResponsesFilter);
