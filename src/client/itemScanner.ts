import { JsonError, parseJson } from "../protocol/json.ts";
import { JsonScanner, type FoundItem } from "./jsonScanner.ts";
import {
  quote,
  comma,
  colon,
  openArray,
  backslash,
  closeArray,
  openObject,
  closeObject,
} from "../protocol/jsonBytes.ts";

/*
 * Exports read pages only to copy their items, so pages are not parsed: one walk over the bytes proves that they are JSON
 * as JSON.parse takes it (RFC 8259), finds where each item stands, and reads the few fields that are asked for. That makes
 * no garbage and takes about half the time of JSON.parse alone.
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
  readonly #scanner: JsonScanner;
  readonly #bytes: Uint8Array;
  /** The same memory. */
  readonly #text: Buffer;
  readonly #fields: readonly string[];
  readonly #repeated: readonly RepeatedValue[];

  constructor(bytes: Uint8Array, fields: readonly string[]) {
    this.#scanner = new JsonScanner(bytes, fields);
    this.#bytes = bytes;
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fields = fields;
    this.#repeated = fields.map(() => ({ start: 0, end: 0, value: undefined }));
  }

  page(listName: string, cursorName: string): ScannedPage {
    const names: string[] = [];
    let items: ScannedItem[] | undefined;
    let cursor: unknown;
    const start = this.#scanner.space(0);
    if (this.#bytes[start] !== openObject) {
      this.#scanner.finish(this.#scanner.value(start, 0));
      throw new JsonError("is not an object");
    }
    const end = this.#members(start, (name, at) => {
      names.push(name);
      if (name === listName && this.#bytes[at] === openArray) {
        items = [];
        return this.#items(at, items);
      }
      const valueEnd = this.#scanner.value(at, 1);
      if (name === listName) {
        items = undefined;
      } else if (name === cursorName) {
        cursor = this.#parse(at, valueEnd);
      }
      return valueEnd;
    });
    this.#scanner.finish(end);
    return { items, cursor, names };
  }

  list(): ScannedItem[] {
    const items: ScannedItem[] = [];
    const start = this.#scanner.space(0);
    if (this.#bytes[start] !== openArray) {
      throw new JsonError("is not a list");
    }
    this.#scanner.finish(this.#items(start, items));
    return items;
  }

  /** An object's members, each value walked by `member`. @returns where the object ends */
  #members(start: number, member: (name: string, valueStart: number) => number): number {
    const scanner = this.#scanner;
    let at = scanner.space(start + 1);
    if (this.#bytes[at] === closeObject) {
      return at + 1;
    }
    for (;;) {
      this.#expect(quote, at);
      const nameEnd = scanner.string(at);
      const separator = scanner.space(nameEnd);
      this.#expect(colon, separator);
      const name = this.#parse(at, nameEnd) as string;
      const after = scanner.space(member(name, scanner.space(separator + 1)));
      if (this.#bytes[after] === closeObject) {
        return after + 1;
      }
      this.#expect(comma, after);
      at = scanner.space(after + 1);
    }
  }

  #expect(byte: number, at: number): void {
    if (this.#bytes[at] !== byte) {
      throw this.#scanner.wrong(at);
    }
  }

  #items(start: number, items: ScannedItem[]): number {
    const first = this.#scanner.space(start + 1);
    return this.#bytes[first] === closeArray
      ? first + 1
      : this.#scanner.items(first, (it) => items.push(this.#item(it)));
  }

  #item(item: FoundItem): ScannedItem {
    const { start, end, isObject } = item;
    return {
      start,
      end,
      isObject,
      fields: item.hasEscapedNames
        ? this.#fieldsOf(this.#parse(start, end) as object)
        : this.#repeated.map((repeated, field) =>
            item.has(field)
              ? this.#field(repeated, item.valueStart(field), item.valueEnd(field))
              : undefined,
          ),
    };
  }

  /** The field's value; the one of the item before where the bytes are the same, as they often are of times and groups. */
  #field(repeated: RepeatedValue, start: number, end: number): unknown {
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

  #fieldsOf(item: object): unknown[] {
    const values = new Map<string, unknown>(Object.entries(item));
    return this.#fields.map((name) => values.get(name));
  }

  #parse(start: number, end: number): unknown {
    if (this.#bytes[start] === quote && !this.#isEscaped(start, end)) {
      return this.#text.toString("utf8", start + 1, end - 1);
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
