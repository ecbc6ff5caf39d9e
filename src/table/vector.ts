import type { Cell } from "../model/grid.ts";
import type { Answer } from "../model/response.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import type { VectorPart } from "./pageStore.ts";

/*
 * A vector is one part of a column of one page, encoded as self-contained bytes. Numbers are little-endian, as on all
 * machines that VS Code supports. A vector of cells has each distinct cell (entry) once, and a code for each row:
 *
 *     0  kind (1), bytes of a code, encoding of the text, 0     4  u32 rows   8  u32 entries   12  u32 values
 *    16  codes of the rows; number of values of each entry; length of each value in UTF-16 code units (before either array,
 *        one byte: the width of its numbers in bytes); the text: the values, each followed by a NUL
 *
 * A vector of times, in which every cell is null or one time:
 *
 *     0  kind (2), 0, 0, 0     4  u32 rows     8  f64 seconds of the earliest time    16  u32 seconds after it, of each row
 */

/** The values of a cell, or the other texts of its answers; empty if asked but not answered; null if there is no record. */
export type TextCell = readonly string[] | null;

export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Codes of cells without a value. The codes of entries follow. */
export const nullCode = 0;
export const emptyCode = 1;
export const firstEntryCode = 2;

/** Distinct cells, and a code for each row. */
export interface CellsVector {
  readonly kind: "cells";
  readonly codes: Codes;
  /** Number of values of each entry. */
  readonly counts: Codes;
  /** Length of each value, in UTF-16 code units. */
  readonly lengths: Codes;
  /** The values, each followed by a NUL. Values may contain NULs as well. */
  readonly text: string;
  /** True if no code unit of the text is above 0xff. */
  readonly isLatin1: boolean;
}

export interface TimesVector {
  readonly kind: "times";
  /** Seconds by row, as `secondsOf` returns them; NaN if the cell is null. */
  readonly seconds: Float64Array<ArrayBuffer>;
}

export type Vector = CellsVector | TimesVector;

const cellsKind = 1;
const timesKind = 2;
const headerBytes = 16;
const noTime = 0xffff_ffff;

const encodings = ["latin1", "utf8", "utf16le"] as const;

/**
 * @param part "others": a cell is the texts written beside its answers, "" for an answer without one, or null if no answer
 * has one
 * @returns `undefined` if all cells are null
 */
export function encodeVector(cells: readonly Cell[], part: VectorPart): Uint8Array | undefined {
  const texts = part === "values" ? cells : cells.map(othersOf);
  return texts.every((it) => it === null) ? undefined : (encodeTimes(texts) ?? encodeCells(texts));
}

/** Returns the other texts as if they were values. */
function othersOf(cell: Cell): Cell {
  return cell?.some((it) => it.etcValue) ? cell.map((it) => ({ value: it.etcValue ?? "" })) : null;
}

function encodeTimes(cells: readonly Cell[]): Uint8Array | undefined {
  const times = new Float64Array(cells.length);
  let [earliest, latest] = [Infinity, -Infinity];
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] ?? null;
    const time = cell === null ? NaN : exactSeconds(cell);
    if (time === undefined) {
      return undefined;
    }
    times[row] = time;
    if (cell !== null) {
      earliest = Math.min(earliest, time);
      latest = Math.max(latest, time);
    }
  }
  if (latest - earliest >= noTime) {
    return undefined;
  }
  const bytes = Buffer.alloc(headerBytes + cells.length * 4);
  bytes.writeUInt8(timesKind, 0);
  bytes.writeUInt32LE(cells.length, 4);
  bytes.writeDoubleLE(earliest, 8);
  times.forEach((time, row) =>
    bytes.writeUInt32LE(Number.isNaN(time) ? noTime : time - earliest, headerBytes + row * 4),
  );
  return bytes;
}

/** Returns `undefined` unless the exact text can be restored from the seconds. */
function exactSeconds(cell: readonly Answer[]): number | undefined {
  const text = cell.length === 1 ? (cell[0]?.value ?? "") : "";
  const seconds = secondsOf(text);
  return seconds !== undefined && timeOfSeconds(seconds) === text ? seconds : undefined;
}

