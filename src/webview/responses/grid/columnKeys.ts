import type { Position } from "../../shared/grid/selection.ts";
import type { ColumnCommands } from "./columnCommands.ts";

/**
 * Handles a key while a column's header is active; letters are commands of VS Code.
 * @returns true if the key did something
 */
export function columnKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
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
  if (key === "Enter") {
    columns.sortBy(active.column);
  }
  return key === "Enter";
}
