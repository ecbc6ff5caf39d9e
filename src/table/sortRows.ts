import { sortPairs, sortByNumberAndPlace } from "../analysis/sortPairs.ts";
import { compare } from "../copy/pageOrder.ts";
import { foldedInPlace, foldedText } from "../model/foldedText.ts";
import type { ColumnData } from "./columnData.ts";
import type { Segment } from "./columnForms/form.ts";
import { digitsOfNumbers, sortByDigits } from "./radixSort.ts";
import { firstEntryCode } from "./vector.ts";

/** Shorter runs of rows are sorted by comparing texts. */
const shortRun = 8;
/** Runs whose keys have more code units than this in common are sorted by comparing texts as well. */
const deep = 60;

/**
 * Returns the rows sorted by a column: options by their position, numbers by value if all values are numbers or empty, times
 * by time, other values as folded text by code units; several answers by the first, then by the next. Rows without a value
 * come last. The sort is stable.
 * @param ids ids of rows that the column has
 * @param codes the options' codes in their order; other codes come after them
 */
export function sortedRows(
  ids: Uint32Array,
  column: ColumnData,
  codes: readonly string[],
  isDescending: boolean,
): Uint32Array {
  const { seconds } = column;
  if (seconds) {
    const { found, rest } = parted(ids, (row) => !Number.isNaN(seconds[row]));
    sortByDigits(found, digitsOfNumbers(seconds, isDescending));
    return joined(found, rest);
  }
  const segments = [...column.segments()];
  const hasValue = new Uint8Array(column.rows);
  for (const { first, codes: cells } of segments) {
    for (let row = 0; row < cells.length; row++) {
      hasValue[first + row] = Number((cells[row] ?? 0) >= firstEntryCode);
    }
  }
  const { found, rest } = parted(ids, (row) => hasValue[row] === 1);
  const [segment] = segments;
  if (!segment) {
    return rest;
  }
  const writer = keyWriter(segments, codes);
  if (segment.isWhole) {
    sortByDigits(found, [ranksOf(segment, column.rows, writer.key, isDescending)]);
    return joined(found, rest);
  }
  const places =
    writer.isNumbers && !column.isMultiple
      ? placesByNumber(numbersOf(found, segments, isDescending))
      : new KeySort(found, segments, writer, isDescending).sorted();
  return joined(
    places.map((it) => found[it] ?? 0),
    rest,
  );
}

function parted(
  ids: Uint32Array,
  isFound: (row: number) => boolean,
): Record<"found" | "rest", Uint32Array> {
  const [found, rest] = [new Uint32Array(ids.length), new Uint32Array(ids.length)];
  let [founds, rests] = [0, 0];
  for (const id of ids) {
    if (isFound(id)) {
      found[founds++] = id;
    } else {
      rest[rests++] = id;
    }
  }
  return { found: found.subarray(0, founds), rest: rest.subarray(0, rests) };
}

function joined(found: Uint32Array, rest: Uint32Array): Uint32Array {
  const all = new Uint32Array(found.length + rest.length);
  all.set(found);
  all.set(rest, found.length);
  return all;
}

/** Returns the numbers of rows by place. Each row must have a number. */
function numbersOf(
  ids: Uint32Array,
  segments: readonly Segment[],
  isDescending: boolean,
): Float64Array {
  const segmentOf = segmentsByRow(segments);
  const byCode = segments.map(({ cells }) =>
    Float64Array.from(cells(), (it) => numberOf(it?.[0] ?? "")),
  );
  return Float64Array.from(ids, (id) => {
    const index = segmentOf(id);
    const { first, codes } = segments[index] ?? { first: 0, codes: [] };
    const number = byCode[index]?.[codes[id - first] ?? 0] ?? 0;
    return isDescending ? -number : number;
  });
}

function placesByNumber(numbers: Float64Array): Uint32Array {
  const places = Uint32Array.from(numbers, (_, place) => place);
  sortByNumberAndPlace(numbers, places);
  return places;
}

