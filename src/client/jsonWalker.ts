import { isUtf8 } from "node:buffer";
import { JsonError, maximumDepth } from "../protocol/json.ts";

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const letterU = 0x75;
const openObject = 0x7b;
const closeObject = 0x7d;

const bytesOf = (text: string) => Buffer.from(text, "latin1");
const simpleEscapes = new Set(bytesOf('"\\/bfnrt'));
const literals = new Map(["true", "false", "null"].map((it) => [it.charCodeAt(0), bytesOf(it)]));

/** By byte: 1 for what a string may hold as it is. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== quote && byte !== backslash ? 1 : 0,
);

/**
 * Walks over the bytes of a JSON text and takes what JSON.parse takes (RFC 8259), up to `maximumDepth`. Every method is
 * given where something starts and returns where it ends; all throw a JsonError where the text is not JSON.
 */
export class JsonWalker {
  readonly bytes: Uint8Array;
  /** What ends the arrays and objects that are open, by level. */
  readonly #closers = new Uint8Array(maximumDepth);

  constructor(bytes: Uint8Array) {
    if (!isUtf8(bytes)) {
      throw new JsonError("is not UTF-8 text");
    }
    this.bytes = bytes;
  }

  /** An object, each of whose values is walked by `member`. */
  members(
    start: number,
    member: (nameStart: number, nameEnd: number, valueStart: number) => number,
  ): number {
    let at = this.space(start + 1);
    if (this.bytes[at] === closeObject) {
      return at + 1;
    }
    for (;;) {
      if (this.bytes[at] !== quote) {
        throw this.#wrong(at);
      }
      const nameEnd = this.string(at + 1);
      const separator = this.space(nameEnd);
      if (this.bytes[separator] !== colon) {
        throw this.#wrong(separator);
      }
      const after = this.space(member(at, nameEnd, this.space(separator + 1)));
      if (this.bytes[after] === closeObject) {
        return after + 1;
      }
      if (this.bytes[after] !== comma) {
        throw this.#wrong(after);
      }
      at = this.space(after + 1);
    }
  }

  /** An array, each of whose elements is walked by `element`. */
  elements(start: number, element: (at: number) => number): number {
    let at = this.space(start + 1);
    if (this.bytes[at] === closeArray) {
      return at + 1;
    }
    for (;;) {
      const after = this.space(element(at));
      if (this.bytes[after] === closeArray) {
        return after + 1;
      }
      if (this.bytes[after] !== comma) {
        throw this.#wrong(after);
      }
      at = this.space(after + 1);
    }
  }

  /** Any value. `depth`: how many arrays and objects it stands in. */
  value(at: number, depth: number): number {
    const byte = this.bytes[at];
    if (byte === quote) {
      return this.string(at + 1);
    }
    if (byte === openObject || byte === openArray) {
      return this.#nested(at, depth);
    }
    return this.#scalar(at, byte);
  }

