import { columnKey } from "../model/grid.ts";
import type { Split, SplitPart, SummaryValue } from "../model/summary.ts";
import { chiSquareTest } from "./chiSquare.ts";
import { firstItem, itemsEnd, type ColumnIndex } from "./columnIndex.ts";
import { Counter, distinctOf, type Counts } from "./counts.ts";
import { binCounts } from "./histogram.ts";
import { listedValues, type ListedValue } from "./listed.ts";
import { setOf, type RowSet } from "./rowSet.ts";
import { firstSlot, notMentionedSlot } from "./slots.ts";
import { statisticsOf } from "./statistics.ts";
import { lengthened } from "./grow.ts";

/** Rows grouped by their answers to a question. */
export interface PreparedSplit {
  readonly index: ColumnIndex;
  readonly parts: readonly Part[];
  /** Rows that gave a value without a part, once for each such value. */
  readonly rest: RowSet;
  readonly answered: RowSet;
}

interface Part {
  readonly value: Omit<SummaryValue, "count" | "others">;
  readonly rows: RowSet;
}

/** @param set the rows to divide */
export function prepareSplit(index: ColumnIndex, set: RowSet): PreparedSplit {
  const listed = listedValues(index, new Counter(index).count(set).bySlot);
  const places = new Uint32Array(index.slots).fill(listed.length);
  listed.forEach(({ slot }, place) => (places[slot] = place));
  const { rows, weights } = set;
  const { length } = rows;
  const parts = Array.from({ length: listed.length + 1 }, () => new RowList());
  const answered = new RowList();
  for (let at = 0; at < length; at++) {
    const row = rows[at] ?? 0;
    const [from, to] = [firstItem(index, row), itemsEnd(index, row)];
    if ((index.items[from] ?? 0) >= firstSlot) {
      answered.add(row);
      for (let item = from; item < to; item++) {
        parts[places[index.items[item] ?? 0] ?? 0]?.add(row);
      }
    }
  }
  return {
    index,
    parts: listed.map(({ value: { value, label, isUnknown } }, place) => ({
      value: { value, label, isUnknown },
      rows: setOf(parts[place]?.rows ?? new Uint32Array(0), weights),
    })),
    rest: setOf(parts.at(-1)?.rows ?? new Uint32Array(0), weights),
    answered: setOf(answered.rows, weights),
  };
}

class RowList {
  #rows = new Uint32Array(64);
  #length = 0;

  add(row: number): void {
    if (this.#length === this.#rows.length) {
      this.#rows = lengthened(this.#rows, this.#length * 2);
    }
    this.#rows[this.#length++] = row;
  }

  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#length);
  }
}

/**
 * @param counter of the column to divide
 * @param values of its summary
 */
export function splitOf(
  index: ColumnIndex,
  counter: Counter,
  values: readonly ListedValue[],
  by: PreparedSplit,
): Split {
  const { numbers, bins } = index;
  const parts = by.parts.map(({ value, rows }): SplitPart => {
    const { bases, bySlot } = counter.count(rows);
    return {
      ...value,
      bases,
      counts: countsOf(values, bySlot),
      statistics: numbers && statisticsOf(numbers, bySlot),
      histogram: numbers && bins && binCounts(bins, numbers.slots, bySlot),
    };
  });
  const unlisted = distinctOf(new Counter(by.index).count(answeredOf(index, by.rest)).bySlot);
  const both = counter.count(by.answered);
  const valueTotals = countsOf(values, both.bySlot);
  return {
    column: columnKey(by.index.columnCells.column),
    parts,
    both: both.bases.answered,
    ...(both.bases.unweighted ? { bothUnweighted: both.bases.unweighted.answered } : {}),
    valueTotals,
    ...testOf(index, by.index, { parts, unlisted, both, valueTotals }),
  };
}

function countsOf(values: readonly ListedValue[], bySlot: Float64Array): number[] {
  return values.map(({ slot }) => bySlot[slot] ?? 0);
}

/** Returns the rows of a set that answered. */
function answeredOf(index: ColumnIndex, { rows, weights }: RowSet): RowSet {
  const isAnswered = (row: number): boolean =>
    (index.items[firstItem(index, row)] ?? notMentionedSlot) >= firstSlot;
  return setOf(rows.filter(isAnswered), weights);
}

interface Table {
  readonly parts: readonly SplitPart[];
  /** Number of values of the split that have no part although responses gave them and answered both questions. */
  readonly unlisted: number;
  readonly both: Counts;
  readonly valueTotals: readonly number[];
}

function testOf(
  index: ColumnIndex,
  by: ColumnIndex,
  { parts, unlisted, both, valueTotals }: Table,
): Pick<Split, "test" | "noTest"> {
  if ([index, by].some((it) => it.kind === "multiple" || it.hasSeveral)) {
    return { noTest: "multiple" };
  }
  const given = parts.filter((it) => it.bases.answered > 0);
  const values = distinctOf(both.bySlot);
  if (values < 2 || given.length + unlisted < 2) {
    return { noTest: "constant" };
  }
  const rows = given.map(({ counts }) => counts.filter((_, at) => (valueTotals[at] ?? 0) > 0));
  const listed = rows[0]?.length ?? 0;
  return unlisted > 0 || listed < values ? { noTest: "unlisted" } : { test: chiSquareTest(rows) };
}
