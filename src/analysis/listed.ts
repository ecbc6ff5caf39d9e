import { missingTest } from "../model/missingCodes.ts";
import { labelsOf } from "../model/optionLabels.ts";
import type { SummaryValue } from "../model/summary.ts";
import { firstItem, itemsEnd, type ColumnIndex, type Numbers } from "./columnIndex.ts";
import { mostFrequent, maxTexts } from "./mostFrequent.ts";
import { firstSlot } from "./slots.ts";

/** Maximum numbers of unknown codes and of numbers that are listed. Options are always all listed. */
const maxUnknown = 1000;
const maxNumbers = 100;

/** A value with its slot, see `ColumnIndex`. */
export interface ListedValue {
  readonly slot: number;
  readonly value: SummaryValue;
}

/** @param bySlot sums of weights, see `Counter` */
export function listedValues(index: ColumnIndex, bySlot: Float64Array): ListedValue[] {
  switch (index.kind) {
    case "text":
      return frequentValues(index, bySlot, firstSlot, maxTexts);
    case "number":
      return index.numbers ? fewNumbers(index.numbers, bySlot) : [];
    case "single":
    case "multiple":
      return codes(index, bySlot);
  }
}

/** Lists the empty text last, because it is not a number. */
function fewNumbers({ slots, values, blank }: Numbers, bySlot: Float64Array): ListedValue[] {
  const listed: ListedValue[] = [];
  const add = (slot: number, value: string): void => {
    const count = bySlot[slot] ?? 0;
    if (count > 0) {
      listed.push({ slot, value: { value, count } });
    }
  };
  for (let at = 0; at < slots.length && listed.length <= maxNumbers; at++) {
    add(slots[at] ?? 0, String(values[at]));
  }
  if (blank !== undefined) {
    add(blank, "");
  }
  return listed.length > maxNumbers ? [] : listed;
}

function codes(index: ColumnIndex, bySlot: Float64Array): ListedValue[] {
  const { options, texts = [], columnCells, missing } = index;
  const labels = labelsOf(columnCells.column.options);
  const known = Array.from({ length: options }, (_, place): ListedValue => {
    const slot = firstSlot + place;
    const value = texts[slot] ?? "";
    const label = labels.get(value);
    return { slot, value: { value, label, count: bySlot[slot] ?? 0 } };
  }).filter(({ slot }) => missing?.slots[slot] !== 1);
  const unknown = frequentValues(index, bySlot, firstSlot + options, maxUnknown).map(
    ({ slot, value }): ListedValue => ({
      slot,
      value: { ...value, label: labels.get(value.value), isUnknown: true },
    }),
  );
  return [...known, ...unknown];
}

/** Returns the most frequent of the values that were given, from slot `from` on; equally frequent ones by the text. */
function frequentValues(
  index: ColumnIndex,
  bySlot: Float64Array,
  from: number,
  most: number,
): ListedValue[] {
  const least = nthCount(bySlot.subarray(from), most);
  const best = new Best(most, index.beginnings);
  forTexts(
    index,
    (slot) => {
      const count = bySlot[slot] ?? 0;
      return slot >= from && count >= least && best.isWanted(slot, count);
    },
    (slot, text) => {
      best.add(slot, text, bySlot[slot] ?? 0);
    },
  );
  return best.end().map(({ slot, text, count }) => ({ slot, value: { value: text, count } }));
}

/** Returns the nth highest count. With it, few of the many texts that only one response gave have to be looked up. */
function nthCount(counts: Float64Array, n: number): number {
  /** Ascending. */
  const highest = new Float64Array(n);
  const { length } = counts;
  for (let at = 0; at < length; at++) {
    const count = counts[at] ?? 0;
    if (count > (highest[0] ?? 0)) {
      let place = 0;
      for (; place + 1 < n && count > (highest[place + 1] ?? 0); place++) {
        highest[place] = highest[place + 1] ?? 0;
      }
      highest[place] = count;
    }
  }
  return Math.max(highest[0] ?? 0, Number.MIN_VALUE);
}

interface SlotText {
  readonly slot: number;
  readonly text: string;
  readonly count: number;
}

/** Keeps the `most` most frequent texts of those added, and up to twice as many in between. */
class Best {
  readonly #most: number;
  readonly #beginnings: ColumnIndex["beginnings"];
  #kept: SlotText[] = [];
  #worst: SlotText | undefined;

  /** @param beginnings by slot, if there are any */
  constructor(most: number, beginnings: ColumnIndex["beginnings"]) {
    this.#most = most;
    this.#beginnings = beginnings;
  }

  /** Returns false for most texts that would not be kept, so that they need not be looked up. */
  isWanted(slot: number, count: number): boolean {
    const worst = this.#worst;
    const beginnings = this.#beginnings;
    return (
      !worst ||
      count > worst.count ||
      (count === worst.count &&
        (!beginnings || (beginnings[slot] ?? 0) <= (beginnings[worst.slot] ?? 0)))
    );
  }

  add(slot: number, text: string, count: number): void {
    const worst = this.#worst;
    if (worst && (count < worst.count || (count === worst.count && text > worst.text))) {
      return;
    }
    this.#kept.push({ slot, text, count });
    if (this.#kept.length >= 2 * this.#most) {
      this.#kept = this.end();
      this.#worst = this.#kept.at(-1);
    }
  }

  end(): SlotText[] {
    return mostFrequent(this.#kept, this.#most);
  }
}

/**
 * Looks up the texts of some slots, once each.
 * @param isWanted called just before, so that it can depend on what was taken
 */
function forTexts(
  index: ColumnIndex,
  isWanted: (slot: number) => boolean,
  take: (slot: number, text: string) => void,
): void {
  const { texts, slots, items } = index;
  if (texts) {
    for (let slot = firstSlot; slot < slots; slot++) {
      if (isWanted(slot)) {
        take(slot, texts[slot] ?? "");
      }
    }
    return;
  }
  const isTaken = new Uint8Array(slots).fill(1, 0, firstSlot);
  const isMissing = missingTest(index.columnCells.missing);
  for (const { first, codes, cells, valueAt } of index.columnCells.runs()) {
    let itsCells: ReturnType<typeof cells> | undefined;
    for (let at = 0; at < codes.length; at++) {
      const row = first + at;
      const [from, to] = [firstItem(index, row), itemsEnd(index, row)];
      for (let item = from; item < to; item++) {
        const slot = items[item] ?? 0;
        if (isTaken[slot] === 0 && isWanted(slot)) {
          isTaken[slot] = 1;
          const code = codes[at] ?? 0;
          if (valueAt) {
            take(slot, valueAt(code));
          } else {
            const cell = (itsCells ??= cells())[code] ?? [];
            // A value that a cell has twice has one item, and one that is missing has none.
            const its =
              cell.length === 1 ? cell : [...new Set(cell)].filter((it) => !isMissing(it));
            take(slot, its[item - from] ?? "");
          }
        }
      }
    }
  }
}
