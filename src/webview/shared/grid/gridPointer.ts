import { headerRow, type Position } from "./selection.ts";
import { positionOf } from "./cellElements.ts";
import type { CellSelection } from "./cellSelection.ts";
import type { ColumnCommands } from "../../responses/grid/columnCommands.ts";
import { ColumnDrag } from "../../responses/grid/columnDrag.ts";
import { rowHeight } from "../../responses/grid/columnWidths.ts";
import type { GridHost } from "../../responses/grid/gridHost.ts";
import type { GridViewport } from "./gridViewport.ts";

/** A header that is dragged so near to the edge scrolls on, by so much with each movement; in CSS pixels. */
const edge = 24;
const step = 16;

interface PointerParts {
  readonly sight: GridViewport;
  readonly chosen: CellSelection;
  readonly columns: ColumnCommands;
}

/** What a pointer does in the grid: it selects cells, sorts by columns, and drags them. */
export class GridPointer {
  readonly #grid: GridHost;
  readonly #sight: GridViewport;
  readonly #chosen: CellSelection;
  readonly #columns: ColumnCommands;
  #isSelecting = false;
  #hovered: Position | undefined;
  #drag: ColumnDrag | undefined;

  constructor(grid: GridHost, { sight, chosen, columns }: PointerParts) {
    this.#grid = grid;
    this.#sight = sight;
    this.#chosen = chosen;
    this.#columns = columns;
    grid.addEventListener("pointerdown", this.#onPointerDown);
    grid.addEventListener("pointerover", this.#onPointerOver);
    grid.addEventListener("pointermove", this.#onPointerMove);
    grid.addEventListener("pointerup", this.#onPointerUp);
    grid.addEventListener("lostpointercapture", this.#onPointerLost);
    grid.addEventListener("click", this.#onClick);
    grid.addEventListener("dblclick", this.#onDoubleClick);
  }

  /** The cell that the pointer is on. */
  get hovered(): Position | undefined {
    return this.#hovered;
  }

  /** The header that the pointer was pressed on. */
  get drag(): ColumnDrag | undefined {
    return this.#drag;
  }

  endDrag(): void {
    this.#isSelecting = false;
    this.#drag = undefined;
    this.#grid.requestUpdate();
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    const position = positionOf(event.target);
    if (!position || event.button !== 0) {
      return;
    }
    // The browser would begin to select text and move the focus to what was hit.
    event.preventDefault();
    if (isOnSort(event.target)) {
      this.#chosen.goTo(position, false);
      return;
    }
    this.#grid.querySelector(".grid")?.setPointerCapture(event.pointerId);
    if (position.row === headerRow && !event.shiftKey) {
      this.#drag = new ColumnDrag(position.column, event.clientX);
    } else {
      this.#isSelecting = true;
    }
    this.#chosen.goTo(position, event.shiftKey);
  };

  readonly #onPointerOver = (event: PointerEvent): void => {
    const position = positionOf(event.target);
    if (position?.row !== this.#hovered?.row || position?.column !== this.#hovered?.column) {
      this.#hovered = position;
      this.#grid.requestUpdate();
    }
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (!this.#drag && !this.#isSelecting) {
      return;
    }
    const view = this.#grid.querySelector(".grid-view")?.getBoundingClientRect();
    if (!view) {
      return;
    }
    if (this.#drag) {
      this.#dragTo(this.#drag, event.clientX, event.clientX - view.left);
    } else {
      this.#selectTo(event.clientX - view.left, event.clientY - view.top);
    }
  };

  #dragTo(drag: ColumnDrag, clientX: number, x: number): void {
    const { places, left: scrollLeft, width } = this.#sight;
    const column = places.at(x, scrollLeft);
    const it = places.all[column];
    if (!it) {
      return;
    }
    const left = column < places.frozen ? it.left : it.left - scrollLeft;
    drag.moved(clientX, x > left + it.width / 2 ? column + 1 : column);
    if (drag.before !== undefined) {
      this.#sight.scrollBy(x > width - edge ? step : x < places.frozenWidth ? -step : 0);
    }
  }

  /** Beside what is in sight, a row or a column more is selected, and so brought into sight. */
  #selectTo(x: number, y: number): void {
    const { places, rows, top, left, width, header } = this.#sight;
    const row = Math.floor((y - header + top) / rowHeight);
    const lowest = Math.min(rows.last + 1, this.#grid.source.count - 1);
    const to = {
      row: Math.max(0, rows.first - 1, Math.min(row, lowest)),
      column: places.draggedTo(x, left, width),
    };
    const { active, anchor } = this.#chosen.selection;
    const isColumns = anchor.row === headerRow;
    if (to.column !== active.column || (!isColumns && to.row !== active.row)) {
      this.#chosen.goTo(isColumns ? { ...to, row: headerRow } : to, true);
    }
  }

  readonly #onPointerUp = (): void => {
    const drag = this.#drag;
    if (drag?.before !== undefined) {
      this.#columns.move(drag.column, drag.before);
    }
    this.endDrag();
  };

  readonly #onPointerLost = (): void => {
    this.endDrag();
  };

  readonly #onClick = (event: MouseEvent): void => {
    const position = positionOf(event.target);
    if (position && isOnSort(event.target)) {
      this.#columns.sortBy(position.column);
    }
  };

  readonly #onDoubleClick = (event: MouseEvent): void => {
    // The pointer is captured: the event does not say what it hit.
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const position = positionOf(hit);
    if (hit?.closest(".column-sash") && position) {
      this.#columns.fit(position.column);
    } else if (position && position.row !== headerRow) {
      this.#grid.owner.toggleDetail();
    }
  };
}

function isOnSort(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".header-sort") !== null;
}
