import type { FigureRow, FigureTable } from "./table.ts";

/** Cells that a page draws without delay; a cross table of codes that the structure does not know may have a million. */
const mostCells = 20_000;

/** The first rows of a table, as many as a page draws without delay, and those at its foot. */
export function drawnRows({ head, rows }: Pick<FigureTable, "head" | "rows">): FigureRow[] {
  const most = Math.floor(mostCells / Math.max(1, head.length));
  return rows.filter(({ isFoot = false }, place) => isFoot || place < most);
}
