import type { ColumnValues } from "../model/responseView.ts";
import { columnKey } from "../model/grid.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { PageStore } from "./pageStore.ts";
import { filteredRows, keysOf } from "./rowFilter.ts";
import type { TableColumns } from "./tableColumns.ts";
import { emptyCode, firstEntryCode, nullCode } from "./vector.ts";

/** Maximum number of options and values that are listed. */
const maxListed = 1000;

/**
 * Counts each value of a column among the responses that pass the filter. Ignores the filter's conditions on the column
 * itself, so that other values can be chosen.
 * @param options the column's codes in their order; codes that nobody chose are listed as well
 */
export function columnValues(
  columns: TableColumns,
  { columns: all }: Pick<PageStore, "columns">,
  key: string,
  options: readonly string[],
  filter: ResponseFilter,
): ColumnValues {
  const data = columns.get(key);
  const passing = filteredRows(columns, all, withoutColumn(filter, key, all), {
    from: 0,
    to: data.rows,
  });
  const counts = new Map<string, number>(options.map((it) => [it, 0]));
  let [shown, noAnswer] = [0, 0];
  for (const { first, codes, cells } of data.segments()) {
    const texts = cells();
    const byCode = new Uint32Array(texts.length);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row] ?? nullCode;
      byCode[code] = (byCode[code] ?? 0) + (passing[first + row] ?? 0);
    }
    noAnswer += byCode[emptyCode] ?? 0;
    for (let code = firstEntryCode; code < texts.length; code++) {
      const count = byCode[code] ?? 0;
      if (count > 0) {
        shown += count;
        for (const value of new Set(texts[code])) {
          counts.set(value, (counts.get(value) ?? 0) + count);
        }
      }
    }
  }
  const entries = Array.from(counts, ([value, count]) => ({ value, count }));
  return {
    values: [
      ...entries.slice(0, options.length),
      ...mostFrequent(entries.slice(options.length)),
    ].slice(0, maxListed),
    noAnswer,
    notShown: passing.reduce((sum, it) => sum + it, 0) - shown - noAnswer,
    isCut: entries.length > maxListed,
  };
}

function withoutColumn(
  filter: ResponseFilter,
  key: string,
  all: PageStore["columns"],
): ResponseFilter {
  const isGroup = key === columnKey({ kind: "metadata", name: "collectGroupId" });
  return {
    ...filter,
    ...(isGroup ? { collectGroupId: undefined } : {}),
    conditions: filter.conditions?.filter((it) => !keysOf(it, all).includes(key)),
  };
}

type Entry = ColumnValues["values"][number];

/** Returns the most frequent ones, up to `maxListed`. Most of many values occur once, so only the others are sorted. */
function mostFrequent(entries: readonly Entry[]): Entry[] {
  const several = entries.filter((it) => it.count > 1).sort((a, b) => b.count - a.count);
  const missing = maxListed - several.length;
  return missing > 0
    ? [...several, ...entries.filter((it) => it.count === 1).slice(0, missing)]
    : several;
}