function encodeCells(cells: readonly Cell[]): Uint8Array {
  /** Codes by key: of cells with one value, which most have, and of cells with several. */
  const [singles, lists] = [new Map<string, number>(), new Map<string, number>()];
  const counts: number[] = [];
  const lengths: number[] = [];
  let text = "";
  const codeOf = (cell: Cell): number => {
    const [first] = cell ?? [];
    if (cell === null || first === undefined) {
      return cell === null ? nullCode : emptyCode;
    }
    const [codes, key] =
      cell.length === 1
        ? [singles, first.value]
        : [lists, JSON.stringify(cell.map((it) => it.value))];
    const known = codes.get(key);
    if (known !== undefined) {
      return known;
    }
    const code = counts.length + firstEntryCode;
    codes.set(key, code);
    counts.push(cell.length);
    for (const { value } of cell) {
      lengths.push(value.length);
      text += `${value}\0`;
    }
    return code;
  };
  const packedCodes = packed(cells.map(codeOf));
  const encoding = encodingOf(text);
  const header = Buffer.alloc(headerBytes);
  header.set([cellsKind, packedCodes.BYTES_PER_ELEMENT, encodings.indexOf(encoding)]);
  header.writeUInt32LE(cells.length, 4);
  header.writeUInt32LE(counts.length, 8);
  header.writeUInt32LE(lengths.length, 12);
  return Buffer.concat([
    header,
    bytesOf(packedCodes),
    ...[counts, lengths].flatMap((numbers) => {
      const array = packed(numbers);
      return [Buffer.of(array.BYTES_PER_ELEMENT), bytesOf(array)];
    }),
    Buffer.from(text, encoding),
  ]);
}

/** Returns a key that is the same for equal cells only. */
export function cellKey(cell: readonly string[]): string {
  const [value = ""] = cell;
  return cell.length === 1 ? `=${value}` : JSON.stringify(cell);
}

function packed(numbers: readonly number[]): Codes {
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  return codesFor(most)(numbers);
}

/** Returns a function that makes arrays of the narrowest type that holds numbers up to `most`. */
export function codesFor(most: number): (from: number | readonly number[] | Codes) => Codes {
  const Kind = most < 0x100 ? Uint8Array : most < 0x1_0000 ? Uint16Array : Uint32Array;
  return (from) => (typeof from === "number" ? new Kind(from) : new Kind(from));
}

function bytesOf(array: Codes): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Returns the shortest encoding that preserves every code unit. UTF-8 cannot encode lone surrogates. */
function encodingOf(text: string): (typeof encodings)[number] {
  if (!/[\u0100-\uffff]/.test(text)) {
    return "latin1";
  }
  return text.isWellFormed() && Buffer.byteLength(text) < text.length * 2 ? "utf8" : "utf16le";
}

/** Decodes the bytes that `encodeVector` made. The result does not refer to the bytes. */
export function decodeVector(bytes: Uint8Array): Vector {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = all.readUInt32LE(4);
  if (all.readUInt8(0) === timesKind) {
    const earliest = all.readDoubleLE(8);
    const after = numbersAt(all, headerBytes, 4, rows);
    const seconds = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const it = after[row] ?? noTime;
      seconds[row] = it === noTime ? NaN : earliest + it;
    }
    return { kind: "times", seconds };
  }
  let at = headerBytes;
  const take = (width: number, count: number): Codes => {
    const numbers = numbersAt(all, at, width, count);
    at += numbers.byteLength;
    return numbers;
  };
  const codes = take(all.readUInt8(1), rows);
  const counts = take(all.readUInt8(at++), all.readUInt32LE(8));
  const lengths = take(all.readUInt8(at++), all.readUInt32LE(12));
  const encoding = encodings[all.readUInt8(2)];
  const text = all.toString(encoding, at);
  return { kind: "cells", codes, counts, lengths, text, isLatin1: encoding === "latin1" };
}

/** Copies the bytes, because typed arrays must begin at multiples of their width. */
function numbersAt(bytes: Buffer, at: number, width: number, count: number): Codes {
  const { buffer } = new Uint8Array(bytes.subarray(at, at + width * count));
  return width === 1
    ? new Uint8Array(buffer)
    : width === 2
      ? new Uint16Array(buffer)
      : new Uint32Array(buffer);
}

/** Returns the entries of a vector of cells. The entry at index 0 has the code `firstEntryCode`. */
export function entriesOf({ counts, lengths, text }: CellsVector): string[][] {
  const entries: string[][] = [];
  let [value, at] = [0, 0];
  for (const count of counts) {
    const entry: string[] = [];
    for (let left = count; left > 0; left--) {
      const end = at + (lengths[value++] ?? 0);
      entry.push(text.slice(at, end));
      at = end + 1;
    }
    entries.push(entry);
  }
  return entries;
}
