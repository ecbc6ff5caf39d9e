import type { PropertyValues, TemplateResult } from "lit";
import { cleared, withBlock, withRowAfter } from "../../model/urlEdits.ts";
import { isBlank } from "../../model/urlTable.ts";
import { toTsv } from "../../model/tsv.ts";
import type { GridDrawing } from "../shared/grid/cellTemplate.ts";
import { ColumnPlaces, type PlacedColumn } from "../shared/grid/columnPlaces.ts";
import { GridElement, type DrawnRow, type GridFacts } from "../shared/grid/gridElement.ts";
import type { Drag } from "../shared/grid/gridPointer.ts";
import {
  headerRow,
  isWhole,
  single,
  type Extent,
  type Position,
  type Selection,
} from "../shared/grid/selection.ts";
import { t } from "../shared/l10n.ts";
import { isTyping, reactive } from "../shared/lightElement.ts";
import {
  columnCount,
  headerTemplate,
  rowTemplate,
  urlColumns,
  widthsIn,
  type Drawing,
  type RowAction,
  type UrlColumn,
} from "./cells.ts";
import type { Draft } from "./draft.ts";
import { cellText } from "./texts.ts";
import type { UrlRows } from "./urlRows.ts";

const rowHeight = 28;

interface Editing extends Position {
  readonly text: string;
}

/** The grid of rows, whose values can be edited. */
export class UrlTableElement extends GridElement<UrlColumn> {
  static override properties = reactive("version", "locked", "editing");

  declare rows: UrlRows;
  /** Increases with every change of the rows. */
  declare version: number;
  /** True while URLs are being created, when rows must not change. */
  declare locked: boolean;
  declare select: (selection: Selection) => void;
  declare act: (action: RowAction, row: number) => void;
  declare private editing: Editing | undefined;
  readonly rowHeight = rowHeight;
  readonly headerHeight = rowHeight;
  override readonly hasRowHeaders = true;

  constructor() {
    super();
    this.version = 0;
    this.locked = false;
    this.addEventListener("focusout", (event) => {
      if (isTyping(event)) {
        this.#commit();
      }
    });
  }

  private get draft(): Draft {
    return this.rows.draft;
  }

  get extent(): Extent {
    const { rows, columns } = this.draft.table;
    return { rows: rows.length, columns: columnCount(columns.length) };
  }

  protected get facts(): GridFacts {
    return { label: t("Rows"), headerRows: 1, isReadOnly: this.locked };
  }

  placeColumns(room: number): ColumnPlaces<UrlColumn> {
    const values = this.draft.table.columns.length;
    const widthOf = widthsIn(room, values);
    return new ColumnPlaces({
      columns: urlColumns(values),
      widthOf,
      frozen: 1,
      viewportWidth: room,
    });
  }

  /** All columns, rather than those in sight: they are few, and can then be reached by their names. */
  protected override get drawnColumns(): readonly PlacedColumn<UrlColumn>[] {
    return this.viewport.places.all;
  }

  selected(selection: Selection): void {
    this.#commit();
    this.select(selection);
  }

  scrolled(): void {
    // The scroll position is not saved.
  }

