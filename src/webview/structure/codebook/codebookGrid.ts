import type { PropertyValues, TemplateResult } from "lit";
import { toTsv } from "../../../model/tsv.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import type { GridDrawing } from "../../shared/grid/cellTemplate.ts";
import { ColumnPlaces } from "../../shared/grid/columnPlaces.ts";
import { GridElement, type DrawnRow, type GridFacts } from "../../shared/grid/gridElement.ts";
import type { Drag } from "../../shared/grid/gridPointer.ts";
import {
  headerRow,
  isWhole,
  single,
  type Extent,
  type Position,
  type Selection,
} from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import {
  columnName,
  headerTemplate,
  lineColumns,
  lineTemplate,
  type CodebookPlace,
  type Drawing,
  type LineColumn,
} from "./cells.ts";
import type { CodebookColumn } from "./codebook.ts";
import type { LinePlace } from "./codebookView.ts";
import type { CodebookSort, ShownLine } from "./shownLines.ts";
import { reactive } from "../../shared/lightElement.ts";

/** In CSS pixels. */
const rowHeight = 24;
/** Distance that the pointer may move in a click, in CSS pixels. */
const jitter = 4;

/** Callbacks of the grid to the element around it. */
export interface GridOwner {
  moved(place: LinePlace): void;
  sortBy(column: CodebookColumn): void;
  /** Shows or hides the options of a question. */
  toggle(it: ShownLine): void;
  lead(place: CodebookPlace, it: ShownLine): void;
  copy(text: string): void;
}

/** A grid of questions, embedded data and options. */
export class CodebookGrid extends GridElement<LineColumn> {
  static override properties = reactive("lines", "sort", "version", "hasBlocks");

  declare lines: readonly ShownLine[];
  declare sort: CodebookSort | undefined;
  declare version: ApiVersion;
  declare hasBlocks: boolean;
  declare owner: GridOwner;
  readonly rowHeight = rowHeight;
  readonly headerHeight = rowHeight + 4;
  #columns: readonly LineColumn[] = [];
  #top = 0;

