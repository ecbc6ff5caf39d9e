import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { GridAction } from "../../../messages/responses.ts";
import { defaultColumnLayout, type ColumnLayout } from "../../../model/columnLayout.ts";
import type { CellMode, Sort } from "../../../model/responseView.ts";
import { withoutSharedStems } from "../../../model/sharedStem.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { positionOf } from "../../shared/grid/cellElements.ts";
import type { GridDrawing } from "../../shared/grid/cellTemplate.ts";
import { ColumnPlaces } from "../../shared/grid/columnPlaces.ts";
import { GridElement, type DrawnRow, type GridFacts } from "../../shared/grid/gridElement.ts";
import type { Drag } from "../../shared/grid/gridPointer.ts";
import {
  headerRow,
  type Extent,
  type Position,
  type Selection,
} from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import type { GridColumn } from "../cells.ts";
import type { ResponsesStore } from "../store.ts";
import { ColumnCommands } from "./columnCommands.ts";
import { ColumnDrag } from "./columnDrag.ts";
import {
  barsHeight,
  defaultWidth,
  groupHeight,
  headerHeight,
  headerRows,
  rowHeight,
} from "./columnWidths.ts";
import { GridMenu } from "./gridMenu.ts";
import type { HeaderBars } from "./headerBars.ts";
import { headerTemplate } from "./headerTemplate.ts";
import { NumberColumns } from "./numberColumns.ts";
import { RowNeeds, type RowSource } from "./rowNeeds.ts";
import { rowTemplate } from "./rowTemplate.ts";
import { reactive } from "../../shared/lightElement.ts";

/** A cell that a search found: the row's position, and the column's key. */
export interface Found {
  readonly row: number;
  readonly column: string;
}

/** The grid of responses. Loads rows as they are needed, and lets the person arrange the columns. */
export class ResponsesGrid extends GridElement<GridColumn> {
  static override properties = reactive(
    "columns",
    "all",
    "layout",
    "source",
    "bars",
    "version",
    "mode",
    "sort",
    "found",
  );

  declare store: ResponsesStore;
  /** Shown columns, as arranged. */
  declare columns: readonly GridColumn[];
  /** All columns, in their default order. */
  declare all: readonly GridColumn[];
  declare layout: ColumnLayout;
  declare source: RowSource;
  /** Undefined: the header has no bars. */
  declare bars: HeaderBars | undefined;
  declare version: ApiVersion;
  declare mode: CellMode;
  declare sort: Sort | undefined;
  declare found: Found | undefined;
  readonly rowHeight = rowHeight;
  readonly #commands = new ColumnCommands(this, this.cells);
  readonly #menu = new GridMenu(this, this.cells, this.#commands);
  #numbers = new NumberColumns([]);
  /** Text in the header of each shown column. */
  #texts: readonly string[] = [];
  /** The cell under the pointer. */
  #hovered: Position | undefined;
  readonly #needs = new RowNeeds(() => ({ source: this.source, ...this.viewport.rows }));

