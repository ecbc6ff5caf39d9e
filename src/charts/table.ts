/** Figures as a table: what stands beside each picture, and what is copied and reported. */
export interface FigureTable {
  readonly caption: string;
  readonly head: readonly HeadCell[];
  /** The first cell names the row. */
  readonly rows: readonly FigureRow[];
  /** Sentences below it: bases, tests, what was left out. */
  readonly notes: readonly string[];
}

export interface HeadCell {
  readonly text: string;
  readonly isNumber: boolean;
}

export interface FigureRow {
  readonly cells: readonly FigureCell[];
  /** A total, or a statistic. */
  readonly isFoot?: boolean | undefined;
}

export interface FigureCell {
  /** As people read it, in their locale; empty where there is nothing to say. */
  readonly text: string;
  /** The same for programs: numbers at full precision, times as the service gives them; absent where it is the text. */
  readonly value?: number | string | undefined;
}
