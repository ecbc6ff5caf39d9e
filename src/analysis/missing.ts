import { missingTest } from "../model/missingCodes.ts";
import type { WrittenItems } from "./itemWriter.ts";
import { unansweredSlot, firstSlot } from "./slots.ts";

/** Values of a column that a person declared to be no answers. */
export interface MissingValues {
  /** By slot; 1 if the value is not an answer. */
  readonly slots: Uint8Array;
  /** By place (see `ColumnIndex.cells`); 1 if all its values are such. */
  readonly places: Uint8Array;
}

/** Returns, by slot, 1 if the value is not an answer; `undefined` if all values are answers. */
export function missingSlots(
  codes: readonly string[],
  textOf: (slot: number) => string,
  length: number,
): Uint8Array | undefined {
  if (codes.length === 0) {
    return undefined;
  }
  const isMissing = missingTest(codes);
  const slots = new Uint8Array(length);
  for (let slot = firstSlot; slot < length; slot++) {
    slots[slot] = isMissing(textOf(slot)) ? 1 : 0;
  }
  return slots.includes(1) ? slots : undefined;
}

/** Returns the items without the missing values. A place that has no others becomes one without an answer. */
export function withoutMissing<T extends WrittenItems>(
  written: T,
  slots: Uint8Array,
): { readonly written: T; readonly missing: MissingValues } {
  const { items, starts } = written;
  const count = starts ? starts.length - 1 : items.length;
  const places = new Uint8Array(count);
  const kept = new Uint32Array(items.length);
  const keptStarts = starts && new Uint32Array(starts.length);
  let length = 0;
  for (let place = 0; place < count; place++) {
    const [from, to] = starts ? [starts[place] ?? 0, starts[place + 1] ?? 0] : [place, place + 1];
    if (keptStarts) {
      keptStarts[place] = length;
    }
    const first = length;
    for (let at = from; at < to; at++) {
      const slot = items[at] ?? 0;
      if (slots[slot] !== 1) {
        kept[length++] = slot;
      }
    }
    if (length === first && to > from) {
      places[place] = 1;
      kept[length++] = unansweredSlot;
    }
  }
  if (keptStarts) {
    keptStarts[count] = length;
  }
  return {
    written: { ...written, items: kept.subarray(0, length), starts: keptStarts },
    missing: { slots, places },
  };
}
