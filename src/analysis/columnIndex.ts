import { isPlainNumber, plainNumber } from "../model/plainNumber.ts";
import type { SummaryKind } from "../model/summary.ts";
import { binsOf, type Bins } from "./histogram.ts";
import { ItemWriter, type WrittenItems } from "./itemWriter.ts";
import { missingSlots, withoutMissing, type MissingValues } from "./missing.ts";
import { othersIndex, type OthersIndex } from "./others.ts";
import { areCodesNumbers, kindOf } from "./questionKind.ts";
import { unansweredSlot, firstSlot, notMentionedSlot, ValueSlots } from "./slots.ts";
import { sortByNumberAndPlace } from "./sortPairs.ts";
import type { Codes, DistinctValues, Lists, ColumnCells, TextCell } from "./columnCells.ts";
import { traitsOf, type Traits } from "./traits.ts";

/**
 * The values of a column as numbers, whatever the filter, so that texts need not be looked at again when the filter changes.
 * Valid as long as the column has the same rows.
 */
export interface ColumnIndex {
  readonly columnCells: ColumnCells;
  readonly kind: SummaryKind;
  readonly rows: number;
  /** Number of slots: two, and one per distinct value. */
  readonly slots: number;
  /** Number of slots from `firstSlot` on that are the options of the structure, in its order. */
  readonly options: number;
  /** By row, the place of its cell, if rows share cells: the codes of the run. Undefined: a row's place is its number. */
  readonly cells?: Codes | undefined;
  /**
   * By place, its slot. If cells have several values, place `n` has `items[i]` from `i = starts[n]` to below `starts[n +
   * 1]`, each once.
   */
  readonly items: Codes;
  readonly starts?: Uint32Array | undefined;
  /** True if some row has several values. */
  readonly hasSeveral: boolean;
  /** By slot; undefined if there are so many that they are looked up in the runs. */
  readonly texts?: readonly string[] | undefined;
  /** By slot, if there are no texts; see `DistinctValues`. */
  readonly beginnings?: Uint32Array | undefined;
  readonly numbers?: Numbers | undefined;
  readonly traits: Traits;
  readonly bins?: Bins | undefined;
  readonly others?: OthersIndex | undefined;
  /** Undefined if no value is missing, whatever was declared. */
  readonly missing?: MissingValues | undefined;
  /** Approximate size in memory. */
  readonly bytes: number;
}

/** Numbers in ascending order, and the slots of their values. Each is listed once, except codes such as "1" and "1.0". */
export interface Numbers {
  readonly values: Float64Array;
  readonly slots: Uint32Array;
  /** Slot of the empty text, which is not a number. */
  readonly blank?: number | undefined;
}

/** Returns the index of the first item of a row. */
export function firstItem(
  { cells, starts }: Pick<ColumnIndex, "cells" | "starts">,
  row: number,
): number {
  const place = cells ? (cells[row] ?? 0) : row;
  return starts ? (starts[place] ?? 0) : place;
}

/** Returns the index behind the last item of a row. */
export function itemsEnd({ cells, starts }: ColumnIndex, row: number): number {
  const next = (cells ? (cells[row] ?? 0) : row) + 1;
  return starts ? (starts[next] ?? 0) : next;
}

/** Maximum number of texts that are kept. */
const maxKept = 0x1_0000;

/** @param rows number of rows of the column; rows outside all runs are null */
export function indexColumn(columnCells: ColumnCells, rows: number): ColumnIndex {
  const steps = indexingColumn(columnCells, rows);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
  }
}

