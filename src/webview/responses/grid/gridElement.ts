import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { GridAction } from "../../../messages/responses.ts";
import { plainLayout, type ColumnLayout } from "../../../model/columnLayout.ts";
import type { CellMode, Sort } from "../../../model/responseView.ts";
import { withoutSharedStems } from "../../../model/sharedStem.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { origin, single, type Selection } from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import type { GridColumn } from "../cells.ts";
import { bodyTemplate } from "./bodyTemplate.ts";
import { CellSelection } from "../../shared/grid/cellSelection.ts";
import { ColumnCommands } from "./columnCommands.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";
import { headerRows } from "./columnWidths.ts";
import { GridKeyboard } from "./gridKeyboard.ts";
import { GridMenu } from "./gridMenu.ts";
import type { GridOwner } from "./gridOwner.ts";
import { GridPointer } from "../../shared/grid/gridPointer.ts";
import type { HeaderBars } from "./headerBars.ts";
import { headerTemplate } from "./headerTemplate.ts";
import { NumberColumns } from "./numberColumns.ts";
import { RowNeeds } from "./rowNeeds.ts";
import { RowSlots } from "../../shared/grid/rowSlots.ts";
import type { RowSource } from "./rowSource.ts";
import { GridViewport } from "../../shared/grid/gridViewport.ts";

/** A cell that was searched for: the row's position, and the column's key. */
export interface Found {
  readonly row: number;
  readonly column: string;
}

/**
 * Responses as an ARIA grid that draws only what is in sight, in both directions. What is drawn stands still in the
 * scroller, and the rows are moved within it: so there may be more of them than an element can be tall, and none of
 * them is missing however fast they are scrolled.
 */
export class ResponsesGrid extends LightElement {
  static override properties = {
    columns: { attribute: false },
    all: { attribute: false },
    layout: { attribute: false },
    source: { attribute: false },
    bars: { attribute: false },
    version: { attribute: false },
    mode: { attribute: false },
    sort: { attribute: false },
    selection: { attribute: false },
    found: { attribute: false },
  };

  /** Those that are shown, as arranged. */
  declare columns: readonly GridColumn[];
  /** All columns, in their natural order. */
  declare all: readonly GridColumn[];
  declare layout: ColumnLayout;
  declare source: RowSource;
  declare bars: HeaderBars | undefined;
  declare version: ApiVersion;
  declare mode: CellMode;
  declare sort: Sort | undefined;
  declare selection: Selection;
  declare found: Found | undefined;
  declare owner: GridOwner;
  readonly #sight = new GridViewport(this);
  readonly #chosen = new CellSelection(this);
  readonly #menu: GridMenu;
  readonly #pointer: GridPointer;
  readonly #slots = new RowSlots();
  #numbers = new NumberColumns([]);
  /** What the header says of each column that is shown. */
  #texts: readonly string[] = [];
  readonly #needs = new RowNeeds(() => ({ source: this.source, ...this.#sight.rows }));

