import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { CellRange } from "../../model/urlEdits.ts";
import { isBlank } from "../../model/urlTable.ts";
import { VirtualAxis } from "../shared/grid/axis.ts";
import {
  headerRow,
  isWhole,
  moved,
  origin,
  rangeOf,
  single,
  within,
  type Extent,
  type Position,
  type Selection,
} from "../shared/grid/selection.ts";
import { t } from "../shared/l10n.ts";
import { isTyping, LightElement } from "../shared/lightElement.ts";
import { toTsv } from "../../model/tsv.ts";
import { columnPlan, headerTemplate, rowTemplate, type Drawing, type RowAction } from "./cells.ts";
import { Draft } from "./draft.ts";
import { cellText } from "./texts.ts";

export const rowHeight = 28;
export const headerHeight = 28;

/** What the table asks of the panel around it. Columns are those of the draft, from 0. */
export interface TableOwner {
  select(selection: Selection): void;
  /** Text that was typed into a cell; empty text is no value. */
  typed(row: number, column: number, text: string): void;
  addRow(after: number): void;
  clear(range: CellRange): void;
  copy(text: string): void;
  undo(): void;
  act(action: RowAction, row: number): void;
}

interface Editing extends Position {
  readonly text: string;
}

/** The rows as an ARIA grid whose value cells are typed into; it draws only the rows that are in view. */
export class UrlTableElement extends LightElement {
  static override properties = {
    draft: { attribute: false },
    version: { attribute: false },
    selection: { attribute: false },
    locked: { attribute: false },
    editing: { state: true },
  };

  declare draft: Draft;
  /** Grows with every change of the draft. */
  declare version: number;
  declare selection: Selection;
  /** While URLs are made of them, rows do not change. */
  declare locked: boolean;
  declare owner: TableOwner;
  declare private editing: Editing | undefined;
  readonly #axis = new VirtualAxis(this, () => this.#scroller());
  #reveals = false;
  #dragging = false;

