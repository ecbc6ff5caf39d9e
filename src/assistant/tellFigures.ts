import { tellTable } from "../analysis/disclosure/tellTable.ts";
import type { Figures } from "./figures.ts";
import { toldOf, type RowFigure } from "./told.ts";
import type { ToolHost } from "./toolHost.ts";

/** A table of figures, as rows of the survey's table. */
export interface FiguresTable {
  /** All that count. Where it cannot be told, nothing of the table is. */
  readonly base: RowFigure;
  readonly columnTotals: readonly RowFigure[];
  readonly cells: readonly RowFigure[];
}

/** In the places of the figures, which can be told. */
export interface ToldFigures {
  readonly base: boolean;
  readonly columnTotals: readonly boolean[];
  readonly cells: readonly boolean[];
  /** So much was told of the survey that nothing new can be. */
  readonly isFull: boolean;
}

/** What of a table can be told so that no small count follows from it and all that was told before. */
export function tellFigures(
  host: Pick<ToolHost, "toldFolder" | "leastCount">,
  { read, counted }: Pick<Figures, "read" | "counted">,
  { base, columnTotals, cells }: FiguresTable,
): Promise<ToldFigures> {
  return toldOf(host, read.survey.key, counted.identities, (ledger, figureOf): ToldFigures => {
    const its = figureOf(base);
    if (ledger.tell([its])[0] !== true) {
      const none = (figures: readonly RowFigure[]): boolean[] => figures.map(() => false);
      const isFull = ledger.limit !== undefined;
      return { base: false, columnTotals: none(columnTotals), cells: none(cells), isFull };
    }
    const told = tellTable(ledger, {
      base: its,
      columnTotals: columnTotals.map(figureOf),
      rowTotals: [],
      cells: cells.map(figureOf),
    });
    return { ...told, isFull: ledger.limit !== undefined };
  });
}

/** Why there are no figures at all. */
export function baseNote(leastCount: number): string {
  return `Nothing is told: fewer than ${String(leastCount)} people stand behind these figures, or their number could be used to work out that of so few. Widen the filter.`;
}

/** Why some figures are not told. */
export function withheldNotes(leastCount: number, isFull: boolean): string[] {
  return [
    `Withheld: counts below ${String(leastCount)}, and others from which those could be worked out. Do not guess them.`,
    ...(isFull
      ? [
          "So many different figures of this survey were told that no new ones can be. Those told before can be asked for again.",
        ]
      : []),
  ];
}