  /** Selects a cell, scrolls to it and focuses it. */
  goTo(position: Position): void {
    this.cells.goTo(position);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("locked") && this.locked) {
      this.editing = undefined;
    }
    if (changed.has("version")) {
      this.viewport.place();
    }
  }

  protected head(drawing: GridDrawing<UrlColumn>): TemplateResult {
    return headerTemplate(this.#drawing(drawing));
  }

  protected rowDrawer(of: GridDrawing<UrlColumn>): (position: number) => DrawnRow {
    const drawing = this.#drawing(of);
    return (position) => {
      const row = this.draft.table.rows[position] ?? [];
      return { isPending: false, content: rowTemplate(drawing, position, row) };
    };
  }

  protected dragFrom(): Drag {
    return this.selectRange();
  }

  /** Returns the draft's column of a cell; undefined if it has no value. */
  #valueColumn({ row, column }: Position): number | undefined {
    const isValue = row !== headerRow && column > 0 && column <= this.draft.table.columns.length;
    return isValue ? column - 1 : undefined;
  }

  #isBlank(row: number): boolean {
    return isBlank(this.draft.table.rows[row] ?? []);
  }

  #drawing(drawing: GridDrawing<UrlColumn>): Drawing {
    return {
      ...drawing,
      draft: this.draft,
      editing: this.editing,
      act: this.act,
    };
  }

  /** Begins to edit the active cell, with the given text in place of its own. */
  #edit(text?: string): boolean {
    const { active } = this.cells;
    const column = this.#valueColumn(active);
    if (column === undefined || this.locked) {
      return false;
    }
    const cell = this.draft.table.rows[active.row]?.[column] ?? null;
    this.cells.select(single(active));
    this.editing = { ...active, text: text ?? cellText(cell) };
    return true;
  }

  /** Takes over the edited text if it has changed; an untouched number or invalid value keeps its type. */
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
      // Empty text means no value.
      const cell = input.value === "" ? null : input.value;
      this.rows.change(withBlock(this.draft.table, editing.row, column, [[cell]]));
    }
  }

  protected override keyPressed(event: KeyboardEvent): boolean {
    if (event.altKey || event.isComposing) {
      return false;
    }
    if (this.editing) {
      return this.#keyWhileTyping(event);
    }
    const { key, target } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    if (!ctrl && target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) {
      return false;
    }
    return super.keyPressed(event) || (ctrl ? this.#undone(event) : this.#actedOn(key));
  }

  #keyWhileTyping({ key, shiftKey }: KeyboardEvent): boolean {
    const { row, column } = this.cells.active;
    switch (key) {
      case "Escape":
        this.editing = undefined;
        this.cells.select(this.cells.selection);
        return true;
      case "Enter":
        this.#commit();
        if (!shiftKey && row === this.extent.rows - 1 && !this.#isBlank(row)) {
          this.rows.change(withRowAfter(this.draft.table, row));
        }
        this.cells.goTo({ row: Math.max(0, row + (shiftKey ? -1 : 1)), column });
        return true;
      case "Tab":
        return this.#typeOn(shiftKey ? -1 : 1);
      default:
        return false;
    }
  }

  /**
   * Goes to the next value cell, across rows.
   * @returns false at the end of the table, so that Tab leaves it
   */
  #typeOn(by: 1 | -1): boolean {
    const { row, column } = this.cells.active;
    const count = this.draft.table.columns.length;
    const next = row * count + (column - 1) + by;
    this.#commit();
    if (next < 0 || next >= count * this.extent.rows) {
      return false;
    }
    this.cells.goTo({ row: Math.floor(next / count), column: (next % count) + 1 });
    return true;
  }

  /** With Shift, the keys mean Redo, which does not exist. */
  #undone({ key, shiftKey }: KeyboardEvent): boolean {
    const undoes = key.toLowerCase() === "z" && !shiftKey && !this.locked;
    if (undoes) {
      this.rows.undo();
      this.cells.select(this.cells.selection);
    }
    return undoes;
  }

  #actedOn(key: string): boolean {
    if (key === "Enter" || key === "F2" || key === " ") {
      return this.#edit();
    }
    if (key === "Delete" || key === "Backspace") {
      if (!this.locked) {
        const { top, bottom, left, right } = this.cells.range;
        const range = { top, bottom, left: left - 1, right: right - 1 };
        this.rows.change(cleared(this.draft.table, range));
      }
      return true;
    }
    if (key === "Process") {
      // An input method handles this key: its composition goes into the field.
      this.#edit("");
      return false;
    }
    // Only printable characters have names of one character.
    return /^.$/u.test(key) && this.#edit(key);
  }

  protected copySelected(): void {
    const { rows, columns } = this.draft.table;
    const { range, extent } = this.cells;
    if (range.right < 1 || range.left > columns.length + 1) {
      // Numbers and buttons have no text.
      return;
    }
    const texts = (values: readonly string[], url: string): string[] =>
      ["", ...values, url].slice(Math.max(1, range.left), range.right + 1);
    const lines = rows
      .slice(range.top, range.bottom + 1)
      .map((row) => texts(row.map(cellText), this.draft.url(row) ?? ""));
    const head = isWhole(range, extent) ? [texts(columns, "URL")] : [];
    this.rows.copy(toTsv([...head, ...lines]));
  }

  protected doubleClicked(position: Position, hit: Element): void {
    if (!hit.matches("input") && this.#valueColumn(position) !== undefined) {
      this.#edit();
    }
  }
}

customElements.define("url-table", UrlTableElement);
