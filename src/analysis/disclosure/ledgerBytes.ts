import { SurveyError } from "../../model/errors.ts";
import { lazy } from "../../model/lazy.ts";
import type { Figure } from "./toldFigures.ts";
import { grow } from "../grow.ts";

/** The stored data of a ledger. */
export interface KeptLedger {
  readonly leastCount: number;
  readonly isIncomplete: boolean;
  readonly figures: readonly Figure[];
}

/* "SEDL", version, then numbers as varints: least count, whether incomplete, figures; then a checksum of all that. */
const magic = [0x53, 0x45, 0x44, 0x4c, 1] as const;
const checksumLength = 4;
const listed = 0;
const bitmap = 1;
const valued = 2;

export function encodeLedger({ leastCount, isIncomplete, figures }: KeptLedger): Uint8Array {
  const bytes = new GrowingBytes();
  for (const byte of magic) {
    bytes.byte(byte);
  }
  bytes.number(leastCount);
  bytes.number(Number(isIncomplete));
  bytes.number(figures.length);
  for (const figure of figures) {
    writeFigure(bytes, figure);
  }
  const sum = checksum(bytes.all());
  for (let at = 0; at < checksumLength; at++) {
    bytes.byte((sum >>> (8 * at)) & 0xff);
  }
  return bytes.all();
}

/** @throws SurveyError "file-fault" */
export function decodeLedger(bytes: Uint8Array): KeptLedger {
  const end = bytes.length - checksumLength;
  if (end < magic.length || !magic.every((byte, at) => bytes[at] === byte)) {
    throw damaged();
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (checksum(bytes.subarray(0, end)) !== view.getUint32(end, true)) {
    throw damaged();
  }
  const reader = new BytesReader(bytes.subarray(0, end), magic.length);
  const leastCount = reader.number();
  const isIncomplete = reader.number() !== 0;
  const figures = Array.from({ length: reader.count() }, () => readFigure(reader));
  if (!reader.isAtEnd) {
    throw damaged();
  }
  return { leastCount, isIncomplete, figures };
}

function damaged(): SurveyError {
  return SurveyError.of(
    "file-fault",
    "The record of the figures that assistants were told of this survey is damaged or of another version. No more are told, because small counts could be computed from them. Look at the figures in the survey's summary.",
  );
}

function writeFigure(bytes: GrowingBytes, { rows, values }: Figure): void {
  const first = rows[0] ?? 0;
  const span = (rows.at(-1) ?? 0) + 1 - first;
  const isBitmap = span / 8 < rows.length;
  bytes.byte((isBitmap ? bitmap : listed) | (values ? valued : 0));
  bytes.number(rows.length);
  bytes.number(first);
  if (isBitmap) {
    bytes.number(span);
    const bits = new Uint8Array(Math.ceil(span / 8));
    for (const row of rows) {
      const at = row - first;
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    }
    bytes.several(bits);
  } else {
    for (let at = 1; at < rows.length; at++) {
      bytes.number((rows[at] ?? 0) - (rows[at - 1] ?? 0));
    }
  }
  for (const value of values ?? []) {
    bytes.byte(value < 0 ? 1 : 0);
    bytes.number(Math.abs(value));
  }
}

function readFigure(reader: BytesReader): Figure {
  const kind = reader.byte();
  const count = reader.count();
  const first = reader.number();
  const rows = kind & bitmap ? readBitmap(reader, count, first) : readList(reader, count, first);
  if (!(kind & valued)) {
    return { rows };
  }
  const values = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const isNegative = reader.byte() !== 0;
    values[at] = isNegative ? -reader.number() : reader.number();
  }
  return { rows, values };
}

function readList(reader: BytesReader, count: number, first: number): Uint32Array {
  const rows = new Uint32Array(count);
  let row = first;
  for (let at = 0; at < count; at++) {
    row += at === 0 ? 0 : reader.number();
    rows[at] = row;
  }
  return rows;
}

function readBitmap(reader: BytesReader, count: number, first: number): Uint32Array {
  const bits = reader.several(Math.ceil(reader.number() / 8));
  const rows = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < 8 * bits.length; at++) {
    if ((bits[at >> 3] ?? 0) & (1 << (at & 7))) {
      rows[found++] = first + at;
    }
  }
  if (found !== count) {
    throw damaged();
  }
  return rows;
}

class GrowingBytes {
  #bytes = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes seven bits per byte, the lowest first. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  several(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  all(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    this.#bytes = grow(this.#bytes, this.#length + count);
  }
}

class BytesReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) {
      throw damaged();
    }
    return byte;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        return value;
      }
    }
  }

  /** Reads the count of things that take at least one bit each. */
  count(): number {
    const count = this.number();
    if (count > 8 * this.#bytes.length) {
      throw damaged();
    }
    return count;
  }

  several(count: number): Uint8Array {
    const from = this.#at;
    this.#at += count;
    if (!(this.#at <= this.#bytes.length)) {
      throw damaged();
    }
    return this.#bytes.subarray(from, this.#at);
  }
}

const remainders = lazy(() =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) {
      rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
    }
    return rest;
  }),
);

/** Returns the CRC-32, as in ZIP and PNG. */
function checksum(bytes: Uint8Array): number {
  const table = remainders();
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  }
  return ~sum >>> 0;
}
