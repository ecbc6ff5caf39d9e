import { members, type Slice } from "../protocol/jsonSlices.ts";
import { backslash, quote } from "../protocol/jsonBytes.ts";

// Nearly every variable and embedded value begins like this. Its name can then be read without parsing the rest.
const usual = Buffer.from('{"name":"');

/**
 * Returns the value of the member "name" of the object at the slice, and the position behind that value, or `undefined` if
 * it has none. If there are two such members, the last counts, as with JSON.parse.
 */
export function nameOf(bytes: Buffer, slice: Slice): { name: string; end: number } | undefined {
  const start = slice.start + usual.length;
  if (bytes.compare(usual, 0, usual.length, slice.start, Math.min(start, slice.end)) === 0) {
    let at = start;
    while (at < slice.end && bytes[at] !== quote && bytes[at] !== backslash) {
      at++;
    }
    if (bytes[at] === quote) {
      return { name: bytes.toString("utf8", start, at), end: at + 1 };
    }
  }
  const member = members(bytes, slice.start, slice.end).findLast((it) => it.name === "name");
  if (!member || bytes[member.start] !== quote) {
    return undefined;
  }
  const name = JSON.parse(bytes.toString("utf8", member.start, member.end)) as string;
  return { name, end: member.end };
}
