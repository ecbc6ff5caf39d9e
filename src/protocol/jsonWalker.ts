import { isUtf8 } from "node:buffer";
import { localizable } from "../model/localizable.ts";
import { JsonError, maximumDepth } from "./json.ts";
import {
  backslash,
  closeArray,
  closeObject,
  colon,
  comma,
  openArray,
  openObject,
  quote,
} from "./jsonBytes.ts";

/*
 * Walks over the bytes of a JSON text without parsing it. Accepts what JSON.parse accepts (RFC 8259), up to `maximumDepth`.
 * `text` is the result of `walkable`. Every function takes the start of something and returns its end; all throw a JsonError
 * if the text is not JSON.
 */

/** Closing bytes of the open arrays and objects, by level. */
const closers = new Uint8Array(maximumDepth);
/** By byte; 1: an ordinary character of a string, neither escaped nor its end. */
const plain = new Uint8Array(256).fill(1, 0x20);
plain[quote] = plain[backslash] = 0;
const escapes = Buffer.from('"/\\bfnrt');
const hexDigits = Buffer.from("0123456789abcdefABCDEF");
const literals = ["true", "false", "null"].map((it) => Buffer.from(it));

const minus = 0x2d;

/** Number of digits that any JavaScript number keeps. */
export const safeDigits = 15;

const mebibyte = 1024 * 1024;
/** Longer texts do not keep their memory for reuse. */
const longestKept = 32 * mebibyte;
let memory = new Uint8Array(mebibyte);

/**
 * Returns the bytes followed by a zero, at which all loops end: a bounds check at each byte, or a single read past an
 * array's end, doubles the time. All texts share one memory, so the result is valid until the next call.
 * @throws JsonError if the bytes are not UTF-8
 */
export function walkable(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) {
    throw new JsonError(localizable("is not UTF-8 text"));
  }
  const length = bytes.length + 1;
  const room =
    length > memory.length ? new Uint8Array(Math.ceil(length / mebibyte) * mebibyte) : memory;
  if (length <= longestKept) {
    memory = room;
  }
  room.set(bytes);
  room[bytes.length] = 0;
  return room.subarray(0, length);
}

/**
 * Checks that the bytes are one JSON text, nested no deeper than `maximumDepth`. Called before JSON.parse, which accepts any
 * depth and would fill the memory with text that only opens arrays.
 * @returns the bytes made walkable, see `walkable`
 * @throws JsonError
 */
export function checkJson(bytes: Uint8Array): Uint8Array {
  const text = walkable(bytes);
  walkEnd(text, walkValue(text, walkSpace(text, 0), 0));
  return text;
}

/**
 * Walks over an array, which is known to start here.
 * @param element receives the start of an element, and returns its end
 */
export function walkArray(
  text: Uint8Array,
  start: number,
  element: (start: number) => number,
): number {
  let at = walkSpace(text, start + 1);
  if (text[at] === closeArray) {
    return at + 1;
  }
  for (;;) {
    at = walkSpace(text, element(at));
    if (text[at] === closeArray) {
      return at + 1;
    }
    at = walkSpace(text, walkByte(text, at, comma));
  }
}

/**
 * Walks over an object, which is known to start here.
 * @param member receives the start and end of a name, with its quotes, and the start of its value, and returns the end of
 * the value
 */
export function walkObject(
  text: Uint8Array,
  start: number,
  member: (nameStart: number, nameEnd: number, valueStart: number) => number,
): number {
  let at = walkSpace(text, start + 1);
  if (text[at] === closeObject) {
    return at + 1;
  }
  for (;;) {
    const nameEnd = walkRestOfString(text, walkByte(text, at, quote));
    at = walkSpace(text, member(at, nameEnd, walkColon(text, nameEnd)));
    if (text[at] === closeObject) {
      return at + 1;
    }
    at = walkSpace(text, walkByte(text, at, comma));
  }
}

/**
 * Walks over any value.
 * @param depth number of arrays and objects around it
 * @param inexact receives the start and end of each number that JavaScript may change: those with an exponent, or with many
 * digits
 */
