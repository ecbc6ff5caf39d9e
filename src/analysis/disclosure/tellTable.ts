import type { DisclosureLedger } from "./ledger.ts";
import type { Figure } from "./toldFigures.ts";

/** A frequency table or a cross table, as figures of the rows that each of its places has. */
export interface TableFigures {
  /** All rows that count. */
  readonly base: Figure;
  readonly columnTotals: readonly Figure[];
  /** Of a frequency table, none. */
  readonly rowTotals: readonly Figure[];
  readonly cells: readonly Figure[];
}

/** Which of a table's figures were told, in the places of the figures. */
export interface ToldTable {
  readonly base: boolean;
  readonly columnTotals: readonly boolean[];
  readonly rowTotals: readonly boolean[];
  readonly cells: readonly boolean[];
}

/**
 * Tells of a table what may be told: the base first, then totals, then cells, of each the largest first. So what is kept back beside
 * the small cells, lest they follow from the others, is the smallest that does.
 *
 * A cell without rows is told. The ledger's reader is taken to know which groups are empty, so a zero makes nothing else known that
 * was not; that nobody in a group gave an answer is no small count.
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
