import { JsonError, parseJson } from "../protocol/json.ts";
import { JsonWalker } from "./jsonWalker.ts";

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

const quote = 0x22;
const openArray = 0x5b;
const backslash = 0x5c;
const openObject = 0x7b;

class ItemScanner {
  readonly #walker: JsonWalker;
  readonly #bytes: Uint8Array;
  /** The same memory. */
  readonly #text: Buffer;
  readonly #fields: readonly string[];
  readonly #names: readonly Uint8Array[];

  constructor(bytes: Uint8Array, fields: readonly string[]) {
    this.#walker = new JsonWalker(bytes);
    this.#bytes = bytes;
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fields = fields;
    this.#names = fields.map((it) => Buffer.from(it, "utf8"));
  }

  page(listName: string, cursorName: string): ScannedPage {
    const names: string[] = [];
    let items: ScannedItem[] | undefined;
    let cursor: unknown;
    const start = this.#walker.space(0);
    if (this.#bytes[start] !== openObject) {
      this.#walker.finish(this.#walker.value(start, 0));
      throw new JsonError("is not an object");
    }
    const end = this.#walker.members(start, (nameStart, nameEnd, at) => {
      const name = this.#parse(nameStart, nameEnd) as string;
      names.push(name);
      if (name === listName && this.#bytes[at] === openArray) {
        items = [];
        return this.#items(at, items);
      }
      const valueEnd = this.#walker.value(at, 1);
      if (name === listName) {
        items = undefined;
      } else if (name === cursorName) {
        cursor = this.#parse(at, valueEnd);
      }
      return valueEnd;
    });
    this.#walker.finish(end);
    return { items, cursor, names };
  }

  list(): ScannedItem[] {
    const items: ScannedItem[] = [];
    const start = this.#walker.space(0);
    if (this.#bytes[start] !== openArray) {
      throw new JsonError("is not a list");
    }
    this.#walker.finish(this.#items(start, items));
    return items;
  }

  #items(start: number, items: ScannedItem[]): number {
    return this.#walker.elements(start, (at) => {
      const item = this.#item(at);
      items.push(item);
      return item.end;
    });
  }

  #item(start: number): ScannedItem {
    if (this.#bytes[start] !== openObject) {
      return { start, end: this.#walker.value(start, 2), isObject: false, fields: [] };
    }
    const fields: unknown[] = this.#fields.map(() => undefined);
    const end = this.#walker.members(start, (nameStart, nameEnd, at) => {
      const valueEnd = this.#walker.value(at, 3);
      const index = this.#fieldAt(nameStart, nameEnd);
      if (index >= 0) {
        fields[index] = this.#parse(at, valueEnd);
      }
      return valueEnd;
    });
    return { start, end, isObject: true, fields };
  }

  /** Which of the fields has this name; -1 if none. The last of several with one name counts, as in JSON.parse. */
  #fieldAt(nameStart: number, nameEnd: number): number {
    const length = nameEnd - nameStart - 2;
    for (let index = 0; index < this.#names.length; index++) {
      const name = this.#names[index];
      if (name?.length === length && this.#walker.holds(name, nameStart + 1)) {
        return index;
      }
    }
    // A name may be written with escapes.
    return this.#isEscaped(nameStart, nameEnd)
      ? this.#fields.indexOf(this.#parse(nameStart, nameEnd) as string)
      : -1;
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
