import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ColumnConditions } from "../../../model/conditions/conditions.ts";
import { columnKey } from "../../../model/grid.ts";
import { action, icon } from "../../shared/controls.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import type { GridColumn } from "../cells.ts";
import type { StoreElement } from "../storeElement.ts";
import "../columns/columnPicker.ts";
import "./conditionEditor.ts";
import { newCondition } from "./filtering.ts";
import type { FilterEntry } from "./filterEntry.ts";
import { fieldOf } from "./filterRange.ts";
import {
  columnConditions,
  columnTitle,
  filterParts,
  statusKey,
  withConditions,
} from "./filterParts.ts";
import type { ValueRequests } from "./valueRequests.ts";

/** The conditions on single columns: a list, of which one can be open for editing. */
export class FilterConditions {
  readonly #host: StoreElement;
  readonly #entry: FilterEntry;
  readonly #questions: ValueRequests;

  constructor(host: StoreElement, entry: FilterEntry, questions: ValueRequests) {
    this.#host = host;
    this.#entry = entry;
    this.#questions = questions;
  }

  get #open(): string | undefined {
    return this.#host.store.filtering.edited;
  }

  /** Key of the column whose condition is being edited. */
  get edited(): string | undefined {
    return this.#open === newCondition ? undefined : this.#open;
  }

  close(): void {
    this.#host.store.filtering.edit(undefined);
    this.#host.requestUpdate();
  }

  /** Moves the focus to the part if it is open, or else to the field of that name. */
  focus(at: string): void {
    const isOpen = at === newCondition || (this.#open === at && this.#column(at) !== undefined);
    const target = isOpen
      ? this.#host.querySelector<HTMLElement>("condition-editor, column-picker")
      : fieldOf(this.#host, at);
    if (target instanceof LightElement) {
      void this.#focusFirst(target);
    } else {
      target?.focus();
    }
  }

  /** Focuses the first field of the form that takes the focus, or else the first field. */
  async #focusFirst(element: LightElement): Promise<void> {
    await element.updateComplete;
    const forms = [...element.querySelectorAll("*")].filter((it) => it instanceof LightElement);
    await Promise.all(forms.map((it) => it.updateComplete));
    const form = element.querySelector("[data-takes-focus]") ?? element;
    form.querySelector("input")?.focus();
    (element.closest("li") ?? element).scrollIntoView({ block: "nearest" });
  }

  template(): TemplateResult {
    return html`<ul class="conditions" aria-label=${t("Conditions")}>
        ${repeat(
          this.#columns(),
          (it) => it.key,
          (it) => this.#condition(it),
        )}
      </ul>
      ${
        this.#open === newCondition
          ? html`<column-picker
              .columns=${this.#host.store.columns.all}
              .version=${this.#host.store.version}
              .choose=${(key: string) => this.#edit(key)}
              .cancel=${() => this.#edit(undefined)}
            ></column-picker>`
          : nothing
      }`;
  }

  addButton(): TemplateResult {
    const isOpen = this.#open === newCondition;
    return action({
      icon: "add",
      label: t("Add Condition"),
      className: "add-condition",
      expanded: isOpen,
      run: () => this.#edit(isOpen ? undefined : newCondition),
    });
  }

  /** Columns with a condition, and the one that is being edited, in the order in which they were added. */
  #columns(): GridColumn[] {
    const keys = new Set(
      (this.#host.store.filtering.value.conditions ?? []).map((it) => columnKey(it)),
    );
    keys.delete(statusKey);
    if (this.edited !== undefined) {
      keys.add(this.edited);
    }
    return [...keys].flatMap((key) => this.#column(key) ?? []);
  }

  #column(key: string): GridColumn | undefined {
    return this.#host.store.columns.byKey.get(key);
  }

  #condition(column: GridColumn): TemplateResult {
    const { value: filter, values } = this.#host.store.filtering;
    const { key } = column;
    const isOpen = this.#open === key;
    const title = columnTitle(column);
    const labels = filterParts(
      { conditions: (filter.conditions ?? []).filter((it) => columnKey(it) === key) },
      new Map([[key, column]]),
      (id) => id,
    ).map((it) => it.label);
    return html`<li class="condition">
      <div class="condition-head">
        <button
          type="button"
          class="action condition-toggle"
          data-condition=${key}
          aria-expanded=${isOpen}
          @click=${() => this.#edit(isOpen ? undefined : key)}
        >
          ${icon(isOpen ? "chevron-down" : "chevron-right")}
          <span class="action-label">${labels.length === 0 ? title : labels.join(" · ")}</span>
        </button>
        ${action({
          icon: "trash",
          label: t("Remove condition: {0}", title),
          iconOnly: true,
          run: () => this.#remove(column),
        })}
      </div>
      ${
        isOpen
          ? html`<condition-editor
              .column=${column}
              .ask=${columnConditions(this.#entry.filter, key)}
              .values=${values.get(key)}
              .change=${(ask: ColumnConditions, typing: boolean) => this.#change(column, ask, typing)}
            ></condition-editor>`
          : nothing
      }
    </li>`;
  }

  #change(column: GridColumn, ask: ColumnConditions, typing: boolean): void {
    const { conditions = [] } = withConditions(this.#entry.filter, column, ask);
    if (typing) {
      this.#entry.applyDebounced({ conditions });
      // What is entered next, in this field or another, is added to what is pending.
      this.#host.requestUpdate();
    } else {
      this.#entry.applyNow({ conditions });
    }
  }

  #remove(column: GridColumn): void {
    if (this.#open === column.key) {
      this.close();
    }
    this.#entry.apply(withConditions(this.#entry.filter, column, {}));
    this.#focusAdd();
  }

  #edit(at: string | undefined): void {
    const before = this.#open;
    this.#host.store.filtering.edit(at);
    this.#host.requestUpdate();
    if (this.edited !== undefined) {
      this.#questions.ask(this.edited);
    }
    void this.#host.updateComplete.then(() => {
      if (at !== undefined) {
        this.focus(at);
      } else if (before === newCondition) {
        this.#focusAdd();
      }
    });
  }

  #focusAdd(): void {
    this.#host.querySelector<HTMLElement>(".add-condition")?.focus();
  }
}
