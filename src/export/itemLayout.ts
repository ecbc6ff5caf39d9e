import type { ItemFormat } from "../formats/kinds/formats.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemPlace } from "./copyItems.ts";

/** How items are written to a file, page by page. */
export interface ItemLayout {
  /** Returns what precedes the items. */
  head(context: HeadContext): Uint8Array;
  /** Returns items of the body, each byte for byte as it came; empty if there are none. */
  page(body: Uint8Array, items: readonly ItemPlace[]): Uint8Array;
  /** Bytes between the items of one page and those of the next. */
  readonly separator: Uint8Array;
  /** Returns what follows the items. */
  tail(rows: number): Uint8Array;
}

interface HeadContext {
  readonly apiVersion: string;
  /** The survey's JSON, as sent. */
  readonly survey: Uint8Array;
  readonly query: ReadQuery;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const comma = 0x2c;

/**
 * One object: `{"apiVersion","survey","query","responses":[…],"count"}`. The count comes last because it is not known
 * earlier.
 */
const jsonLayout: ItemLayout = {
  head: ({ apiVersion, survey, query }) =>
    Buffer.concat([
      text(`{"apiVersion":${JSON.stringify(apiVersion)},"survey":`),
      survey,
      text(`,"query":${JSON.stringify(query)},"responses":[`),
    ]),
  separator: text(","),
  page(body, items) {
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last) {
      return new Uint8Array();
    }
    if (areJoined(body, items)) {
      // Nothing to copy: the page has the items as the file will have them.
      return body.subarray(first.start, last.end);
    }
    const out = new Appender(items.reduce((sum, { start, end }) => sum + end - start + 1, 0));
    for (const item of items) {
      if (item !== first) {
        out.byte(comma);
      }
      out.bytes(body, item.start, item.end);
    }
    return out.result();
  },
  tail: (rows) => text(`],"count":${rows}}\n`),
};

/**
 * One item per line. Line breaks inside an item are removed: outside of strings they mean nothing in JSON, and inside of
 * strings they cannot occur. Every other byte stays.
 */
export const ndjsonLayout: ItemLayout = {
  head: () => new Uint8Array(),
  separator: new Uint8Array(),
  page(body, items) {
    const out = new Appender(items.reduce((sum, { start, end }) => sum + end - start + 1, 0));
    for (const { start, end } of items) {
      let from = start;
      for (let at = nextBreak(body, start, end); at < end; at = nextBreak(body, from, end)) {
        out.bytes(body, from, at);
        from = at + 1;
      }
      out.bytes(body, from, end);
      out.byte(newline);
    }
    return out.result();
  },
  tail: () => new Uint8Array(),
};

/** Returns true if nothing but one comma separates each item from the next. */
function areJoined(body: Uint8Array, items: readonly ItemPlace[]): boolean {
  return items.every(({ end }, index) => {
    const next = items[index + 1];
    return next === undefined || (next.start === end + 1 && body[end] === comma);
  });
}

function nextBreak(body: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (body[at] === newline || body[at] === carriageReturn) {
      return at;
    }
  }
  return end;
}

function text(value: string): Uint8Array {
  return Buffer.from(value, "utf8");
}

class Appender {
  readonly #buffer: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  byte(value: number): void {
    this.#buffer[this.#length++] = value;
  }

  bytes(source: Uint8Array, start: number, end: number): void {
    this.#buffer.set(source.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  result(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}

export const itemLayouts: Readonly<Record<ItemFormat, ItemLayout>> = {
  json: jsonLayout,
  ndjson: ndjsonLayout,
};