export function walkValue(
  text: Uint8Array,
  start: number,
  depth: number,
  inexact?: number[],
): number {
  let level = depth;
  let at = start;
  let isName = false;
  for (;;) {
    // A value starts here, or a member's name.
    const byte = text[at] ?? 0;
    if (byte === quote) {
      at++;
      // Most of a page is short strings: a call for each would double the time.
      while (plain[text[at] ?? 0] === 1) {
        at++;
      }
      at = text[at] === quote ? at + 1 : walkRestOfString(text, at);
      if (isName) {
        at = walkColon(text, at);
        isName = false;
        continue;
      }
    } else if (isName) {
      wrong(text, at);
    } else if (byte === openObject || byte === openArray) {
      checkDepth(level);
      const closer = byte === openObject ? closeObject : closeArray;
      at = walkSpace(text, at + 1);
      if (text[at] !== closer) {
        closers[level] = closer;
        level++;
        isName = closer === closeObject;
        continue;
      }
      at++;
    } else {
      at = walkScalar(text, at, inexact);
    }
    // A value has ended here: close what ends with it, and go on to the next value.
    for (;;) {
      if (level === depth) {
        return at;
      }
      at = walkSpace(text, at);
      const closer = closers[level - 1];
      if (text[at] === comma) {
        at = walkSpace(text, at + 1);
        isName = closer === closeObject;
        break;
      }
      if (text[at] !== closer) {
        wrong(text, at);
      }
      level--;
      at++;
    }
  }
}

function checkDepth(level: number): void {
  if (level >= maximumDepth) {
    throw new JsonError(localizable("is nested deeper than {0} levels", maximumDepth));
  }
}

/** Skips white space. */
export function walkSpace(text: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = text[at] ?? 0;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) {
      return at;
    }
    at++;
  }
}

/** Checks that nothing but white space follows. */
export function walkEnd(text: Uint8Array, start: number): void {
  const at = walkSpace(text, start);
  if (at < text.length - 1) {
    throw new JsonError(localizable("continues after its end, at byte {0}", at), at);
  }
}

/** Walks to the end of a string, from any place in it except inside an escape. */
function walkRestOfString(text: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    while (plain[text[at] ?? 0] === 1) {
      at++;
    }
    if (text[at] === quote) {
      return at + 1;
    }
    at = walkEscape(text, at);
  }
}

function walkEscape(text: Uint8Array, start: number): number {
  const at = walkByte(text, start, backslash);
  if (escapes.includes(text[at] ?? 0)) {
    return at + 1;
  }
  const end = walkByte(text, at, 0x75) + 4;
  for (let digit = at + 1; digit < end; digit++) {
    if (!hexDigits.includes(text[digit] ?? 0)) {
      wrong(text, digit);
    }
  }
  return end;
}

function walkColon(text: Uint8Array, start: number): number {
  return walkSpace(text, walkByte(text, walkSpace(text, start), colon));
}

function walkByte(text: Uint8Array, at: number, wanted: number): number {
  if (text[at] !== wanted) {
    wrong(text, at);
  }
  return at + 1;
}

function walkScalar(text: Uint8Array, start: number, inexact: number[] | undefined): number {
  if (text[start] === minus || isDigit(text[start])) {
    return walkNumber(text, start, inexact);
  }
  const literal = literals.find((it) => it[0] === text[start]);
  if (!literal?.every((byte, index) => text[start + index] === byte)) {
    wrong(text, start);
  }
  return start + literal.length;
}

function walkNumber(text: Uint8Array, start: number, inexact: number[] | undefined): number {
  let at = text[start] === minus ? start + 1 : start;
  at = text[at] === 0x30 ? at + 1 : walkDigits(text, at);
  if (text[at] === 0x2e) {
    at = walkDigits(text, at + 1);
  }
  const hasExponent = ((text[at] ?? 0) | 0x20) === 0x65;
  if (hasExponent) {
    const sign = text[at + 1];
    at = walkDigits(text, sign === 0x2b || sign === minus ? at + 2 : at + 1);
  }
  if (hasExponent || at - start > safeDigits) {
    inexact?.push(start, at);
  }
  return at;
}

function walkDigits(text: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(text[at])) {
    at++;
  }
  if (at === start) {
    wrong(text, at);
  }
  return at;
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function wrong(text: Uint8Array, at: number): never {
  throw new JsonError(
    at >= text.length - 1
      ? localizable("is not JSON, or is cut off")
      : localizable("is not JSON at byte {0}", at),
    at,
  );
}
