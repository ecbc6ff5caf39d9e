import { elements, members, type Member, type Slice } from "../../protocol/jsonSlices.ts";
import { openArray, openObject, quote } from "../../protocol/jsonBytes.ts";

/** A JSON string: its text as loaded (with quotes and escapes), and its value. */
export interface RawString {
  readonly text: string;
  readonly value: string;
}

/** An object's members by name. If a name occurs twice, the last member counts, as with JSON.parse. */
export type RawObject = ReadonlyMap<string, Member>;

/** Returns the members of the object at the slice. Empty if there is no object. */
export function rawObject(bytes: Buffer, at: Slice | undefined): RawObject {
  return at && bytes[at.start] === openObject
    ? new Map(members(bytes, at.start, at.end).map((it) => [it.name, it]))
    : new Map();
}

/** Returns the elements of the array at the slice. Empty if there is no array. */
export function rawElements(bytes: Buffer, at: Slice | undefined): Slice[] {
  return at && bytes[at.start] === openArray ? elements(bytes, at.start, at.end) : [];
}

/** Returns the string at the slice, or `undefined` if there is no string. */
export function rawString(bytes: Buffer, at: Slice | undefined): RawString | undefined {
  if (!at || bytes[at.start] !== quote) {
    return undefined;
  }
  const text = rawText(bytes, at);
  return { text, value: JSON.parse(text) as string };
}

/** Returns the value's JSON text as loaded. */
export function rawText(bytes: Buffer, at: Slice): string {
  return bytes.toString("utf8", at.start, at.end);
}

/** Returns a JSON object of the wanted members, in their order, with the values' text as loaded. */
export function rawPick(
  bytes: Buffer,
  found: Iterable<Member>,
  wanted: (name: string) => boolean,
): string {
  let text = "";
  for (const member of found) {
    if (wanted(member.name)) {
      text += `${text === "" ? "" : ","}${JSON.stringify(member.name)}:${rawText(bytes, member)}`;
    }
  }
  return `{${text}}`;
}
