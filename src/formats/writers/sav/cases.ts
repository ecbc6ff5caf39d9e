import type { TableValue } from "../../../model/tabular/tableColumn.ts";
import type { LoneSurrogates } from "../loneSurrogates.ts";
import type { Field } from "./fields.ts";

/** Added to a small whole number, gives its command. The header contains the bias as well. */
export const bias = 100;

// Commands other than those that stand for a number.
const rawUnit = 253;
const blankUnit = 254;
const missingNumber = 255;
const [minCommand, greatestCommand] = [1, 251];

const blank = 0x20;
const commandsPerBlock = 8;
const chunkBytes = 256 * 1024;
/** Upper limit for the bytes of one value: 131 segments of 32 units, with their commands, and a started block. */
const valueBytes = 48 * 1024;
/** Bytes that a segment of a very long string holds. */
const segmentBytes = 255;

/**
 * The data of a file, compressed: blocks of eight commands of one byte, each block followed by the units of eight bytes that
 * its commands require. Small whole numbers, missing numbers and blanks are only a command; everything else is also a unit.
 */
export class Cases {
  #chunk = Buffer.alloc(chunkBytes);
  /** End of what is written in the chunk. */
  #end = 0;
  /** `#block`: position of the current block's commands in the chunk; `#commands`: number of its commands. */
  #block = 0;
  #commands = commandsPerBlock;
  readonly #text: Buffer;
  readonly #halves: LoneSurrogates;

  /** @param halves detects lone surrogates in the texts */
  constructor(fields: readonly Field[], halves: LoneSurrogates) {
    this.#halves = halves;
    const widest = fields.reduce((most, { width }) => Math.max(most, width), 0);
    // One character more than fits, so that a longer text is noticed.
    this.#text = Buffer.alloc(widest + 4);
  }

  /** Adds a value. @returns true if the chunk must be taken before the next value */
  add(field: Field, value: TableValue): boolean {
    if (field.width > 0) {
      this.#addText(field, value);
    } else if (value === null) {
      this.#command(missingNumber);
    } else if (typeof value === "number") {
      this.#addNumber(value);
    } else {
      throw new Error(`"${field.column.name}" is a column of numbers, and has a text.`);
    }
    return this.#end > chunkBytes - valueBytes;
  }

  /** Returns all complete blocks. */
  take(): Uint8Array {
    const full = this.#chunk;
    const [block, end] = [this.#block, this.#end];
    // A new chunk, because the caller may keep the bytes of this one.
    this.#chunk = Buffer.alloc(chunkBytes);
    full.copy(this.#chunk, 0, block, end);
    this.#block = 0;
    this.#end = end - block;
    return full.subarray(0, block);
  }

  /** Returns what is left. Commands that the last block lacks are 0, which readers skip. */
  finish(): Uint8Array {
    return this.#chunk.subarray(0, this.#end);
  }

  #addNumber(value: number): void {
    const command = value + bias;
    if (Number.isInteger(value) && command >= minCommand && command <= greatestCommand) {
      this.#command(command);
    } else {
      this.#command(rawUnit);
      this.#end = this.#chunk.writeDoubleLE(value, this.#end);
    }
  }

  #addText({ column, width, segments }: Field, value: TableValue): void {
    const length = value === null ? 0 : this.#encode(value);
    if (length > width) {
      throw new Error(`"${column.name}" has a text that is longer than its width.`);
    }
    let from = 0;
    for (const { units } of segments) {
      const end = Math.min(length, from + segmentBytes);
      for (let unit = 0; unit < units; unit++) {
        this.#addUnit(from + unit * 8, end);
      }
      from += segmentBytes;
    }
  }

  #encode(value: string | number): number {
    const text = String(value);
    const bytes = this.#text;
    if (text.length <= bytes.length && text.length < 32) {
      // Short texts are mostly codes and times: this loop is faster than a call that leaves JavaScript.
      let index = 0;
      for (; index < text.length; index++) {
        const unit = text.charCodeAt(index);
        if (unit > 0x7f) {
          break;
        }
        bytes[index] = unit;
      }
      if (index === text.length) {
        return index;
      }
    }
    const length = bytes.write(text);
    // ASCII has as many bytes as characters, and no lone surrogates.
    if (length !== text.length) {
      this.#halves.check(text);
    }
    return length;
  }

  /** Adds eight bytes of the text, with blanks from `end`. */
  #addUnit(from: number, end: number): void {
    if (from >= end) {
      this.#command(blankUnit);
      return;
    }
    this.#command(rawUnit);
    for (let index = from; index < from + 8; index++) {
      this.#chunk[this.#end++] = index < end ? (this.#text[index] ?? blank) : blank;
    }
  }

  #command(command: number): void {
    if (this.#commands === commandsPerBlock) {
      this.#block = this.#end;
      this.#end += commandsPerBlock;
      this.#commands = 0;
    }
    this.#chunk[this.#block + this.#commands++] = command;
  }
}
