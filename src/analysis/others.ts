import type { OtherTexts } from "../model/summary.ts";
import { mostFrequent, maxTexts } from "./mostFrequent.ts";
import type { RowSet } from "./rowSet.ts";
import { firstSlot, type ValueSlots } from "./slots.ts";
import type { Run, ColumnCells, TextCell } from "./columnCells.ts";

/**
 * Free texts given with answers. Entry `i` says that row `rows[i]` has the text of pair `pairs[i]`. Besides, a pair without
 * a text says that the row has some text.
 */
export interface OthersIndex {
  readonly rows: Uint32Array;
  readonly pairs: Uint32Array;
  readonly pair: readonly { readonly slot: number; readonly text?: string | undefined }[];
  readonly bytes: number;
}

/** Slot of texts that are not told apart by their answers. */
export const anySlot = 0;

/** @param byValue whether texts are told apart by the values with which they were given */
export function othersIndex(
  columnCells: ColumnCells,
  values: ValueSlots,
  byValue: boolean,
): OthersIndex | undefined {
  const rows: number[] = [];
  const pairs: number[] = [];
  const pair: { slot: number; text?: string | undefined }[] = [];
  /** By pair, the last row that has it. */
  const lastRow: number[] = [];
  const bySlot = new Map<number, Map<string | undefined, number>>();
  const add = (row: number, slot: number, text: string | undefined): void => {
    let its = bySlot.get(slot);
    if (!its) {
      bySlot.set(slot, (its = new Map<string | undefined, number>()));
    }
    let place = its.get(text);
    if (place === undefined) {
      its.set(text, (place = pair.length));
      pair.push({ slot, text });
    }
    // Several answers of a row may have the same text.
    if (lastRow[place] === row) {
      return;
    }
    lastRow[place] = row;
    rows.push(row);
    pairs.push(place);
  };
  const cellAt = byValue ? cellsByRow(columnCells.runs()) : undefined;
  for (const { first, codes, cells } of columnCells.others()) {
    let texts: readonly TextCell[] | undefined;
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code >= firstSlot) {
        const row = first + at;
        const answers = cellAt?.(row);
        ((texts ??= cells())[code] ?? []).forEach((text, place) => {
          const value = cellAt ? answers?.[place] : "";
          if (text !== "" && value !== undefined) {
            const slot = cellAt ? values.of(value) : anySlot;
            add(row, slot, text);
            add(row, slot, undefined);
          }
        });
      }
    }
  }
  return rows.length === 0
    ? undefined
    : {
        rows: Uint32Array.from(rows),
        pairs: Uint32Array.from(pairs),
        pair,
        bytes: rows.length * 8 + pair.length * 120,
      };
}

/** Returns a function that looks up cells; rows must be asked for in ascending order. */
function cellsByRow(runs: Iterable<Run>): (row: number) => TextCell {
  const iterator = runs[Symbol.iterator]();
  let run: { of: Run; cells: readonly TextCell[] | undefined } | undefined;
  return (row) => {
    while (run === undefined || row >= run.of.first + run.of.codes.length) {
      const next = iterator.next();
      if (next.done) {
        return null;
      }
      run = { of: next.value, cells: undefined };
    }
    const code = run.of.codes[row - run.of.first] ?? 0;
    return (run.cells ??= run.of.cells())[code] ?? null;
  };
}

/** Returns the free texts of the rows of a set, by slot. */
export function othersOf(
  { rows, pairs, pair }: OthersIndex,
  { rows: counted, weights }: RowSet,
): Map<number, OtherTexts> {
  const counts = new Float64Array(pair.length);
  let place = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    while (place < counted.length && (counted[place] ?? 0) < row) {
      place++;
    }
    if (counted[place] === row) {
      const its = pairs[at] ?? 0;
      counts[its] = (counts[its] ?? 0) + (weights?.[row] ?? 1);
    }
  }
  const bySlot = new Map<number, { count: number; texts: { text: string; count: number }[] }>();
  for (const [at, { slot, text }] of pair.entries()) {
    const count = counts[at] ?? 0;
    if (count > 0) {
      let its = bySlot.get(slot);
      if (!its) {
        bySlot.set(slot, (its = { count: 0, texts: [] }));
      }
      if (text === undefined) {
        its.count = count;
      } else {
        its.texts.push({ text, count });
      }
    }
  }
  return new Map(
    Array.from(bySlot, ([slot, { count, texts }]) => [
      slot,
      { count, texts: mostFrequent(texts, maxTexts), distinct: texts.length },
    ]),
  );
}
