import { maximumDepth, parseJson, withoutByteOrderMark } from "./json.ts";
import { isSpace, skipScalar, skipString } from "./jsonSlices.ts";
import {
  closeArray,
  closeObject,
  colon,
  comma,
  openArray,
  openObject,
  quote,
} from "./jsonBytes.ts";

/** The largest text that is laid out: deep nesting makes much white space of few bytes. */
const mostBytes = 64 * 1024 * 1024;

const newLine = 0x0a;
const space = 0x20;

/**
 * The JSON with a line for each element and member, indented by two spaces. Only the white space between tokens is changed:
 * digits, escapes, order and doubled names stay as they are. `undefined`: the bytes are not JSON, are nested too deep, or
 * would become too many.
 */
export function layOutJson(bytes: Uint8Array): Uint8Array | undefined {
  const text = withoutByteOrderMark(bytes);
  try {
    parseJson(text);
  } catch {
    return undefined;
  }
  const size = writeLines(text, undefined);
  if (size === undefined || size > mostBytes) {
    return undefined;
  }
  const lines = new Uint8Array(size);
  writeLines(text, lines);
  return lines;
}

/**
 * Into `to`, where it is given.
 * @param json known to be JSON
 * @returns how many bytes it takes, `undefined` where arrays and objects are nested too deep
 */
function writeLines(json: Uint8Array, to: Uint8Array | undefined): number | undefined {
  let length = 0;
  let depth = 0;
  let before: number | undefined;
  const indent = () => {
    to?.fill(space, length + 1, length + 1 + 2 * depth);
    to?.fill(newLine, length, length + 1);
    length += 1 + 2 * depth;
  };
  for (let at = 0; at < json.length;) {
    const byte = json[at] ?? 0;
    if (isSpace(byte)) {
      at++;
      continue;
    }
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
      if (depth > maximumDepth) {
        return undefined;
      }
    }
    const end = tokenEnd(json, at);
    to?.set(json.subarray(at, end), length);
    length += end - at;
    before = byte;
    at = end;
  }
  return length;
}

function tokenEnd(json: Uint8Array, at: number): number {
  switch (json[at]) {
    case quote:
      return skipString(json, at + 1, json.length);
    case comma:
    case colon:
    case openArray:
    case closeArray:
    case openObject:
    case closeObject:
      return at + 1;
    default:
      return skipScalar(json, at, json.length);
  }
}
