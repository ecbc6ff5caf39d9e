import type { FigureRow, FigureTable } from "./table.ts";

/** Number of cells that a page draws without delay. A cross table of codes outside the structure may have a million. */
const maxCells = 20_000;

/** Returns as many of a table's first rows as a page draws without delay, and its foot rows. */
export function drawnRows({ head, rows }: Pick<FigureTable, "head" | "rows">): FigureRow[] {
  const most = Math.floor(maxCells / Math.max(1, head.length));
  return rows.filter(({ isFoot = false }, place) => isFoot || place < most);
}
