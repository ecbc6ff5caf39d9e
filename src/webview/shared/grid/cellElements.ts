import type { Position } from "./selection.ts";

/** Returns true if the target is the element of a cell itself, not something inside it. */
export function isCell(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset["row"] !== undefined;
}

/** Returns the position of the cell that contains the target. */
export function positionOf(target: EventTarget | null): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  const { row, column } = cell?.dataset ?? {};
  return row === undefined || column === undefined
    ? undefined
    : { row: Number(row), column: Number(column) };
}

/** Returns the element of a cell, or null if it is not drawn. */
export function cellElement(grid: HTMLElement, { row, column }: Position): HTMLElement | null {
  return grid.querySelector(`[data-row="${row}"][data-column="${column}"]`);
}
