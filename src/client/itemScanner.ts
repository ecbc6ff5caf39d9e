import { JsonError, parseJson } from "../protocol/json.ts";
import { backslash, openArray, openObject, quote } from "../protocol/jsonBytes.ts";
import {
  walkable,
  walkArray,
  walkEnd,
  walkObject,
  walkSpace,
  walkValue,
} from "../protocol/jsonWalker.ts";

/*
 * Exports read pages only to copy their items, so pages are not parsed: one walk over the bytes proves that they are JSON
 * as JSON.parse takes it (RFC 8259), finds where each item stands, and reads the few fields that are asked for. That makes
 * no garbage and takes a quarter of the time of JSON.parse alone.
 */

/** An item of a list: where it stands, and the fields that were asked for, by their place in that list. */
export interface ScannedItem {
  readonly start: number;
  readonly end: number;
  /** Whether it is an object; other items have no fields. */
  readonly isObject: boolean;
  /** `undefined` where the field is absent. Numbers come as numbers, arrays and objects as themselves. */
  readonly fields: readonly unknown[];
}

export interface ScannedPage {
  /** Absent where there is no such list. */
  readonly items?: readonly ScannedItem[] | undefined;
  readonly cursor: unknown;
  /** Names of the page's own fields, as often as they occur. */
  readonly names: readonly string[];
}

/** @throws JsonError if the bytes are not one JSON object */
export function scanPage(
  bytes: Uint8Array,
  listName: string,
  cursorName: string,
  fields: readonly string[],
): ScannedPage {
  return new ItemScanner(bytes, fields).page(listName, cursorName);
}

/** @throws JsonError if the bytes are not one JSON array */
export function scanList(bytes: Uint8Array, fields: readonly string[]): ScannedItem[] {
  return new ItemScanner(bytes, fields).list();
}

/** A field's value, and where it stood last. */
interface RepeatedValue {
  start: number;
  end: number;
  value: unknown;
}

class ItemScanner {
  readonly #bytes: Buffer;
  /** The same bytes, to be walked over. */
  readonly #text: Uint8Array;
  readonly #fields: readonly string[];
  /** The fields' names as they mostly stand in an item. */
  readonly #names: readonly Uint8Array[];
  readonly #repeated: readonly RepeatedValue[];
  /** Where the fields of the item at hand stand; an end of 0: it has none. */
  readonly #found: readonly { start: number; end: number }[];

  constructor(bytes: Uint8Array, fields: readonly string[]) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = walkable(bytes);
    this.#fields = fields;
    this.#names = fields.map((name) => Buffer.from(`"${name}"`));
    this.#repeated = fields.map(() => ({ start: 0, end: 0, value: undefined }));
    this.#found = fields.map(() => ({ start: 0, end: 0 }));
  }

  page(listName: string, cursorName: string): ScannedPage {
    const names: string[] = [];
    let items: ScannedItem[] | undefined;
    let cursor: unknown;
    const text = this.#text;
    const start = walkSpace(text, 0);
    if (text[start] !== openObject) {
      walkEnd(text, walkValue(text, start, 0));
      throw new JsonError("is not an object");
    }
    const end = walkObject(text, start, (nameStart, nameEnd, at) => {
      const name = this.#parse(nameStart, nameEnd) as string;
      names.push(name);
      if (name === listName && text[at] === openArray) {
        items = [];
        return this.#items(at, items);
      }
      const valueEnd = walkValue(text, at, 1);
      if (name === listName) {
        items = undefined;
      } else if (name === cursorName) {
        cursor = this.#parse(at, valueEnd);
      }
      return valueEnd;
    });
    walkEnd(text, end);
    return { items, cursor, names };
  }

  list(): ScannedItem[] {
    const items: ScannedItem[] = [];
    const start = walkSpace(this.#text, 0);
    if (this.#text[start] !== openArray) {
      throw new JsonError("is not a list");
    }
    walkEnd(this.#text, this.#items(start, items));
    return items;
  }

  #items(start: number, items: ScannedItem[]): number {
    const text = this.#text;
    return walkArray(text, start, (at) => {
      const isObject = text[at] === openObject;
      const end = isObject ? this.#members(at) : walkValue(text, at, 2);
      const fields = isObject ? this.#repeated.map((it, field) => this.#field(it, field)) : [];
      items.push({ start: at, end, isObject, fields });
      return end;
    });
  }

  /** @returns where the object ends */
  #members(start: number): number {
    for (const found of this.#found) {
      found.end = 0;
    }
    return walkObject(this.#text, start, (nameStart, nameEnd, valueStart) => {
      const valueEnd = walkValue(this.#text, valueStart, 3);
      // Of several of one name the last counts, as in JSON.parse.
      const found = this.#found[this.#fieldNamed(nameStart, nameEnd)];
      if (found) {
        found.start = valueStart;
        found.end = valueEnd;
      }
      return valueEnd;
    });
  }

  /** @returns -1 if it is none of the fields */
  #fieldNamed(start: number, end: number): number {
    return this.#isEscaped(start, end)
      ? this.#fields.indexOf(this.#parse(start, end) as string)
      : this.#names.findIndex((name) => isAt(this.#text, start, end, name));
  }

  /** The field's value; the one of the item before where the bytes are the same, as they often are of times and groups. */
  #field(repeated: RepeatedValue, field: number): unknown {
    const { start, end } = this.#found[field] ?? repeated;
    if (end === 0) {
      return undefined;
    }
    if (!this.#isSame(repeated, start, end)) {
      repeated.start = start;
      repeated.end = end;
      repeated.value = this.#parse(start, end);
    }
    return repeated.value;
  }

  #isSame(before: RepeatedValue, start: number, end: number): boolean {
    const bytes = this.#bytes;
    let at = end - 1;
    let other = before.end - 1;
    if (at - start !== other - before.start) {
      return false;
    }
    // What differs mostly differs at its end.
    while (at >= start && bytes[at] === bytes[other]) {
      at--;
      other--;
    }
    return at < start;
  }

  #parse(start: number, end: number): unknown {
    if (this.#bytes[start] === quote && !this.#isEscaped(start, end)) {
      return this.#bytes.toString("utf8", start + 1, end - 1);
    }
    return parseJson(this.#bytes.subarray(start, end));
  }

  /** Names and ids are short: looking at each byte costs less than a view on them. */
  #isEscaped(start: number, end: number): boolean {
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) {
      if (bytes[at] === backslash) {
        return true;
      }
    }
    return false;
  }
}

function isAt(text: Uint8Array, start: number, end: number, part: Uint8Array): boolean {
  let length = part.length;
  if (length !== end - start) {
    return false;
  }
  while (length > 0 && text[start + length - 1] === part[length - 1]) {
    length--;
  }
  return length === 0;
}
