import { withoutByteOrderMark } from "./json.ts";
import { closeArray, closeObject, colon, comma, openArray, openObject } from "./jsonBytes.ts";
import { checkJson, walkSpace, walkValue } from "./jsonWalker.ts";

/** Size of the largest result in bytes: deep nesting makes much white space out of few bytes. */
const maxBytes = 64 * 1024 * 1024;

const newLine = 0x0a;
const space = 0x20;

/**
 * Returns the JSON with a line for each element and member, indented by two spaces. Only the white space between tokens
 * changes: digits, escapes, order and duplicate names stay. Returns `undefined` if the bytes are not JSON, are nested too
 * deep, or would become too many.
 */
export function layOutJson(bytes: Uint8Array): Uint8Array | undefined {
  let text: Uint8Array;
  try {
    text = checkJson(withoutByteOrderMark(bytes));
  } catch {
    return undefined;
  }
  const size = writeLines(text, undefined);
  if (size > maxBytes) {
    return undefined;
  }
  const lines = new Uint8Array(size);
  writeLines(text, lines);
  return lines;
}

/**
 * Writes the lines into `to`, if it is given.
 * @param text valid JSON
 * @returns the number of bytes of the lines
 */
function writeLines(text: Uint8Array, to: Uint8Array | undefined): number {
  let length = 0;
  let depth = 0;
  let before: number | undefined;
  const indent = () => {
    to?.fill(space, length + 1, length + 1 + 2 * depth);
    to?.fill(newLine, length, length + 1);
    length += 1 + 2 * depth;
  };
  for (let at = walkSpace(text, 0); at < text.length - 1;) {
    const byte = text[at];
    const isEmpty = before === openArray || before === openObject;
    if (byte === closeArray || byte === closeObject) {
      depth--;
      if (!isEmpty) {
        indent();
      }
    } else if (isEmpty || before === comma) {
      indent();
    } else if (before === colon) {
      to?.fill(space, length, length + 1);
      length++;
    }
    if (byte === openArray || byte === openObject) {
      depth++;
    }
    const end = tokenEnd(text, at);
    to?.set(text.subarray(at, end), length);
    length += end - at;
    before = byte;
    at = walkSpace(text, end);
  }
  return length;
}

function tokenEnd(text: Uint8Array, at: number): number {
  switch (text[at]) {
    case comma:
    case colon:
    case openArray:
    case closeArray:
    case openObject:
    case closeObject:
      return at + 1;
    default:
      return walkValue(text, at, 0);
  }
}
