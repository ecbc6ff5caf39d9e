import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { binBorder, type Histogram } from "../../../model/summary.ts";
import type { GridColumn } from "../cells.ts";
import {
  changed,
  columnConditions,
  groupKey,
  sameFilter,
  withConditions,
} from "../filter/filterParts.ts";

/** Returns the values of a column that the filter demands; none if there is no such condition. */
export function chosenValues(filter: ResponseFilter, key: string): readonly string[] {
  const values = columnConditions(filter, key).oneOf?.values ?? [];
  return key === groupKey && filter.collectGroupId !== undefined
    ? [...values, filter.collectGroupId]
    : values;
}

/**
 * Toggles one value of a column in the filter: replaces all that it demands of the column, or, with `adds`, keeps the other
 * values and conditions.
 */
export function toggledValue(
  filter: ResponseFilter,
  column: GridColumn,
  value: string,
  adds: boolean,
): ResponseFilter {
  const asked = columnConditions(filter, column.key);
  const chosen = chosenValues(filter, column.key);
  const isChosen = chosen.includes(value);
  // A condition can demand several groups, the filter's own field only one.
  const rest = column.key === groupKey ? changed(filter, { collectGroupId: undefined }) : filter;
  if (adds) {
    const values = isChosen ? chosen.filter((it) => it !== value) : [...chosen, value];
    const missing = asked.oneOf?.missing ?? [];
    return withConditions(rest, column, { ...asked, oneOf: { values, missing } });
  }
  const values = isChosen && chosen.length === 1 ? [] : [value];
  return withConditions(rest, column, { oneOf: { values, missing: [] } });
}

/** Returns true if the filter demands exactly the numbers of the bin from the column. */
export function isChosenBin(
  filter: ResponseFilter,
  column: GridColumn,
  histogram: Histogram,
  bin: number,
): boolean {
  return sameFilter(filter, withBin(filter, column, histogram, bin));
}

/** Toggles the condition that a column's number is in a bin. */
export function toggledBin(
  filter: ResponseFilter,
  column: GridColumn,
  histogram: Histogram,
  bin: number,
): ResponseFilter {
  return isChosenBin(filter, column, histogram, bin)
    ? withConditions(filter, column, {})
    : withBin(filter, column, histogram, bin);
}

function withBin(
  filter: ResponseFilter,
  column: GridColumn,
  histogram: Histogram,
  bin: number,
): ResponseFilter {
  const upper = binBorder(histogram, bin + 1);
  const isLast = bin === histogram.counts.length - 1;
  const between = {
    atLeast: binBorder(histogram, bin),
    ...(isLast ? { atMost: upper } : { below: upper }),
  };
  return withConditions(filter, column, { between });
}
