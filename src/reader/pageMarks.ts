import { crc32 } from "node:zlib";
import type { RawItem, RawPage } from "../client/queries.ts";

/*
 * Fingerprints that recognise a page that the service sends again unasked: services repeat pages when a cursor leads
 * nowhere.
 */

/** This many responses do not equal others by chance if at least `differingItems` of them differ from each other. */
export const tellingItems = 10;
const differingItems = 5;

/** The first items of a page. */
export interface PageHead {
  readonly items: number;
  /** Checksum of the items. */
  readonly print: number;
}

/** Returns a fingerprint of each of the first items. They recognise the page even if some of its items were deleted. */
export function marksOf(body: Uint8Array, items: readonly RawItem[], count = 6): string[] {
  return items
    .slice(0, count)
    .map(({ start, end, finishedAt = "" }) => `${finishedAt} ${crc32(body.subarray(start, end))}`);
}

/**
 * Returns the fingerprint of a chain's first page, or `undefined` if its items are too alike. The last item is left out: its
 * deletion may be what makes the service start again.
 */
export function headOf({ body, items }: RawPage): PageHead | undefined {
  const head = items.slice(0, Math.min(tellingItems, Math.max(1, items.length - 1)));
  const [first, last] = [head[0], head.at(-1)];
  return first && last && doDiffer(body, head)
    ? { items: head.length, print: crc32(body.subarray(first.start, last.end)) }
    : undefined;
}

/**
 * Returns the fingerprint of a page whose items have no IDs (v1, v2). Returns `undefined` for a page of few items, or of one
 * second with items that are too alike: it may equal the page before by chance.
 */
export function fingerprint({ body, items }: RawPage): string | undefined {
  const [first, last] = [items[0], items.at(-1)];
  return first &&
    last &&
    first.id === undefined &&
    items.length >= tellingItems &&
    (first.finishedAt !== last.finishedAt || doDiffer(body, items))
    ? `${last.end - first.start} ${crc32(body.subarray(first.start, last.end))}`
    : undefined;
}

function doDiffer(body: Uint8Array, items: readonly RawItem[]): boolean {
  const different = new Set<number>();
  return items.some(
    ({ start, end }) => different.add(crc32(body.subarray(start, end))).size >= differingItems,
  );
}
