import { html, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { CellMode } from "../../../messages/responses.ts";
import type { Row } from "../../../model/grid.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import { cellText, type GridColumn } from "../cells.ts";
import { toTsv } from "../../shared/tsv.ts";
import { VirtualAxis } from "../../shared/grid/axis.ts";
import { headerTemplate, rowTemplate, type Drawing, type PlacedColumn } from "./cellTemplates.ts";
import { defaultWidth, headerHeight, rowHeight } from "./columnWidths.ts";
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
} from "../../shared/grid/selection.ts";

/** What the grid asks of the panel around it. */
export interface GridOwner {
  select(selection: Selection): void;
  scrolled(scrollTop: number, scrollLeft: number): void;
  resized(key: string, width: number): void;
  toggleDetail(): void;
  copy(text: string): void;
}

/** Responses as an ARIA grid that draws only what is in view, in both directions. */
export class ResponsesGrid extends LightElement {
  static override properties = {
    columns: { attribute: false },
    rows: { attribute: false },
    mode: { attribute: false },
    widths: { attribute: false },
    selection: { attribute: false },
  };

  declare columns: readonly GridColumn[];
  declare rows: readonly Row[];
  declare mode: CellMode;
  declare widths: Readonly<Record<string, number>>;
  declare selection: Selection;
  declare owner: GridOwner;
  readonly #rowAxis = new VirtualAxis(this, () => this.#scroller(), false);
  readonly #columnAxis = new VirtualAxis(this, () => this.#scroller(), true);
  #reveals = false;
  #dragging = false;

