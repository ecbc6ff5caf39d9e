import { isPlainNumber } from "../model/plainNumber.ts";
import { isScale } from "../model/scale.ts";
import type { SummaryKind } from "../model/summary.ts";
import type { Column } from "../model/grid.ts";
import { firstSlot } from "./slots.ts";

/** Uses that the values of a column allow, whatever the filter. */
export interface Traits {
  /** These three: see `QuestionSummary`. */
  readonly isScale: boolean;
  readonly areAllDifferent: boolean;
  readonly isWeight: boolean;
}

/** What `ColumnIndex` knows of its column. */
export interface Indexed {
  readonly column: Column;
  readonly kind: SummaryKind;
  readonly hasSeveral: boolean;
  /** The distinct numbers, if all values are numbers. */
  readonly numbers?: Float64Array | undefined;
  readonly rows: number;
  readonly slots: number;
  readonly textOf: (slot: number) => string;
  /** Returns the slot of the first value of a row. */
  readonly slotOf: (row: number) => number;
  /** Returns false if the value was declared missing. */
  readonly isAnswer: (slot: number) => boolean;
}

/** Minimum number of values that count as all different: fewer may differ by chance. */
const fewestDifferent = 30;
/** Maximum number of different texts among weights: a column with more is one of texts. */
const maxStrays = 20;

export function traitsOf(index: Indexed): Traits {
  const { column, kind } = index;
  const isDifferent = areAllDifferent(index);
  return {
    isScale: kind === "single" && column.kind !== "metadata" && isScale(codesOf(index)),
    areAllDifferent: isDifferent,
    isWeight: column.kind === "embedded" && !isDifferent && areWeights(index),
  };
}

function codesOf({ slots, textOf, isAnswer }: Indexed): string[] {
  return Array.from({ length: slots - firstSlot }, (_, at) => firstSlot + at)
    .filter(isAnswer)
    .map(textOf)
    .filter((it) => it !== "");
}

/** Numbers with decimals are measurements: they may all differ without being identifiers. */
function areAllDifferent(index: Indexed): boolean {
  const { kind, hasSeveral, numbers, rows, slots, textOf, slotOf } = index;
  const canIdentify = kind === "text" || (kind === "number" && numbers?.every(isWhole));
  if (!canIdentify || hasSeveral) {
    return false;
  }
  const isGiven = new Uint8Array(slots);
  let given = 0;
  for (let row = 0; row < rows; row++) {
    const slot = slotOf(row);
    if (slot >= firstSlot) {
      if (isGiven[slot] === 0) {
        isGiven[slot] = 1;
        given++;
      } else if (textOf(slot) !== "") {
        return false;
      }
    }
  }
  return given >= fewestDifferent;
}

function isWhole(it: number): boolean {
  return Number.isInteger(it);
}

/** Returns whether the values are numbers, apart from a few. */
function areWeights({ kind, hasSeveral, rows, slots, textOf, slotOf }: Indexed): boolean {
  if (kind !== "text" || hasSeveral) {
    return kind === "number";
  }
  const strays = new Set<number>();
  for (let slot = firstSlot; slot < slots && strays.size <= maxStrays; slot++) {
    if (!isPlainNumber(textOf(slot))) {
      strays.add(slot);
    }
  }
  if (strays.size > maxStrays) {
    return false;
  }
  let balance = 0;
  for (let row = 0; row < rows; row++) {
    const slot = slotOf(row);
    balance += slot < firstSlot ? 0 : strays.has(slot) ? -1 : 1;
  }
  return balance > 0;
}
