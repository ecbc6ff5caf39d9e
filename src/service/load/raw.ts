import { elements, members, type Member, type Slice } from "../../protocol/jsonSlices.ts";
import { openArray, openObject, quote } from "../../protocol/jsonBytes.ts";

/** JSON text as it was loaded, and the value it has. */
export interface RawString {
  readonly text: string;
  readonly value: string;
}

/** An object's members by name; of two of one name the last counts, as for JSON.parse. */
export type RawObject = ReadonlyMap<string, Member>;

/** The members of the object at the slice, or of the whole; none where no object stands there. */
export function rawObject(bytes: Buffer, at: Slice | undefined): RawObject {
  return at && bytes[at.start] === openObject
    ? new Map(members(bytes, at.start, at.end).map((it) => [it.name, it]))
    : new Map();
}

/** The elements of the array at the slice; none where no array stands there. */
export function rawElements(bytes: Buffer, at: Slice | undefined): Slice[] {
  return at && bytes[at.start] === openArray ? elements(bytes, at.start, at.end) : [];
}

/** The string at the slice; `undefined` where no string stands there. */
export function rawString(bytes: Buffer, at: Slice | undefined): RawString | undefined {
  if (!at || bytes[at.start] !== quote) {
    return undefined;
  }
  const text = rawText(bytes, at);
  return { text, value: JSON.parse(text) as string };
}

/** The value's JSON as it was loaded. */
export function rawText(bytes: Buffer, at: Slice): string {
  return bytes.toString("utf8", at.start, at.end);
}

/** An object of those members that are wanted, in the order they had, their values as they were loaded. */
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