  constructor() {
    super();
    this.columns = [];
    this.rows = [];
    this.mode = "labels";
    this.widths = {};
    this.selection = single(origin);
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("copy", this.#onCopy);
    this.addEventListener("pointerdown", this.#onPointerDown);
    this.addEventListener("pointermove", this.#onPointerMove);
    this.addEventListener("pointerup", this.#onPointerUp);
    this.addEventListener("dblclick", this.#onDoubleClick);
  }

  /** Moves the focus to the active cell; it may lie outside what is in view. */
  focusCell(): void {
    this.#element(this.#selection.active)?.focus({ preventScroll: true });
  }

  revealRow(row: number): void {
    this.#rowAxis.reveal(row);
  }

  scrollToPosition(scrollTop: number, scrollLeft: number): void {
    this.#scroller()?.scrollTo({ top: scrollTop, left: scrollLeft });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { active } = this.#selection;
    this.#rowAxis.options = {
      count: this.rows.length,
      sizeOf: () => rowHeight,
      frozen: headerHeight,
      pinned: active.row,
    };
    this.#columnAxis.options = {
      count: Math.max(0, this.columns.length - 1),
      sizeOf: (index) => this.#width(index + 1),
      frozen: this.#width(0),
      pinned: active.column - 1,
    };
    if (changed.has("columns") || changed.has("widths")) {
      this.#columnAxis.measure();
    }
  }

  protected override updated(): void {
    if (this.#reveals) {
      this.#reveals = false;
      const { active } = this.#selection;
      this.#rowAxis.reveal(active.row);
      this.#columnAxis.reveal(active.column - 1);
      this.focusCell();
    }
  }

  protected override render(): TemplateResult {
    const drawing = this.#drawing();
    return html`<div
      class="grid"
      role="grid"
      aria-label=${t("Responses")}
      aria-rowcount=${this.rows.length + 1}
      aria-colcount=${this.columns.length}
      aria-multiselectable="true"
      @scroll=${this.#onScroll}
    >
      <div
        class="grid-canvas"
        role="presentation"
        .style=${`width: ${drawing.width}px; height: ${this.#rowAxis.total}px`}
      >
        ${headerTemplate(drawing)}
        <div role="rowgroup">
          ${repeat(
            this.#rowAxis.items,
            (item) => item.key,
            (item) => {
              const row = this.rows[item.index];
              return row ? rowTemplate(drawing, item, row) : undefined;
            },
          )}
        </div>
      </div>
    </div>`;
  }

  get #extent(): Extent {
    return { rows: this.rows.length, columns: this.columns.length };
  }

  get #selection(): Selection {
    return within(this.selection, this.#extent);
  }

  #drawing(): Drawing {
    const columns = this.#columnAxis.items.flatMap((item): PlacedColumn[] => {
      const column = this.columns[item.index + 1];
      return column ? [{ index: item.index + 1, column, left: item.start, width: item.size }] : [];
    });
    const frozen = this.columns[0];
    if (frozen) {
      columns.unshift({ index: 0, column: frozen, left: undefined, width: this.#width(0) });
    }
    return {
      columns,
      mode: this.mode,
      active: this.#selection.active,
      selected: rangeOf(this.#selection, this.#extent),
      width: this.#columnAxis.total,
      resize: (it, width) => this.owner.resized(it.column.key, width),
      leaveSash: () => this.focusCell(),
    };
  }

  #width(index: number): number {
    const column = this.columns[index];
    return column ? (this.widths[column.key] ?? defaultWidth(column)) : 0;
  }

  #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".grid");
  }

  #element({ row, column }: Position): HTMLElement | null {
    return this.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  }

  #positionAt(target: EventTarget | null): Position | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    const { row, column } = cell?.dataset ?? {};
    return row === undefined || column === undefined
      ? undefined
      : { row: Number(row), column: Number(column) };
  }

  #select(selection: Selection): void {
    this.owner.select(selection);
    this.#reveals = true;
    this.requestUpdate();
  }

  #goTo(active: Position, extend: boolean): void {
    this.#select(extend ? { active, anchor: this.#selection.anchor } : single(active));
  }

  readonly #onScroll = (): void => {
    const scroller = this.#scroller();
    if (scroller) {
      this.owner.scrolled(scroller.scrollTop, scroller.scrollLeft);
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { active } = this.#selection;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.altKey || this.rows.length === 0) {
      return;
    }
    const page = this.#rowAxis.fitting(rowHeight);
    const target = moved(active, { key: event.key, ctrl }, this.#extent, page);
    if (target) {
      event.preventDefault();
      this.#goTo(target, event.shiftKey);
    } else if (this.#acted(event.key, ctrl, event.shiftKey)) {
      event.preventDefault();
    }
  };

  #acted(key: string, ctrl: boolean, shift: boolean): boolean {
    const { active } = this.#selection;
    const { rows, columns } = this.#extent;
    if (key.toLowerCase() === "a" && ctrl) {
      this.#select({ active: origin, anchor: { row: rows - 1, column: columns - 1 } });
    } else if (key === " " && shift) {
      this.#select({
        active: { row: active.row, column: 0 },
        anchor: { row: active.row, column: columns - 1 },
      });
    } else if (key === " " && ctrl) {
      this.#select({ active, anchor: { row: headerRow, column: active.column } });
    } else if (key === "Enter" && active.row === headerRow) {
      this.#element(active)?.querySelector<HTMLElement>("[role=separator]")?.focus();
    } else if ((key === "Enter" || key === " ") && active.row !== headerRow && !ctrl) {
      this.owner.toggleDetail();
    } else {
      return false;
    }
    return true;
  }

  readonly #onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    const range = rangeOf(this.#selection, this.#extent);
    const columns = this.columns.slice(range.left, range.right + 1);
    const values = this.rows
      .slice(range.top, range.bottom + 1)
      .map((row) =>
        columns.map((column, index) =>
          cellText(column, row.cells[range.left + index] ?? null, this.mode),
        ),
      );
    const head = isWhole(range, this.#extent) ? [columns.map((column) => column.name)] : [];
    this.owner.copy(toTsv([...head, ...values]));
  };

  readonly #onPointerDown = (event: PointerEvent): void => {
    const position = this.#positionAt(event.target);
    if (position && event.button === 0) {
      // The browser would begin to select text and move the focus to what was hit.
      event.preventDefault();
      this.#dragging = true;
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
      this.#goTo(position, true);
    }
  };

  readonly #onPointerUp = (): void => {
    this.#dragging = false;
  };

  readonly #onDoubleClick = (event: MouseEvent): void => {
    const position = this.#positionAt(event.target);
    if (position && position.row !== headerRow) {
      this.owner.toggleDetail();
    }
  };
}

customElements.define("responses-grid", ResponsesGrid);
