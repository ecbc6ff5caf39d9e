import { cellElement } from "../../shared/grid/cellElements.ts";
import type { Position } from "../../shared/grid/selection.ts";
import type { ColumnCommands } from "./columnCommands.ts";

/** What the keys do with a column whose header is active. */
export function columnKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  grid: HTMLElement,
  active: Position,
  columns: ColumnCommands,
): boolean {
  if (ctrlKey || metaKey) {
    return false;
  }
  if (altKey) {
    const isMoved = shiftKey && (key === "ArrowLeft" || key === "ArrowRight");
    if (isMoved) {
      columns.moveBeside(active.column, key === "ArrowLeft" ? "left" : "right");
    }
    return isMoved;
  }
  switch (key) {
    case "Enter":
    case "s":
      columns.sortBy(active.column);
      return true;
    case "h":
      columns.hide(active);
      return true;
    case "z":
      columns.freezeUpTo(active.column);
      return true;
    case "w":
      cellElement(grid, active)?.querySelector<HTMLElement>("[role=separator]")?.focus();
      return true;
    case "W":
      columns.fit(active.column);
      return true;
    default:
      return false;
  }
}