  /**
   * An array or object with all that is in it. Nearly all bytes of a page are walked here, so it neither calls back nor
   * itself: what is open is kept by level, and strings are walked in place.
   */
  #nested(start: number, depth: number): number {
    const bytes = this.bytes;
    const closers = this.#closers;
    let level = depth;
    let at = start;
    for (;;) {
      // A value starts here.
      const byte = bytes[at];
      if (byte === quote) {
        at++;
        while (isPlain[bytes[at] ?? quote] === 1) {
          at++;
        }
        at = bytes[at] === quote ? at + 1 : this.string(at);
      } else if (byte === openObject || byte === openArray) {
        if (level >= maximumDepth) {
          throw new JsonError(`is nested deeper than ${maximumDepth} levels`);
        }
        // In ASCII, a closing bracket or brace stands two behind the opening one.
        const closer = byte + 2;
        at = this.space(at + 1);
        if (bytes[at] !== closer) {
          closers[level++] = closer;
          if (closer === closeObject) {
            at = this.#name(at);
          }
          continue;
        }
        at++;
      } else {
        at = this.#scalar(at, byte);
      }
      // A value has ended here: close what ends with it, up to the next value.
      for (;;) {
        if (level === depth) {
          return at;
        }
        let after = bytes[at];
        if (after !== undefined && after <= 0x20) {
          at = this.space(at);
          after = bytes[at];
        }
        const closer = closers[level - 1];
        if (after === comma) {
          at = this.space(at + 1);
          if (closer === closeObject) {
            at = this.#name(at);
          }
          break;
        }
        if (after !== closer) {
          throw this.#wrong(at);
        }
        level--;
        at++;
      }
    }
  }

  /** A member's name and colon. @returns where its value starts */
  #name(start: number): number {
    const bytes = this.bytes;
    if (bytes[start] !== quote) {
      throw this.#wrong(start);
    }
    let at = start + 1;
    while (isPlain[bytes[at] ?? quote] === 1) {
      at++;
    }
    at = this.space(bytes[at] === quote ? at + 1 : this.string(at));
    if (bytes[at] !== colon) {
      throw this.#wrong(at);
    }
    return this.space(at + 1);
  }

  #scalar(at: number, byte: number | undefined): number {
    if (byte === minus || isDigit(byte)) {
      return this.#number(at);
    }
    const literal = byte === undefined ? undefined : literals.get(byte);
    if (!literal || !this.holds(literal, at)) {
      throw this.#wrong(at);
    }
    return at + literal.length;
  }

  /** The rest of a string behind its first quote. */
  string(start: number): number {
    const bytes = this.bytes;
    let at = start;
    for (;;) {
      let byte = bytes[at] ?? quote;
      while ((byte > quote && byte !== backslash) || byte === 0x20 || byte === 0x21) {
        byte = bytes[++at] ?? quote;
      }
      if (bytes[at] === quote) {
        return at + 1;
      }
      if (bytes[at] !== backslash) {
        throw this.#wrong(at);
      }
      at = this.#escape(at + 1);
    }
  }

  #escape(at: number): number {
    const byte = this.bytes[at] ?? 0;
    if (simpleEscapes.has(byte)) {
      return at + 1;
    }
    if (byte === letterU) {
      for (let digit = at + 1; digit <= at + 4; digit++) {
        if (!isHexDigit(this.bytes[digit])) {
          throw this.#wrong(digit);
        }
      }
      return at + 5;
    }
    throw this.#wrong(at);
  }

  #number(start: number): number {
    let at = this.bytes[start] === minus ? start + 1 : start;
    at = this.bytes[at] === 0x30 ? at + 1 : this.#digits(at);
    if (this.bytes[at] === 0x2e) {
      at = this.#digits(at + 1);
    }
    if (this.bytes[at] === 0x65 || this.bytes[at] === 0x45) {
      const sign = this.bytes[at + 1];
      at = this.#digits(sign === minus || sign === 0x2b ? at + 2 : at + 1);
    }
    return at;
  }

  #digits(start: number): number {
    let at = start;
    while (isDigit(this.bytes[at])) {
      at++;
    }
    if (at === start) {
      throw this.#wrong(at);
    }
    return at;
  }

  /** White space, if there is any. */
  space(start: number): number {
    let at = start;
    for (;;) {
      const byte = this.bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        return at;
      }
      at++;
    }
  }

  /** Nothing but white space may follow. */
  finish(at: number): void {
    if (this.space(at) < this.bytes.length) {
      throw new JsonError(`goes on after its end, at byte ${at}`);
    }
  }

  holds(expected: Uint8Array, start: number): boolean {
    for (let index = 0; index < expected.length; index++) {
      if (this.bytes[start + index] !== expected[index]) {
        return false;
      }
    }
    return true;
  }

  #wrong(at: number): JsonError {
    return new JsonError(
      at >= this.bytes.length ? "is not JSON, or is cut off" : `is not JSON at byte ${at}`,
    );
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