/** Does the same run by run, so that other work can be done in between. Leaves out runs that are added meanwhile. */
export function* indexingColumn(
  columnCells: ColumnCells,
  rows: number,
): Generator<undefined, ColumnIndex, undefined> {
  const { column, known } = columnCells;
  const codes = column.options.map(({ name }) => name).filter((it) => known.has(it));
  const values = new ValueSlots(codes);
  const options = values.texts.length - firstSlot;
  const given =
    sharedItems(columnCells, rows, values) ?? (yield* rowItems(columnCells, rows, values));
  const hasOptions = column.options.length > 0;
  const others = othersIndex(columnCells, values, hasOptions);
  const { distinct } = given;
  const slots = distinct?.count ?? values.texts.length;
  const textOf = distinct?.valueOf ?? ((slot: number) => values.texts[slot] ?? "");
  const left = missingSlots(columnCells.missing, textOf, slots);
  const { written: kept, missing } = left ? withoutMissing(given, left) : { written: given };
  const { cells, items, starts, hasSeveral } = kept;
  const isAnswer = (slot: number): boolean => left?.[slot] !== 1;
  const areNumbers = areAllNumbers(textOf, slots, isAnswer);
  const kind = kindOf(columnCells, areNumbers, hasSeveral);
  const hasNumbers =
    kind === "number" || (kind === "single" && areNumbers && areCodesNumbers(columnCells));
  const written = hasNumbers ? numbersOf(textOf, slots, isAnswer) : undefined;
  const numbers = written && kind === "number" ? withOneSlotEach(written, items, slots) : written;
  const hasTexts = slots <= maxKept || hasOptions;
  const texts = hasTexts ? Array.from({ length: slots }, (_, slot) => textOf(slot)) : undefined;
  const beginnings = hasTexts || numbers ? undefined : distinct?.beginnings();
  const narrow = narrowed(items, slots);
  const arrays = [cells, narrow, starts, beginnings, numbers?.values, numbers?.slots];
  return {
    columnCells,
    kind,
    rows,
    slots,
    options,
    cells,
    items: narrow,
    starts,
    hasSeveral,
    texts,
    beginnings,
    numbers,
    traits: traitsOf({
      column,
      kind,
      hasSeveral,
      numbers: numbers?.values,
      rows,
      slots,
      textOf,
      slotOf: (row) => narrow[firstItem({ cells, starts }, row)] ?? notMentionedSlot,
      isAnswer,
    }),
    bins: kind === "number" && numbers ? binsOf(numbers.values) : undefined,
    others,
    missing,
    bytes: bytesOf(arrays, texts, others),
  };
}

function bytesOf(
  arrays: readonly ({ readonly byteLength: number } | undefined)[],
  texts: ColumnIndex["texts"],
  others: OthersIndex | undefined,
): number {
  const bytes = arrays.reduce((sum, it) => sum + (it?.byteLength ?? 0), 0);
  return bytes + (texts?.length ?? 0) * 100 + (others?.bytes ?? 0);
}

interface Items extends WrittenItems, Pick<ColumnIndex, "cells"> {
  /** The values of the slots, if they are not in `values`. */
  readonly distinct?: DistinctValues | undefined;
}

/** Makes items of the run's cells only, if one run has all rows. */
function sharedItems(
  columnCells: ColumnCells,
  rows: number,
  values: ValueSlots,
): Items | undefined {
  const [run] = columnCells.runs();
  if (run?.first !== 0 || run.codes.length !== rows || run.lists || run.distinct) {
    return undefined;
  }
  const cells = run.cells();
  const writer = new ItemWriter(cells.length);
  for (const cell of cells) {
    const [first, ...more] = cell ?? [];
    writer.add(
      cell === null ? notMentionedSlot : first === undefined ? unansweredSlot : values.of(first),
    );
    more.forEach((it) => {
      writer.addTo(false, values.of(it));
    });
    writer.hasSeveral ||= more.length > 0;
  }
  return { ...writer.end(), cells: run.codes };
}

function* rowItems(
  columnCells: ColumnCells,
  rows: number,
  values: ValueSlots,
): Generator<undefined, Items, undefined> {
  const writer = new ItemWriter(rows);
  /** Slots of the values of lists, by code, as far as they were needed. Runs of a column mostly share their values. */
  let listed: { values: Lists["values"]; slots: number[] } = { values: [], slots: [] };
  let distinct: DistinctValues | undefined;
  for (const run of columnCells.runs()) {
    yield;
    writer.toRow(run.first);
    const { codes, lists } = run;
    const end = Math.max(0, Math.min(codes.length, rows - run.first));
    // If the column has no options, these numbers are its slots.
    distinct = columnCells.column.options.length > 0 ? undefined : run.distinct?.();
    if (lists) {
      if (listed.values !== lists.values) {
        listed = { values: lists.values, slots: [] };
      }
      writeLists(writer, { codes, lists, end }, listed.slots, values);
    } else if (distinct) {
      writer.addSlots(codes, end, distinct.numbers);
    } else {
      writeCells(writer, { codes, cells: run.cells(), end }, values);
    }
  }
  return { ...writer.end(), distinct };
}