  constructor() {
    super();
    this.draft = new Draft();
    this.version = 0;
    this.selection = single(origin);
    this.locked = false;
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("copy", this.#onCopy);
    this.addEventListener("focusout", (event) => {
      if (isTyping(event)) {
        this.#commit();
      }
    });
    this.addEventListener("pointerdown", this.#onPointerDown);
    this.addEventListener("pointermove", this.#onPointerMove);
    this.addEventListener("dblclick", this.#onDoubleClick);
  }

  /** Moves the focus to a cell, wherever it lies. */
  goTo(position: Position): void {
    this.#goTo(position, false);
  }

  /** Moves the focus to the active cell. */
  focusCell(): void {
    this.#reveals = true;
    this.requestUpdate();
  }

  revealRow(row: number): void {
    this.#axis.reveal(row);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("locked") && this.locked) {
      this.editing = undefined;
    }
    this.#axis.options = {
      count: this.draft.table.rows.length,
      sizeOf: () => rowHeight,
      frozen: headerHeight,
      pinned: this.#selection.active.row,
    };
  }

  protected override updated(): void {
    if (this.#reveals) {
      this.#axis.reveal(this.#selection.active.row);
      const element = this.#focusable(this.#selection.active);
      // At first nothing is drawn yet: the rows come once the table knows its size.
      this.#reveals = element === null;
      element?.focus({ preventScroll: true });
    }
  }

  protected override render(): TemplateResult {
    const { rows, columns } = this.draft.table;
    const drawing = this.#drawing();
    const plan = columnPlan(columns.length);
    return html`<div
      class="grid"
      role="grid"
      aria-label=${t("Rows")}
      aria-rowcount=${rows.length + 1}
      aria-colcount=${plan.count}
      aria-multiselectable="true"
      aria-readonly=${this.locked}
    >
      <div
        class="grid-canvas"
        role="presentation"
        .style=${`--url-columns: ${plan.template}; min-width: ${plan.width}px; height: ${this.#axis.total}px`}
      >
        ${headerTemplate(drawing)}
        <div role="rowgroup">
          ${repeat(
            this.#axis.items,
            (item) => item.key,
            (item) => {
              const row = rows[item.index];
              return row ? rowTemplate(drawing, item, row) : nothing;
            },
          )}
        </div>
      </div>
    </div>`;
  }

  get #extent(): Extent {
    const { rows, columns } = this.draft.table;
    return { rows: rows.length, columns: columnPlan(columns.length).count };
  }

  get #selection(): Selection {
    return within(this.selection, this.#extent);
  }

  /** The draft's column of a cell, if values stand there. */
  #valueColumn({ row, column }: Position): number | undefined {
    const isValue = row !== headerRow && column > 0 && column <= this.draft.table.columns.length;
    return isValue ? column - 1 : undefined;
  }

  #isBlank(row: number): boolean {
    return isBlank(this.draft.table.rows[row] ?? []);
  }

  #drawing(): Drawing {
    return {
      draft: this.draft,
      active: this.#selection.active,
      selected: rangeOf(this.#selection, this.#extent),
      editing: this.editing,
      locked: this.locked,
      act: (action, row) => this.owner.act(action, row),
    };
  }

  #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".grid");
  }

  #focusable({ row, column }: Position): HTMLElement | null {
    const cell = this.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    return cell?.querySelector<HTMLElement>("input, button") ?? cell;
  }

  #positionAt(target: EventTarget | null): Position | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    const { row, column } = cell?.dataset ?? {};
    return row === undefined || column === undefined
      ? undefined
      : { row: Number(row), column: Number(column) };
  }

  #select(selection: Selection): void {
    // Ahead of the panel, which hands it back with its next update: the focus goes by it.
    this.selection = selection;
    this.owner.select(selection);
    this.focusCell();
  }

  #goTo(active: Position, extend: boolean): void {
    this.#commit();
    this.#select(extend ? { active, anchor: this.#selection.anchor } : single(active));
  }

  #selectRow(row: number): void {
    const last = this.#extent.columns - 1;
    this.#select({ active: { row, column: 0 }, anchor: { row, column: last } });
  }

  /** Begins to type into the active cell, after what stands there or in its place. */
  #edit(text?: string): boolean {
    const { active } = this.#selection;
    const column = this.#valueColumn(active);
    if (column === undefined || this.locked) {
      return false;
    }
    const cell = this.draft.table.rows[active.row]?.[column] ?? null;
    this.editing = { ...active, text: text ?? cellText(cell) };
    this.#select(single(active));
    return true;
  }

  /** Takes what was typed, if anything was; a number or a wrong value that nobody touched stays what it is. */
  #commit(): void {
    const { editing } = this;
    const column = editing && this.#valueColumn(editing);
    if (!editing || column === undefined) {
      return;
    }
    this.editing = undefined;
    const input = this.querySelector<HTMLInputElement>(".cell-input");
    const before = this.draft.table.rows[editing.row]?.[column] ?? null;
    if (input && input.value !== cellText(before)) {
      this.owner.typed(editing.row, column, input.value);
    }
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.isComposing) {
      return;
    }
    const acted = this.editing ? this.#keyWhileTyping(event) : this.#keyInGrid(event);
    if (acted) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  #keyWhileTyping({ key, shiftKey }: KeyboardEvent): boolean {
    const { row, column } = this.#selection.active;
    switch (key) {
      case "Escape":
        this.editing = undefined;
        this.#select(this.#selection);
        return true;
      case "Enter":
        this.#commit();
        if (!shiftKey && row === this.#extent.rows - 1 && !this.#isBlank(row)) {
          this.owner.addRow(row);
        }
        this.#goTo({ row: Math.max(0, row + (shiftKey ? -1 : 1)), column }, false);
        return true;
      case "Tab":
        return this.#typeOn(shiftKey ? -1 : 1);
      default:
        return false;
    }
  }

  /** To the next value cell, over the end of the row; out of the table at its end. */
  #typeOn(by: 1 | -1): boolean {
    const { row, column } = this.#selection.active;
    const count = this.draft.table.columns.length;
    const next = row * count + (column - 1) + by;
    this.#commit();
    if (next < 0 || next >= count * this.#extent.rows) {
      return false;
    }
    this.#goTo({ row: Math.floor(next / count), column: (next % count) + 1 }, false);
    return true;
  }

  #keyInGrid(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const target = moved(
      this.#selection.active,
      { key, ctrl },
      this.#extent,
      this.#axis.fitting(rowHeight),
    );
    if (target) {
      this.#goTo(target, shiftKey);
      return true;
    }
    if (ctrl) {
      return this.#shortcut(key.toLowerCase());
    }
    if (event.target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) {
      return false;
    }
    return this.#actedOn(key, shiftKey);
  }

  #shortcut(key: string): boolean {
    if (key === "z" && !this.locked) {
      this.owner.undo();
      this.#select(this.#selection);
      return true;
    }
    if (key === "a") {
      const { rows, columns } = this.#extent;
      this.#select({ active: origin, anchor: { row: rows - 1, column: columns - 1 } });
      return true;
    }
    return false;
  }

  #actedOn(key: string, shift: boolean): boolean {
    const { active } = this.#selection;
    if (key === " " && (shift || active.column === 0) && active.row !== headerRow) {
      this.#selectRow(active.row);
      return true;
    }
    if (key === "Enter" || key === "F2" || key === " ") {
      return this.#edit();
    }
    if (key === "Delete" || key === "Backspace") {
      if (!this.locked) {
        const { top, bottom, left, right } = rangeOf(this.#selection, this.#extent);
        this.owner.clear({ top, bottom, left: left - 1, right: right - 1 });
      }
      return true;
    }
    if (key === "Process") {
      // An input method takes this key: what it composes goes into the field.
      this.#edit("");
      return false;
    }
    // Keys without a text of their own have longer names.
    return /^.$/u.test(key) && this.#edit(key);
  }

  readonly #onCopy = (event: ClipboardEvent): void => {
    if (isTyping(event)) {
      return;
    }
    event.preventDefault();
    const { rows, columns } = this.draft.table;
    const range = rangeOf(this.#selection, this.#extent);
    const texts = (values: readonly string[], url: string): string[] =>
      ["", ...values, url].slice(Math.max(1, range.left), range.right + 1);
    const lines = rows
      .slice(range.top, range.bottom + 1)
      .map((row) => texts(row.map(cellText), this.draft.url(row) ?? ""));
    const head = isWhole(range, this.#extent) ? [texts(columns, "URL")] : [];
    this.owner.copy(toTsv([...head, ...lines]));
  };

  readonly #onPointerDown = (event: PointerEvent): void => {
    const position = this.#positionAt(event.target);
    if (!position || event.button !== 0 || isTyping(event)) {
      return;
    }
    if (event.target instanceof Element && event.target.closest("button")) {
      this.#goTo(position, false);
      return;
    }
    // The browser would begin to select text and move the focus to what was hit.
    event.preventDefault();
    this.#dragging = true;
    if (position.column === 0 && position.row !== headerRow && !event.shiftKey) {
      this.#commit();
      this.#selectRow(position.row);
    } else {
      this.#goTo(position, event.shiftKey);
    }
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (!this.#dragging || (event.buttons & 1) === 0) {
      this.#dragging = false;
      return;
    }
    const position = this.#positionAt(event.target);
    const { active } = this.#selection;
    if (position && (position.row !== active.row || position.column !== active.column)) {
      const column = active.column === 0 ? 0 : position.column;
      this.#goTo({ row: position.row, column }, true);
    }
  };

  readonly #onDoubleClick = (event: MouseEvent): void => {
    const position = this.#positionAt(event.target);
    if (position && !isTyping(event) && this.#valueColumn(position) !== undefined) {
      this.#edit();
    }
  };
}

customElements.define("url-table", UrlTableElement);