  constructor() {
    super();
    this.columns = [];
    this.all = [];
    this.layout = plainLayout;
    this.source = { count: 0, at: () => undefined, need: () => undefined };
    this.version = "v3";
    this.mode = "labels";
    this.selection = single(origin);
    const columns = new ColumnCommands(this, this.#chosen);
    const parts = { sight: this.#sight, chosen: this.#chosen, columns };
    this.#menu = new GridMenu(this, this.#chosen, columns);
    this.#pointer = new GridPointer(this, parts);
    new GridKeyboard(this, { ...parts, pointer: this.#pointer });
  }

  /** Moves the focus to the active cell, and scrolls to it. */
  focusCell(): void {
    this.#chosen.focus();
  }

  /** Brings a cell into sight; without a column, the row. */
  revealCell(row: number, column?: string): void {
    this.#sight.seek(row, column);
  }

  /** @param row the one at the upper edge, with the part of it that is out of sight; `left` in CSS pixels */
  scrollToRow(row: number, left: number): void {
    this.#sight.scrollTo(row, left);
  }

  /** To be called when the source has other rows. */
  refresh(): void {
    this.requestUpdate();
  }

  /** Does what a menu asks for with the active cell, or its column. */
  act(action: GridAction): void {
    this.#menu.act(action);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.unwatch();
    this.#needs.stop();
    this.bars?.see([]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sight.watch();
  }

  protected override firstUpdated(): void {
    this.#sight.watch();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("all")) {
      this.#numbers = new NumberColumns(this.all);
    }
    if (changed.has("columns")) {
      this.#texts = withoutSharedStems(this.columns.map((it) => it.text));
    }
    if (changed.has("columns") || changed.has("layout")) {
      this.#sight.place();
    }
    this.#sight.resize();
    if (this.#sight.height > 0) {
      this.#sight.arrive();
      this.#chosen.beforeDrawing(this.#sight);
    }
  }

  protected override updated(): void {
    if (this.#sight.height > 0) {
      this.#sight.follow();
      this.#chosen.afterDrawing();
      this.#sight.report();
      this.#needs.changed();
      this.bars?.see(this.#drawn);
    }
  }

  protected override render(): TemplateResult {
    const { places, left, width, height, contentHeight, onScroll, onScrollEnd } = this.#sight;
    const columns = this.#drawn;
    return html`<div
      class="grid ${this.bars ? "with-bars" : ""}"
      role="grid"
      aria-label=${t("Responses")}
      aria-rowcount=${this.source.count + headerRows}
      aria-colcount=${this.columns.length}
      aria-multiselectable="true"
      @scroll=${onScroll}
      @scrollend=${onScrollEnd}
    >
      <div
        class="grid-canvas"
        role="presentation"
        .style=${`width: ${places.width}px; height: ${contentHeight}px`}
      >
        <div
          class="grid-view"
          role="presentation"
          .style=${`width: ${width}px; height: ${height}px; --left: ${-left}px`}
        >
          ${this.#head(columns)} ${this.#body(columns)} ${this.#mark()}
        </div>
      </div>
    </div>`;
  }

  get #drawn(): readonly PlacedColumn[] {
    const { places, left, width } = this.#sight;
    return places.drawn(left, width, this.#chosen.active.column);
  }

  #head(columns: readonly PlacedColumn[]): TemplateResult {
    const { places, left, width } = this.#sight;
    return headerTemplate({
      places,
      columns,
      texts: this.#texts,
      scrollLeft: left,
      room: width,
      version: this.version,
      sort: this.sort,
      active: this.#chosen.active,
      bars: this.bars,
      resize: (key, wide) => this.owner.resized(key, wide),
      leaveSash: () => this.focusCell(),
    });
  }

  #body(columns: readonly PlacedColumn[]): TemplateResult {
    const { places, rows, top, header } = this.#sight;
    const { active, range } = this.#chosen;
    return bodyTemplate({
      columns,
      frozen: places.frozen,
      mode: this.mode,
      numbers: this.#numbers,
      active,
      selected: range,
      hovered: this.#pointer.hovered,
      found: this.found && {
        row: this.found.row,
        column: this.columns.findIndex((it) => it.key === this.found?.column),
      },
      source: this.source,
      slots: this.#slots,
      rows,
      top,
      header,
    });
  }

  /** Where a column that is dragged would go. */
  #mark(): unknown {
    const before = this.#pointer.drag?.before;
    if (before === undefined) {
      return nothing;
    }
    const { places, left: scrollLeft } = this.#sight;
    const left = places.all[before]?.left ?? places.width;
    const isFrozen = before < places.frozen;
    return html`<div
      class="grid-mark"
      .style=${`left: ${Math.max(0, left - (isFrozen ? 0 : scrollLeft) - 1)}px`}
    ></div>`;
  }
}

customElements.define("responses-grid", ResponsesGrid);
