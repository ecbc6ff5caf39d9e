import { crc32 } from "node:zlib";
import type { RawItem, RawPage } from "../client/queries.ts";

/*
 * By what pages are known that come again, although nobody asked for them: services repeat themselves when a cursor leads
 * nowhere.
 */

/** So many responses are not all the same by chance. */
export const tellingItems = 10;

/** The first items of a page. */
export interface PageHead {
  readonly items: number;
  /** Their checksum. */
  readonly print: number;
}

/** By what a page is known that comes again although some items of it may have been deleted. */
export function marksOf(body: Uint8Array, items: readonly RawItem[], count = 6): string[] {
  return items
    .slice(0, count)
    .map(({ start, end, finishedAt = "" }) => `${finishedAt} ${crc32(body.subarray(start, end))}`);
}

/**
 * By what a chain's first page is known, should it come again. Its last item does not count: it may be the one whose deletion
 * makes the service begin anew.
 */
export function headOf({ body, items }: RawPage): PageHead | undefined {
  const count = Math.min(tellingItems, Math.max(1, items.length - 1));
  const [first, last] = [items[0], items[count - 1]];
  return first && last && { items: count, print: crc32(body.subarray(first.start, last.end)) };
}

/** By what a page is known that comes again although its items have no ids (v1, v2). */
export function fingerprint({ body, items }: RawPage): string | undefined {
  const [first, last] = [items[0], items.at(-1)];
  return first && last && first.id === undefined && items.length >= tellingItems
    ? `${last.end - first.start} ${crc32(body.subarray(first.start, last.end))}`
    : undefined;
}
