import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import {
  arranged,
  ordered,
  defaultColumnLayout,
  withHidden,
  withMoved,
  type ColumnLayout,
} from "../../../model/columnLayout.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { action } from "../../shared/controls.ts";
import { folded, formatNumber, t } from "../../shared/l10n.ts";
import { listTarget } from "../../shared/listKeys.ts";
import { matchesColumn, type GridColumn } from "../cells.ts";
import { columnGroups } from "../grid/columnGroups.ts";
import { StoreElement } from "../storeElement.ts";
import { columnOption } from "./columnOption.ts";
import { enteredText, reactive } from "../../shared/lightElement.ts";

/** A dialog with all columns of the grid: shows, hides and orders them, and scrolls the grid to them. */
export class ColumnsDialog extends StoreElement {
  static override properties = reactive("columns", "layout", "version", "find", "active");

  /** All columns, in their default order. */
  declare columns: readonly GridColumn[];
  declare layout: ColumnLayout;
  declare version: ApiVersion;
  declare private find: string;
  /** Key of the column that buttons and keys act on. */
  declare private active: string | undefined;
  #focuses = false;

  constructor() {
    super();
    this.columns = [];
    this.layout = defaultColumnLayout;
    this.version = "v3";
    this.find = "";
    this.addEventListener("keydown", this.#onKey);
  }

  protected override firstUpdated(): void {
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-label", t("Columns"));
    this.querySelector("input")?.focus();
  }

  protected override updated(): void {
    if (this.#focuses) {
      this.#focuses = false;
      const option = this.querySelector<HTMLElement>(".columns-option.active");
      option?.focus({ preventScroll: true });
      option?.scrollIntoView({ block: "nearest" });
    }
  }

  protected override render(): TemplateResult {
    const listed = this.#listed;
    const shown = arranged(this.columns, this.layout).length;
    return html`<div class="columns-head">
        <input
          class="input"
          type="search"
          .value=${live(this.find)}
          placeholder=${t("Find by name or text")}
          aria-label=${t("Find columns by name or text")}
          @input=${this.#onInput}
        />
        ${action({ icon: "close", label: t("Close"), iconOnly: true, run: () => this.store.toggleColumns() })}
        <span class="columns-count" role="status">${this.#count(shown, listed.length)}</span>
      </div>
      ${this.#list(listed)} ${this.#foot(shown)}`;
  }

  #count(shown: number, listed: number): string {
    const all = t("{0} of {1} shown", formatNumber(shown), formatNumber(this.columns.length));
    return this.find === "" ? all : t("{0} found, {1}", formatNumber(listed), all);
  }

