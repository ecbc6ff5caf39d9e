import type { Paging } from "../../protocol/operation.ts";
import type { Page } from "../../store/store.ts";
import type { LastPageSignal } from "../dataSpace.ts";

/**
 * Returns the JSON text before and after the items of a page: up to `[`, and from `]` on, with the cursor.
 * @param fields further fields of the page
 */
export function pageFrame(
  paging: Paging,
  page: Page,
  lastPage: LastPageSignal,
  fields: Readonly<Record<string, string>> = {},
): [before: string, after: string] {
  const before = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  const cursor = cursorOf(page, lastPage);
  return [
    `{${before.join("")}${JSON.stringify(paging.items)}:[`,
    cursor === undefined ? "]}" : `],${JSON.stringify(paging.cursor)}:${JSON.stringify(cursor)}}`,
  ];
}

/** Splits a page into its lines, without copying them. */
export function splitLines(lines: Uint8Array): Buffer[] {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  const found: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline;
    found.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return found;
}

/** Joins items with commas, between the texts of `pageFrame`. */
export function joinItems(items: readonly Uint8Array[], before: string, after: string): Buffer {
  const comma = Buffer.from(",");
  return Buffer.concat([
    Buffer.from(before),
    ...items.flatMap((it, index) => (index === 0 ? [it] : [comma, it])),
    Buffer.from(after),
  ]);
}

/** @returns `undefined` if the page has no cursor field */
function cursorOf(page: Page, lastPage: LastPageSignal): string | null | undefined {
  if (page.more) {
    return page.lastId;
  }
  switch (lastPage) {
    case "absent":
      return undefined;
    case "null":
      return null;
    case "empty":
      return "";
    case "empty-page":
      return page.lastId;
  }
}
