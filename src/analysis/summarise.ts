import { columnKey } from "../model/grid.ts";
import type { QuestionSummary } from "../model/summary.ts";
import type { ColumnIndex } from "./columnIndex.ts";
import { Counter, distinctOf } from "./counts.ts";
import { binCounts } from "./histogram.ts";
import { listedValues } from "./listed.ts";
import { anySlot, othersOf } from "./others.ts";
import type { RowSet } from "./rowSet.ts";
import { splitOf, type PreparedSplit } from "./split.ts";
import { statisticsOf } from "./statistics.ts";

/**
 * Summarises the answers of a column.
 * @param index of the column, see `indexColumn`; valid as long as the column has the same rows
 * @param set the rows to count, see `rowSet`; made once for all columns
 * @param by see `prepareSplit`; made of the same rows, once for all columns. A column is not split by itself
 */
export function summarise(index: ColumnIndex, set: RowSet, by?: PreparedSplit): QuestionSummary {
  const { kind, numbers, bins, traits } = index;
  const counter = new Counter(index);
  const { bases, bySlot } = counter.count(set);
  const listed = listedValues(index, bySlot);
  const others = index.others && othersOf(index.others, set);
  return {
    column: columnKey(index.columnCells.column),
    kind,
    bases,
    values: listed.map(({ slot, value }) => {
      const its = others?.get(slot);
      return its ? { ...value, others: its } : value;
    }),
    distinct: distinctOf(bySlot),
    isScale: traits.isScale ? true : undefined,
    areAllDifferent: traits.areAllDifferent ? true : undefined,
    isWeight: traits.isWeight ? true : undefined,
    others: others?.get(anySlot),
    statistics: numbers && statisticsOf(numbers, bySlot),
    histogram: numbers &&
      bins && {
        from: bins.from,
        width: bins.width,
        counts: binCounts(bins, numbers.slots, bySlot),
      },
    // Reuses the counter, whose counts are not needed any more.
    split: by && by.index !== index ? splitOf(index, counter, listed, by) : undefined,
  };
}
