import { columnKey, type Column } from "../model/grid.ts";
import { isSameColumn } from "../model/sameColumn.ts";
import { testOf, type Condition } from "../model/conditions/conditions.ts";
import { foldedInPlace, foldedText } from "../model/foldedText.ts";
import { isWithin, type ResponseFilter } from "../model/responseFilter.ts";
import type { ColumnName } from "../model/conditions/condition.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import type { ColumnData } from "./columnData.ts";
import type { Segment } from "./columnForms/form.ts";
import type { TableColumns } from "./tableColumns.ts";
import { emptyCode, firstEntryCode, nullCode, type CellsVector } from "./vector.ts";

/**
 * Returns which rows pass a filter: those whose responses `matchesFilter` accepts. Tests each distinct cell once.
 * @param rows ids from `from` up to but without `to`; `from` is the first row of a page
 * @returns 1 or 0 for each of these rows
 */
export function filteredRows(
  columns: TableColumns,
  all: readonly Column[],
  filter: ResponseFilter,
  { from, to }: { readonly from: number; readonly to: number },
): Uint8Array {
  const passing = new Uint8Array(to - from).fill(1);
  const keep = (hits: Uint8Array): void => {
    for (let row = 0; row < passing.length; row++) {
      passing[row] = (passing[row] ?? 0) & (hits[row] ?? 0);
    }
  };
  const { startDateTime: start, endDateTime: end, collectGroupId, duration } = filter;
  const rows = { from, to };
  if (start !== undefined) {
    keep(timeHits(columns, rows, (text) => text > start));
  }
  if (end !== undefined) {
    keep(timeHits(columns, rows, (text) => text <= end));
  }
  if (collectGroupId !== undefined) {
    const column = { kind: "metadata", name: "collectGroupId" } as const;
    keep(
      conditionHits(columns, all, rows, {
        ...column,
        is: "oneOf",
        values: [collectGroupId],
        missing: [],
      }),
    );
  }
  if (duration !== undefined) {
    const [started, finished] = [
      secondsOfRows(columns, "startedAt", rows),
      secondsOfRows(columns, "finishedAt", rows),
    ];
    keep(
      passing.map((_, row) => {
        const seconds = (finished[row] ?? NaN) - (started[row] ?? NaN);
        return Number(isWithin(Number.isNaN(seconds) ? undefined : seconds, duration));
      }),
    );
  }
  for (const condition of filter.conditions ?? []) {
    keep(conditionHits(columns, all, rows, condition));
  }
  return passing;
}

interface Rows {
  readonly from: number;
  readonly to: number;
}

/** @param test tests a time as text; true either for all times from some time on, or for all times up to it */
function timeHits(
  columns: TableColumns,
  { from, to }: Rows,
  test: (text: string) => boolean,
): Uint8Array {
  const column = columns.get(columnKey({ kind: "metadata", name: "finishedAt" }));
  const hits = new Uint8Array(to - from);
  const { seconds } = column;
  if (!seconds) {
    return setHits(hits, from, column, test, false);
  }
  const [border, isAfter] = borderOf(test);
  for (let row = from; row < to; row++) {
    const it = seconds[row] ?? NaN;
    hits[row - from] = Number(isAfter ? it >= border : it < border);
  }
  return hits;
}

/** First and last second of the years that `timeOfSeconds` writes like the API: 0100 to 9999. */
const [firstSecond, lastSecond] = [-59_011_459_200, 253_402_300_799];