/** Returns by row the rank of its cell among the distinct cells. */
function ranksOf(
  { codes, cells }: Segment,
  rows: number,
  key: (cell: readonly string[]) => string,
  isDescending: boolean,
): Uint16Array {
  const keys = cells().map((cell) => (cell?.length ? key(cell) : ""));
  const sorted = [...new Set(keys.slice(firstEntryCode))].sort(compare);
  const rankOfKey = new Map(
    sorted.map((it, rank) => [it, isDescending ? sorted.length - 1 - rank : rank]),
  );
  const ranks = keys.map((it) => rankOfKey.get(it) ?? 0);
  const byRow = new Uint16Array(rows);
  for (let row = 0; row < codes.length; row++) {
    byRow[row] = ranks[codes[row] ?? 0] ?? 0;
  }
  return byRow;
}

/** Writes cells as keys: texts whose order by code units is the order of the cells. */
interface KeyWriter {
  readonly key: (cell: readonly string[]) => string;
  /** True if the key is the folded values, each followed by a NUL. */
  readonly isText: boolean;
  readonly isNumbers: boolean;
}

function keyWriter(segments: readonly Segment[], codes: readonly string[]): KeyWriter {
  if (codes.length > 0) {
    // One code unit counts up to 0xffff, with which other codes begin.
    const isFew = codes.length < 0xffff;
    const places = new Map(
      codes.map((code, place) => [
        code,
        isFew ? String.fromCharCode(place) : String.fromCharCode(place >>> 16, place & 0xffff),
      ]),
    );
    return {
      key: (cell) => cell.map((it) => places.get(it) ?? `\uffff${textKey(it)}`).join(""),
      isText: false,
      isNumbers: false,
    };
  }
  const isNumbers = segments.every(({ cells }) =>
    cells().every((cell) => (cell ?? []).every(isNumber)),
  );
  return {
    key: (cell) => cell.map(isNumbers ? numberKey : textKey).join(""),
    isText: !isNumbers,
    isNumbers,
  };
}

function textKey(value: string): string {
  return `${foldedText(value)}\0`;
}

/**
 * Accepts only as many digits as a double holds exactly: longer ones are identifiers and sort as text. An empty text does not
 * make the others texts.
 */
function isNumber(value: string): boolean {
  return value === "" || /^[+-]?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?$/.test(value);
}

/** Returns the number; less than all others for an empty text, which comes before all other texts as well. */
function numberOf(value: string): number {
  // Adding 0 turns -0 into 0.
  return value === "" ? -Infinity : Number(value) + 0;
}

const double = new DataView(new ArrayBuffer(8));

/** Returns the bits of the double, inverted so that they compare as the numbers do. */
function numberKey(value: string): string {
  double.setFloat64(0, numberOf(value));
  const mask = double.getUint16(0) >= 0x8000 ? 0xffff : 0;
  return String.fromCharCode(
    double.getUint16(0) ^ (mask | 0x8000),
    double.getUint16(2) ^ mask,
    double.getUint16(4) ^ mask,
    double.getUint16(6) ^ mask,
  );
}

/** Keys of a segment's distinct cells, concatenated. */
interface Keys {
  readonly text: string;
  /** Start of the key of each code, followed by the end of the last key. */
  readonly starts: Uint32Array;
}

function keysOf({ cells, vector }: Segment, { key, isText }: KeyWriter): Keys {
  const folded = isText && vector ? foldedInPlace(vector.text) : undefined;
  if (vector && folded !== undefined) {
    const starts = new Uint32Array(vector.counts.length + firstEntryCode + 1);
    let [value, at] = [0, 0];
    vector.counts.forEach((count, entry) => {
      for (let left = count; left > 0; left--) {
        at += (vector.lengths[value++] ?? 0) + 1;
      }
      starts[entry + firstEntryCode + 1] = at;
    });
    return { text: folded, starts };
  }
  const keys = cells().map((cell) => (cell?.length ? key(cell) : ""));
  const starts = new Uint32Array(keys.length + 1);
  keys.forEach((it, code) => {
    starts[code + 1] = (starts[code] ?? 0) + it.length;
  });
  return { text: keys.join(""), starts };
}

/**
 * Sorts rows by many distinct keys: by the first code units, packed into one number, then rows that are still equal by the
 * next code units. A row is represented by its place, the index among the rows to be sorted, which keeps the sort stable.
 */