/** @param slots by code of a list's value, as far as they are known */
function writeLists(
  writer: ItemWriter,
  { codes, lists, end }: { readonly codes: Codes; readonly lists: Lists; readonly end: number },
  slots: number[],
  values: ValueSlots,
): void {
  for (let row = 0; row < end; row++) {
    const code = codes[row] ?? notMentionedSlot;
    if (code < firstSlot) {
      writer.add(code);
      continue;
    }
    const [from, to] = [lists.starts[row] ?? 0, lists.starts[row + 1] ?? 0];
    for (let at = from; at < to; at++) {
      const value = lists.codes[at] ?? 0;
      writer.addTo(at === from, (slots[value] ??= values.of(lists.values[value] ?? "")));
    }
    writer.hasSeveral ||= to > from + 1;
  }
}

function writeCells(
  writer: ItemWriter,
  { codes, cells, end }: { codes: Codes; cells: readonly TextCell[]; end: number },
  values: ValueSlots,
): void {
  const slots = new Uint32Array(cells.length);
  const several: (readonly number[] | undefined)[] = [];
  for (const [code, cell] of cells.entries()) {
    const [first] = cell ?? [];
    if (cell === null || first === undefined) {
      slots[code] = cell === null ? notMentionedSlot : unansweredSlot;
    } else if (cell.length === 1) {
      slots[code] = values.of(first);
    } else {
      several[code] = [...new Set(cell.map((it) => values.of(it)))];
    }
  }
  if (several.length > 0) {
    writer.hasSeveral = true;
    writer.addLists(codes, end, slots, several);
  } else {
    writer.addSlots(codes, end, slots);
  }
}

type TextOf = (slot: number) => string;

type IsAnswer = (slot: number) => boolean;

/** Returns whether there are numbers, and all answers but the empty text are numbers. */
function areAllNumbers(textOf: TextOf, slots: number, isAnswer: IsAnswer): boolean {
  let hasNumbers = false;
  for (let slot = firstSlot; slot < slots; slot++) {
    const text = textOf(slot);
    if (text !== "" && isAnswer(slot)) {
      if (!isPlainNumber(text)) {
        return false;
      }
      hasNumbers = true;
    }
  }
  return hasNumbers;
}

function numbersOf(textOf: TextOf, length: number, isAnswer: IsAnswer): Numbers {
  const values = new Float64Array(length);
  const slots = new Uint32Array(length);
  let blank: number | undefined;
  let count = 0;
  for (let slot = firstSlot; slot < length; slot++) {
    const text = textOf(slot);
    if (text === "") {
      blank = slot;
    } else if (isAnswer(slot)) {
      values[count] = plainNumber(text);
      slots[count++] = slot;
    }
  }
  const numbers = { values: values.slice(0, count), slots: slots.slice(0, count), blank };
  sortByNumberAndPlace(numbers.values, numbers.slots);
  return numbers;
}

/**
 * Gives each number one slot, even if it is written in several ways, such as "1.5" and "1.50".
 * @param items changed in place: they get this slot instead of the others
 */
function withOneSlotEach(numbers: Numbers, items: Uint32Array, slots: number): Numbers {
  const { values } = numbers;
  const isFirst = (_: number, at: number): boolean => values[at] !== values[at - 1];
  if (values.every(isFirst)) {
    return numbers;
  }
  const slotOf = Uint32Array.from({ length: slots }, (_, slot) => slot);
  let first = 0;
  numbers.slots.forEach((slot, at) => {
    first = isFirst(slot, at) ? slot : first;
    slotOf[slot] = first;
  });
  items.forEach((slot, at) => {
    items[at] = slotOf[slot] ?? 0;
  });
  return { ...numbers, values: values.filter(isFirst), slots: numbers.slots.filter(isFirst) };
}

function narrowed(items: Uint32Array, slots: number): Codes {
  return slots <= 0x100
    ? new Uint8Array(items)
    : slots <= 0x1_0000
      ? new Uint16Array(items)
      : items.slice();
}