  constructor() {
    super();
    this.lines = [];
    this.version = "v3";
    this.hasBlocks = true;
    this.addEventListener("pointerdown", this.#onTwistie);
  }

  get extent(): Extent {
    return { rows: this.lines.length, columns: this.#columns.length };
  }

  protected get facts(): GridFacts {
    const hint = t("Enter goes to the question, Space shows or hides its options.");
    return { label: t("Codebook"), hint, headerRows: 1, isReadOnly: true, isTree: true };
  }

  placeColumns(room: number): ColumnPlaces<LineColumn> {
    const { columns, widthOf } = lineColumns(room, this.hasBlocks);
    this.#columns = columns;
    return new ColumnPlaces({ columns, widthOf, frozen: 1, viewportWidth: room });
  }

  selected(selection: Selection): void {
    this.selection = selection;
    this.#tell();
  }

  scrolled(top: number): void {
    this.#top = top;
    this.#tell();
  }

  /** The line of the active cell; the first one if a header is active. */
  get activeLine(): ShownLine | undefined {
    return this.lines[Math.max(0, this.cells.active.row)];
  }

  /** Makes a line the active one, and scrolls to it. */
  goTo(key: string): void {
    const row = this.#rowOf(key);
    if (row >= 0) {
      this.cells.goTo({ row, column: 0 });
    }
  }

  /** Restores a saved place. */
  restore({ top, active, column }: LinePlace): void {
    this.selection = single({ row: Math.max(0, this.#rowOf(active)), column });
    this.scrollToLine(top);
  }

  /** Scrolls to a line, or to the top if there is no such line. */
  scrollToLine(key: string | undefined): void {
    this.scrollToRow(Math.max(0, this.#rowOf(key)), 0);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hasBlocks")) {
      this.viewport.place();
    }
    const before = changed.get("lines");
    if (before && before.length > 0) {
      this.#stay(before);
    }
  }

  protected head(drawing: GridDrawing<LineColumn>): TemplateResult {
    return headerTemplate(this.#drawing(drawing));
  }

  protected rowDrawer(of: GridDrawing<LineColumn>): (position: number) => DrawnRow {
    const drawing = this.#drawing(of);
    return (position) => {
      const it = this.lines[position];
      return it
        ? { isPending: false, place: it, content: lineTemplate(drawing, position, it) }
        : { isPending: true, content: undefined };
    };
  }

  protected dragFrom(position: Position, { clientX }: PointerEvent): Drag {
    const column = this.#textOf(position);
    if (position.row !== headerRow || column === undefined) {
      return this.selectRange();
    }
    let isMoved = false;
    return {
      moved: (at) => {
        isMoved ||= Math.abs(at.clientX - clientX) > jitter;
      },
      dropped: () => {
        if (!isMoved) {
          this.owner.sortBy(column);
        }
      },
    };
  }

  protected override keyPressed(event: KeyboardEvent): boolean {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (altKey) {
      return false;
    }
    if (ctrlKey || metaKey || shiftKey) {
      return super.keyPressed(event);
    }
    if (target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) {
      return false;
    }
    const { active } = this.cells;
    if (active.row === headerRow) {
      return this.#headerKey(key, active) || super.keyPressed(event);
    }
    const it = this.lines[active.row];
    return (it !== undefined && this.#lineKey(key, active, it)) || super.keyPressed(event);
  }

  #headerKey(key: string, active: Position): boolean {
    const column = this.#textOf(active);
    if (key !== "Enter" || column === undefined) {
      return false;
    }
    this.owner.sortBy(column);
    return true;
  }

  #lineKey(key: string, { column }: Position, it: ShownLine): boolean {
    if (key === "Enter") {
      this.owner.lead("questionnaire", it);
      return true;
    }
    const turns =
      key === " " ||
      (column === 0 &&
        key === (it.expanded === true ? "ArrowLeft" : "ArrowRight") &&
        it.expanded !== undefined);
    if (turns) {
      this.owner.toggle(it);
    } else if (key === "ArrowLeft" && column === 0 && it.level === 2) {
      this.goTo(it.entry.key);
    } else {
      return false;
    }
    return true;
  }

  protected copySelected(): void {
    const { range, extent } = this.cells;
    const columns = this.#columns
      .slice(range.left, range.right + 1)
      .flatMap((it) => (it.kind === "text" ? [it.text] : []));
    if (columns.length === 0) {
      // Buttons have no text.
      return;
    }
    const head = isWhole(range, extent) ? [columns.map(columnName)] : [];
    const lines = this.lines
      .slice(range.top, range.bottom + 1)
      .map(({ line }) => columns.map((it) => line[it]));
    this.owner.copy(toTsv([...head, ...lines]));
  }

  protected doubleClicked({ row }: Position, hit: Element): void {
    const it = this.lines[row];
    if (it && !hit.closest("button, .twistie")) {
      this.owner.lead("questionnaire", it);
    }
  }

  readonly #onTwistie = (event: PointerEvent): void => {
    const { target, button } = event;
    const row =
      target instanceof Element ? target.closest(".twistie")?.closest("[data-row]") : null;
    const it = row instanceof HTMLElement ? this.lines[Number(row.dataset["row"])] : undefined;
    if (button === 0 && it?.expanded !== undefined) {
      this.owner.toggle(it);
    }
  };

  /** Keeps the active line active, or its question if the line has gone. */
  #stay(before: readonly ShownLine[]): void {
    const { active } = this.selection;
    const was = before[active.row];
    if (!was) {
      return;
    }
    const own = this.#rowOf(was.line.key);
    const row = own < 0 ? this.#rowOf(was.entry.key) : own;
    this.selection = single({ row: Math.max(0, row), column: active.column });
  }

  #rowOf(key: string | undefined): number {
    return key === undefined ? -1 : this.lines.findIndex((it) => it.line.key === key);
  }

  #textOf({ column }: Position): CodebookColumn | undefined {
    const it = this.#columns[column];
    return it?.kind === "text" ? it.text : undefined;
  }

  #drawing(drawing: GridDrawing<LineColumn>): Drawing {
    return {
      ...drawing,
      version: this.version,
      sort: this.sort,
      lead: (place, it) => this.owner.lead(place, it),
    };
  }

  #tell(): void {
    const { row, column } = this.selection.active;
    this.owner.moved({
      top: this.lines[Math.floor(this.#top)]?.line.key,
      active: this.lines[row]?.line.key,
      column,
    });
  }
}

customElements.define("codebook-grid", CodebookGrid);