class KeySort {
  readonly #texts: readonly string[];
  /** By place: the index of the text that contains the row's key, and the range in it. */
  readonly #text: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #places: Uint32Array;
  /** Parallel to `#places`: the code units to compare, packed into a number. */
  readonly #numbers: Float64Array;
  /** Number of code units that fit into one double exactly, if each can also be the end of a key. */
  readonly #units: number;
  readonly #base: number;
  readonly #sign: number;

  constructor(
    ids: Uint32Array,
    segments: readonly Segment[],
    writer: KeyWriter,
    isDescending: boolean,
  ) {
    const keys = segments.map((it) => keysOf(it, writer));
    this.#texts = keys.map((it) => it.text);
    [this.#text, this.#starts, this.#ends] = [0, 1, 2].map(() => new Uint32Array(ids.length)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    const segmentOf = segmentsByRow(segments);
    ids.forEach((id, place) => {
      const index = segmentOf(id);
      const { first, codes } = segments[index] ?? { first: 0, codes: [] };
      const code = codes[id - first] ?? 0;
      this.#text[place] = index;
      this.#starts[place] = keys[index]?.starts[code] ?? 0;
      this.#ends[place] = keys[index]?.starts[code + 1] ?? 0;
    });
    this.#places = ids.map((_, place) => place);
    this.#numbers = new Float64Array(ids.length);
    const isLatin1 = !this.#texts.some((it) => /[\u0100-\uffff]/.test(it));
    [this.#units, this.#base] = isLatin1 ? [6, 0x101] : [3, 0x1_0001];
    this.#sign = isDescending ? -1 : 1;
  }

  /** Returns the places in sorted order. */
  sorted(): Uint32Array {
    this.#sort(0, this.#places.length, 0);
    return this.#places;
  }

  /** @param depth number of code units that all keys of the run have in common */
  #sort(from: number, to: number, depth: number): void {
    if (to - from < shortRun || depth > deep) {
      this.#compare(from, to, depth);
      return;
    }
    const numbers = this.#numbers;
    for (let at = from; at < to; at++) {
      numbers[at] = this.#sign * this.#numberAt(this.#places[at] ?? 0, depth);
    }
    sortPairs(numbers, this.#places, from, to);
    for (let start = from, end = from + 1; end <= to; end++) {
      if (end === to || numbers[end] !== numbers[start]) {
        if (end - start > 1) {
          if ((numbers[start] ?? 0) % this.#base === 0) {
            // All these keys have ended, so they are equal.
            this.#places.subarray(start, end).sort();
          } else {
            this.#sort(start, end, depth + this.#units);
          }
        }
        start = end;
      }
    }
  }

  /** Packs the code units from `depth` on into a number. The end of a key sorts before all code units. */
  #numberAt(place: number, depth: number): number {
    const text = this.#texts[this.#text[place] ?? 0] ?? "";
    const end = this.#ends[place] ?? 0;
    let at = (this.#starts[place] ?? 0) + depth;
    let number = 0;
    for (let left = this.#units; left > 0; left--, at++) {
      number = number * this.#base + (at < end ? text.charCodeAt(at) + 1 : 0);
    }
    return number;
  }

  #compare(from: number, to: number, depth: number): void {
    const places = this.#places.subarray(from, to).sort();
    const rests = Array.from(places, (place) => ({
      place,
      text: (this.#texts[this.#text[place] ?? 0] ?? "").slice(
        (this.#starts[place] ?? 0) + depth,
        this.#ends[place],
      ),
    }));
    rests.sort((a, b) => this.#sign * compare(a.text, b.text));
    rests.forEach(({ place }, index) => {
      places[index] = place;
    });
  }
}

/** Returns a function that finds the index of a row's segment. It is fast if the previous row was in the same segment. */
function segmentsByRow(segments: readonly Segment[]): (row: number) => number {
  let [index, first, end] = [0, 0, 0];
  return (row) => {
    if (row < first || row >= end) {
      let [low, high] = [0, segments.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        [low, high] = (segments[middle]?.first ?? 0) <= row ? [middle, high] : [low, middle - 1];
      }
      index = low;
      first = segments[index]?.first ?? 0;
      end = first + (segments[index]?.codes.length ?? 0);
    }
    return index;
  };
}