/** Returns the first second at which the result of the test changes, and whether it is true from there on. */
function borderOf(test: (text: string) => boolean): [seconds: number, isAfter: boolean] {
  const atFirst = test(timeOfSeconds(firstSecond));
  let [low, high] = [firstSecond, lastSecond + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (test(timeOfSeconds(middle)) === atFirst) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return [low, !atFirst];
}

function secondsOfRows(columns: TableColumns, name: string, { from, to }: Rows): Float64Array {
  const column = columns.get(columnKey({ kind: "metadata", name }));
  if (column.seconds) {
    return column.seconds.subarray(from, to);
  }
  const seconds = new Float64Array(to - from).fill(NaN);
  for (const { first, codes, cells } of column.segments(from)) {
    const byCode = cells().map((cell) => secondsOf(cell?.[0] ?? "") ?? NaN);
    codes.forEach((code, row) => {
      seconds[first - from + row] = byCode[code] ?? NaN;
    });
  }
  return seconds;
}

function conditionHits(
  columns: TableColumns,
  all: readonly Column[],
  { from, to }: Rows,
  condition: Condition,
): Uint8Array {
  const test = testOf(condition);
  const noneHits = "text" in test ? 0 : Number(test.missing.includes("notShown"));
  const hits = new Uint8Array(to - from).fill(noneHits);
  // A question may have two columns, for example after an edit of the survey. The first one with a cell that is not null
  // counts, so it is tested last and overwrites the others.
  for (const key of keysOf(condition, all).toReversed()) {
    if ("text" in test) {
      setTextHits(hits, from, columns.get(key), test.text, false);
      setTextHits(hits, from, columns.get(key, "others"), test.text, true);
    } else {
      setHits(hits, from, columns.get(key), test.isValue, test.missing.includes("noAnswer"));
    }
  }
  return hits;
}

/** Returns the keys of the columns that the condition refers to, in their order. */
export function keysOf(condition: ColumnName, all: readonly Column[]): string[] {
  return all
    .filter((it) =>
      condition.kind === "variable"
        ? it.kind === "variable" && isSameColumn(condition, it)
        : it.kind === condition.kind && it.name === condition.name,
    )
    .map(columnKey);
}

/** Tests the cells that are not null, and overwrites the hits of their rows. */
function setHits(
  hits: Uint8Array,
  from: number,
  column: ColumnData,
  test: (value: string) => boolean,
  whenEmpty: boolean,
): Uint8Array {
  for (const segment of column.segments(from)) {
    applyVerdicts(hits, from, segment, verdictsOf(segment, test, whenEmpty), false);
  }
  return hits;
}

function setTextHits(
  hits: Uint8Array,
  from: number,
  column: ColumnData,
  text: string,
  isAdded: boolean,
): void {
  for (const segment of column.segments(from)) {
    applyVerdicts(hits, from, segment, verdictsOfText(segment, text), isAdded);
  }
}

/**
 * Sets the hits of the segment's rows from the verdicts by code.
 * @param isAdded true: only sets hits; false: overwrites the hit of every row whose cell is not null
 */
export function applyVerdicts(
  hits: Uint8Array,
  from: number,
  { first, codes }: Segment,
  verdicts: Uint8Array,
  isAdded: boolean,
): void {
  const start = first - from;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? nullCode;
    const verdict = verdicts[code] ?? 0;
    if (isAdded ? verdict === 1 : code !== nullCode) {
      hits[start + row] = verdict;
    }
  }
}

/** Returns by code whether a value of the cell passes the test. */
export function verdictsOf(
  { lists, cells }: Segment,
  test: (value: string) => boolean,
  whenEmpty = false,
): Uint8Array {
  if (!lists) {
    return Uint8Array.from(cells(), (cell) =>
      Number(cell !== null && (cell.length === 0 ? whenEmpty : cell.some(test))),
    );
  }
  const { starts, codes, values } = lists;
  const byValue = Uint8Array.from(values, (it, code) => Number(code > 0 && test(it)));
  const verdicts = new Uint8Array(starts.length - 1 + firstEntryCode);
  verdicts[emptyCode] = Number(whenEmpty);
  for (let row = 0; row + 1 < starts.length; row++) {
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at++) {
      if (byValue[codes[at] ?? 0] === 1) {
        verdicts[row + firstEntryCode] = 1;
      }
    }
  }
  return verdicts;
}

/**
 * Returns by code whether a value of the cell contains the text.
 * @param text folded
 */
export function verdictsOfText(segment: Segment, text: string): Uint8Array {
  const { vector, isTimes } = segment;
  if (isTimes && /[^0-9t:-]/.test(text)) {
    return new Uint8Array(segment.codes.length + firstEntryCode);
  }
  return (
    (vector && verdictsOfVector(vector, text)) ??
    verdictsOf(segment, (value) => foldedText(value).includes(text))
  );
}

/**
 * Folds and searches all values as one text. The NULs between them keep adjacent letters from affecting how they fold.
 * Returns `undefined` if the vector cannot be searched that way.
 */
function verdictsOfVector(
  { counts, lengths, text: all }: CellsVector,
  text: string,
): Uint8Array | undefined {
  const folded = foldedInPlace(all);
  if (folded === undefined) {
    return undefined;
  }
  const verdicts = new Uint8Array(counts.length + firstEntryCode);
  let [value, start] = [0, 0];
  let found = folded.indexOf(text);
  for (let entry = 0; entry < counts.length && found >= 0; entry++) {
    for (let left = counts[entry] ?? 0; left > 0; left--) {
      const end = start + (lengths[value++] ?? 0);
      if (found >= 0 && found < start) {
        found = folded.indexOf(text, start);
      }
      if (found >= 0 && found + text.length <= end) {
        verdicts[entry + firstEntryCode] = 1;
      }
      start = end + 1;
    }
  }
  return verdicts;
}