  #list(listed: readonly GridColumn[]): TemplateResult {
    if (listed.length === 0) {
      return html`<div class="columns-list">
        <p class="columns-none">${t("No column has this in its name or text.")}</p>
      </div>`;
    }
    const hidden = new Set(this.layout.hidden);
    const active = this.#activeOf(listed)?.key;
    return html`<div
      class="columns-list"
      role="listbox"
      aria-multiselectable="true"
      aria-label=${t("Columns")}
      @click=${this.#onClick}
      @dblclick=${this.#onDoubleClick}
    >
      ${repeat(
        columnGroups(listed, (it) => it, this.version),
        (group) => group.columns[0]?.key,
        (group) =>
          html`<div role="group" aria-label=${group.label}>
            <div class="columns-group" role="presentation">${group.label}</div>
            ${repeat(
              group.columns,
              (it) => it.key,
              (it) => columnOption(it, !hidden.has(it.key), it.key === active),
            )}
          </div>`,
      )}
    </div>`;
  }

  #foot(shown: number): TemplateResult {
    const none = this.#activeOf(this.#listed) === undefined;
    return html`<div class="columns-foot">
      ${action({
        icon: "arrow-up",
        label: t("Move up"),
        iconOnly: true,
        shortcut: "Alt+ArrowUp",
        disabled: none,
        run: () => this.#move(-1),
      })}
      ${action({
        icon: "arrow-down",
        label: t("Move down"),
        iconOnly: true,
        shortcut: "Alt+ArrowDown",
        disabled: none,
        run: () => this.#move(1),
      })}
      ${action({
        icon: "target",
        label: t("Show in the grid"),
        iconOnly: true,
        shortcut: "Enter",
        disabled: none,
        run: () => this.#reveal(),
      })}
      <label class="columns-frozen">
        ${t("Frozen")}
        <input
          class="input"
          type="number"
          min="0"
          max=${shown}
          .value=${live(String(Math.min(shown, this.layout.frozen)))}
          @change=${this.#onFrozen}
        />
      </label>
      ${action({
        icon: "eye",
        label: t("Show All"),
        disabled: this.layout.hidden.length === 0,
        run: () => this.store.setLayout(withHidden(this.layout, this.layout.hidden, false)),
      })}
      ${action({
        icon: "discard",
        label: t("Reset"),
        run: () => this.store.setLayout(defaultColumnLayout),
      })}
    </div>`;
  }

  /** Columns that match the search, in the chosen order. */
  get #listed(): readonly GridColumn[] {
    const text = folded(this.find.trim());
    return ordered(this.columns, this.layout).filter((it) => matchesColumn(it, text));
  }

  #activeOf(listed: readonly GridColumn[]): GridColumn | undefined {
    return listed.find((it) => it.key === this.active) ?? listed[0];
  }

  #activate(column: GridColumn | undefined): void {
    if (column) {
      this.active = column.key;
      this.#focuses = true;
      this.requestUpdate();
    }
  }

  #toggle(): void {
    const column = this.#activeOf(this.#listed);
    if (column) {
      const isHidden = this.layout.hidden.includes(column.key);
      this.store.setLayout(withHidden(this.layout, [column.key], !isHidden));
      this.#activate(column);
    }
  }

  #move(by: 1 | -1): void {
    const listed = this.#listed;
    const column = this.#activeOf(listed);
    const beside = column && listed[listed.indexOf(column) + by];
    if (beside) {
      const to = { beside: beside.key, before: by < 0 };
      this.store.setLayout(withMoved(this.columns, this.layout, column.key, to));
      this.#activate(column);
    }
  }

  /** Scrolls the grid to the active column; shows it first if it is hidden. */
  #reveal(): void {
    const column = this.#activeOf(this.#listed);
    if (column) {
      if (this.layout.hidden.includes(column.key)) {
        this.store.setLayout(withHidden(this.layout, [column.key], false));
      }
      this.store.revealColumn(column.key);
    }
  }

  readonly #onInput = (event: Event): void => {
    this.find = enteredText(event);
    this.active = undefined;
  };

  readonly #onFrozen = (event: Event): void => {
    const shown = arranged(this.columns, this.layout).length;
    const frozen = Math.max(0, Math.min(Math.trunc(Number(enteredText(event))) || 0, shown));
    this.store.setLayout({ ...this.layout, frozen });
    this.requestUpdate();
  };

  readonly #onClick = ({ target }: MouseEvent): void => {
    const column = this.#columnOf(target);
    this.#activate(column);
    if (column && isOnBox(target)) {
      this.#toggle();
    }
  };

  readonly #onDoubleClick = ({ target }: MouseEvent): void => {
    if (this.#columnOf(target) && !isOnBox(target)) {
      this.#reveal();
    }
  };

  #columnOf(target: EventTarget | null): GridColumn | undefined {
    const key =
      target instanceof Element
        ? target.closest<HTMLElement>(".columns-option")?.dataset["key"]
        : undefined;
    return this.columns.find((it) => it.key === key);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    if (event.key === "Escape") {
      this.store.toggleColumns();
    } else if (!this.#acted(event)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #acted(event: KeyboardEvent): boolean {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === "search") {
      return this.#actedInField(event.key);
    }
    const isOption = target instanceof HTMLElement && target.matches(".columns-option");
    return isOption && this.#actedInList(event);
  }

  #actedInField(key: string): boolean {
    if (key === "ArrowDown") {
      this.#activate(this.#activeOf(this.#listed));
      return true;
    }
    if (key === "Enter") {
      this.#reveal();
      return true;
    }
    return false;
  }

  #actedInList(event: KeyboardEvent): boolean {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      this.#move(key === "ArrowUp" ? -1 : 1);
      return true;
    }
    if (altKey || ctrlKey || metaKey) {
      return false;
    }
    const listed = this.#listed;
    const column = this.#activeOf(listed);
    const at = column ? listed.indexOf(column) : 0;
    const to = listTarget(key, at, listed.length);
    if (to !== undefined) {
      this.#activate(listed[to]);
      return true;
    }
    if (key === " ") {
      this.#toggle();
    } else if (key === "Enter") {
      this.#reveal();
    } else {
      this.#typed(event);
      return false;
    }
    return true;
  }

  /** Moves typed characters from the list to the search field, and keeps them from being shortcuts of the panel. */
  #typed(event: KeyboardEvent): void {
    if (/^.$/u.test(event.key)) {
      event.stopPropagation();
      this.querySelector<HTMLInputElement>("input[type=search]")?.focus();
    }
  }
}

function isOnBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".columns-box") !== null;
}

customElements.define("responses-columns", ColumnsDialog);
