/** Figures as a table: shown beside each picture, copied, and used in reports. */
export interface FigureTable {
  readonly caption: string;
  readonly head: readonly HeadCell[];
  /** The first cell names the row. */
  readonly rows: readonly FigureRow[];
  /** Sentences below the table: bases, tests, omissions. */
  readonly notes: readonly string[];
}

export interface HeadCell {
  readonly text: string;
  readonly isNumber: boolean;
}

export interface FigureRow {
  readonly cells: readonly FigureCell[];
  /** True for a row at the foot, such as a total. */
  readonly isFoot?: boolean | undefined;
}

export interface FigureCell {
  /** Text in the person's locale; empty if the figure is not known. */
  readonly text: string;
  /** Value for programs: numbers at full precision, times as the service sends them. Absent: `text` is the value. */
  readonly value?: number | string | undefined;
}

/** Number of cells that a page draws without delay. A cross table of codes outside the structure may have a million. */
const maxCells = 20_000;

/** Returns as many of a table's first rows as a page draws without delay, and its foot rows. */
export function drawnRows({ head, rows }: Pick<FigureTable, "head" | "rows">): FigureRow[] {
  const most = Math.floor(maxCells / Math.max(1, head.length));
  return rows.filter(({ isFoot = false }, place) => isFoot || place < most);
}
