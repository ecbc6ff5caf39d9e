import type { Position } from "./selection.ts";

/** Whether it is the element of a cell itself. */
export function isCell(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset["row"] !== undefined;
}

/** The cell that something stands in. */
export function positionOf(target: EventTarget | null): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  const { row, column } = cell?.dataset ?? {};
  return row === undefined || column === undefined
    ? undefined
    : { row: Number(row), column: Number(column) };
}

/** The element of a cell, if it is drawn. */
export function cellElement(grid: HTMLElement, { row, column }: Position): HTMLElement | null {
  return grid.querySelector(`[data-row="${row}"][data-column="${column}"]`);
}
