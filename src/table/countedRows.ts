import type { ColumnIndex } from "../analysis/columnIndex.ts";
import { firstItem } from "../analysis/columnIndex.ts";
import type { RowSet } from "../analysis/rowSet.ts";
import { unansweredSlot, firstSlot, notMentionedSlot } from "../analysis/slots.ts";
import { prepareSplit } from "../analysis/split.ts";
import { columnKey } from "../model/grid.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import { isDateTime } from "../model/time.ts";
import { CellCursor } from "./cellCursor.ts";
import type { ColumnData } from "./columnData.ts";

/** A query for counts together with the responses behind each count. */
export interface CountQuery extends SummaryQuery {
  /** True if the rows by day of submission are wanted too. */
  readonly byDay?: boolean | undefined;
}

/** Summaries with the rows behind their counts. Rows are row numbers of the table, ascending. */
export interface CountedFigures extends Summaries {
  /** Identity of each row of the table; see `RowIdentities`. */
  readonly identities: BigUint64Array;
  /** Rows that count: they pass the filter and have a weight above 0. */
  readonly rows: Uint32Array;
  /** Weight of each row of the table. Default: 1 each. */
  readonly weights?: Float64Array | undefined;
  /** The requested columns that exist, followed by the split column. */
  readonly columns: readonly ColumnRows[];
  /** Ascending by day. Responses whose time does not have the documented form are in none. */
  readonly days: readonly DayRows[];
}

export interface ColumnRows {
  /** The column's key. */
  readonly column: string;
  readonly answered: Uint32Array;
  /** Rows that were asked but not answered. */
  readonly unanswered: Uint32Array;
  /** Rows by value of the summary; for the split column, by part. */
  readonly values: readonly Uint32Array[];
  /** Number of each row of the table, NaN if it has none. Only for columns with statistics. */
  readonly numbers?: Float64Array | undefined;
}

export interface DayRows {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly rows: Uint32Array;
}

export function columnRows(index: ColumnIndex, set: RowSet): ColumnRows {
  const { parts, answered } = prepareSplit(index, set);
  return {
    column: columnKey(index.columnCells.column),
    answered: answered.rows.slice(),
    unanswered: set.rows.filter((row) => slotOf(index, row) === unansweredSlot),
    values: parts.map(({ rows }) => rows.rows.slice()),
    numbers: index.numbers && numbersByRow(index, index.numbers),
  };
}

function slotOf(index: ColumnIndex, row: number): number {
  return index.items[firstItem(index, row)] ?? notMentionedSlot;
}

function numbersByRow(
  index: ColumnIndex,
  { slots, values }: NonNullable<ColumnIndex["numbers"]>,
): Float64Array {
  const bySlot = new Float64Array(index.slots).fill(NaN);
  slots.forEach((slot, at) => (bySlot[slot] = values[at] ?? NaN));
  return Float64Array.from({ length: index.rows }, (_, row) => {
    const slot = slotOf(index, row);
    return slot < firstSlot ? NaN : (bySlot[slot] ?? NaN);
  });
}

/** @param finished the column of submission times */
export function dayRows(finished: ColumnData, { rows }: RowSet): DayRows[] {
  const cells = new CellCursor(finished, 0);
  const byDay = Map.groupBy(rows, (row) => {
    const time = cells.at(row)?.[0] ?? "";
    return isDateTime(time) ? time.slice(0, 10) : "";
  });
  byDay.delete("");
  return Array.from(byDay, ([day, its]) => ({ day, rows: Uint32Array.from(its) })).sort((a, b) =>
    a.day < b.day ? -1 : 1,
  );
}
