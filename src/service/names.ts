import { members, type Slice } from "../protocol/jsonSlices.ts";

// Nearly every variable and embedded value begins so; then its name is read without looking at the rest.
const usual = Buffer.from('{"name":"');
const quote = 0x22;
const backslash = 0x5c;

/**
 * The name that the object at the slice gives itself, and where that value ends; `undefined` where it has none. Of two
 * members called "name" the last counts, as for JSON.parse.
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