  constructor() {
    super();
    this.columns = [];
    this.all = [];
    this.layout = defaultColumnLayout;
    this.source = { count: 0, at: () => undefined, need: () => undefined };
    this.version = "v3";
    this.mode = "labels";
    this.addEventListener("pointerover", this.#onPointerOver);
    this.addEventListener("click", this.#onClick);
  }

  get headerHeight(): number {
    return headerHeight + (this.bars ? barsHeight : 0);
  }

  get extent(): Extent {
    return { rows: this.source.count, columns: this.columns.length };
  }

  protected get facts(): GridFacts {
    const hint = t("Alt+F1 lists the keyboard shortcuts.");
    return { label: t("Responses"), hint, headerRows };
  }

  placeColumns(room: number): ColumnPlaces<GridColumn> {
    const { widths, frozen } = this.layout;
    const widthOf = (it: GridColumn): number => widths[it.key] ?? defaultWidth(it);
    return new ColumnPlaces({ columns: this.columns, widthOf, frozen, viewportWidth: room });
  }

  override indexOf(key: string): number {
    return this.columns.findIndex((it) => it.key === key);
  }

  selected(selection: Selection): void {
    this.store.scrollPosition.change({ selection });
  }

  scrolled(top: number, left: number): void {
    // The grid scrolls by itself: nothing around it needs to be drawn again with each frame.
    this.store.scrollPosition.change({ top, left }, false);
  }

  /** Performs an action from a menu or keybinding of VS Code, on the active cell or its column. */
  act(action: GridAction): void {
    this.#menu.act(action);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.style.setProperty("--group-height", `${groupHeight}px`);
    this.style.setProperty("--bars-height", `${barsHeight}px`);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#needs.stop();
    this.bars?.setVisible([]);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("all")) {
      this.#numbers = new NumberColumns(this.all);
    }
    if (changed.has("columns")) {
      this.#texts = withoutSharedStems(this.columns.map((it) => it.text));
    }
    if (changed.has("columns") || changed.has("layout")) {
      this.viewport.place();
    }
  }

  protected override updated(): void {
    if (this.isMeasured) {
      this.#needs.changed();
      this.bars?.setVisible(this.drawnColumns);
    }
  }

  protected head(drawing: GridDrawing<GridColumn>): TemplateResult {
    const { places, left, width } = this.viewport;
    return headerTemplate({
      ...drawing,
      places,
      texts: this.#texts,
      scrollLeft: left,
      room: width,
      version: this.version,
      sort: this.sort,
      bars: this.bars,
      resize: (key, wide) => this.store.resizeColumn(key, wide),
      leaveSash: () => this.focusCell(),
    });
  }

  protected rowDrawer(
    of: GridDrawing<GridColumn>,
    positions: readonly number[],
  ): (position: number) => DrawnRow {
    // The columns of numbers must be known before the first row is drawn.
    for (const row of positions.flatMap((it) => this.source.at(it) ?? [])) {
      this.#numbers.addRow(row);
    }
    const drawing = {
      ...of,
      mode: this.mode,
      numbers: this.#numbers,
      hovered: this.#hovered,
      found: this.found && {
        row: this.found.row,
        column: this.indexOf(this.found.column),
        text: this.store.find.state.text,
      },
    };
    return (position) => {
      const row = this.source.at(position);
      return { isPending: row === undefined, content: rowTemplate(drawing, position, row) };
    };
  }

  /** Marks where a dragged column would be dropped. */
  protected override mark(): unknown {
    const { drag } = this.pointer;
    const before = drag instanceof ColumnDrag ? drag.before : undefined;
    if (before === undefined) {
      return nothing;
    }
    const { places, left: scrollLeft } = this.viewport;
    const left = places.all[before]?.left ?? places.width;
    const isFrozen = before < places.frozen;
    return html`<div
      class="grid-mark"
      .style=${`left: ${Math.max(0, left - (isFrozen ? 0 : scrollLeft) - 1)}px`}
    ></div>`;
  }

  protected dragFrom(position: Position, event: PointerEvent): Drag {
    return position.row === headerRow && !event.shiftKey
      ? new ColumnDrag(position.column, event.clientX, this.viewport, this.#commands)
      : this.selectRange();
  }

  protected override keyPressed(event: KeyboardEvent): boolean {
    const { key, altKey, ctrlKey, metaKey } = event;
    const { active } = this.cells;
    // A key that arrives here means that the context menu is closed.
    this.cells.closeMenu();
    if (key === "Escape" && this.pointer.drag instanceof ColumnDrag) {
      this.pointer.endDrag();
      return true;
    }
    if (!altKey && super.keyPressed(event)) {
      return true;
    }
    if (active.row === headerRow) {
      return this.#commands.key(event, active.column);
    }
    const opens = !altKey && !ctrlKey && !metaKey && (key === "Enter" || key === " ");
    if (opens) {
      this.store.toggleDetail();
    }
    return opens;
  }

  protected copySelected(): void {
    this.store.copy("tsv");
  }

  protected doubleClicked(position: Position, hit: Element): void {
    if (hit.closest(".column-sash")) {
      this.#commands.fit(position.column);
    } else if (position.row !== headerRow) {
      this.store.toggleDetail();
    }
  }

  readonly #onPointerOver = (event: PointerEvent): void => {
    const position = positionOf(event.target);
    if (position?.row !== this.#hovered?.row || position?.column !== this.#hovered?.column) {
      this.#hovered = position;
      this.requestUpdate();
    }
  };

  readonly #onClick = ({ target }: MouseEvent): void => {
    const position = positionOf(target);
    if (position && target instanceof Element && target.closest(".header-sort")) {
      this.#commands.sortBy(position.column);
    }
  };
}

customElements.define("responses-grid", ResponsesGrid);
