import { crc32 } from "node:zlib";
import type { RawItem, RawPage } from "../client/queries.ts";

/*
 * By what pages are known that come again, although nobody asked for them: services repeat themselves when a cursor leads
 * nowhere.
 */

/** So many responses are not all the same as others by chance, if so many of them differ from each other. */
export const tellingItems = 10;
const differingItems = 5;

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
  const head = items.slice(0, Math.min(tellingItems, Math.max(1, items.length - 1)));
  const [first, last] = [head[0], head.at(-1)];
  return first && last && doDiffer(body, head)
    ? { items: head.length, print: crc32(body.subarray(first.start, last.end)) }
    : undefined;
}

/**
 * By what a page is known that comes again although its items have no ids (v1, v2). Within a second, a page may be like the
 * one before because all its responses are the same.
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
