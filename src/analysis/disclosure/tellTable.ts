import type { DisclosureLedger } from "./ledger.ts";
import type { Figure } from "./toldFigures.ts";

/** A frequency table or a cross table, each of its places as a figure. */
export interface TableFigures {
  /** All counted rows. */
  readonly base: Figure;
  readonly columnTotals: readonly Figure[];
  /** Empty for a frequency table. */
  readonly rowTotals: readonly Figure[];
  readonly cells: readonly Figure[];
}

/** Which figures of a table were told, in the same places. */
export interface ToldTable {
  readonly base: boolean;
  readonly columnTotals: readonly boolean[];
  readonly rowTotals: readonly boolean[];
  readonly cells: readonly boolean[];
}

/**
 * Tells what may be told of a table: the base first, then totals, then cells, the largest of each first. Therefore the cells
 * that are kept back only because small ones could be computed from them are the smallest that suffice.
 *
 * A cell without rows is told. The ledger assumes that the reader knows which groups are empty, so a zero reveals nothing
 * else; and that nobody in a group gave an answer is not a small count.
 */
export function tellTable(ledger: DisclosureLedger, table: TableFigures): ToldTable {
  const [base = false] = ledger.tell([table.base]);
  const columnTotals = tellLargestFirst(ledger, table.columnTotals);
  const rowTotals = tellLargestFirst(ledger, table.rowTotals);
  return { base, columnTotals, rowTotals, cells: tellLargestFirst(ledger, table.cells) };
}

function tellLargestFirst(ledger: DisclosureLedger, figures: readonly Figure[]): boolean[] {
  const order = [...figures.keys()].sort(
    (a, b) => (figures[b]?.rows.length ?? 0) - (figures[a]?.rows.length ?? 0) || a - b,
  );
  const told = figures.map(() => false);
  for (const at of order) {
    const figure = figures[at];
    told[at] = figure !== undefined && ledger.tell([figure])[0] === true;
  }
  return told;
}
