import type { RawItems } from "../client/queries.ts";
import type { ItemSlice } from "./blocks.ts";
import type { PageFacts } from "./copyState.ts";

/*
 * The order in which a copy's items are written: by time, the newest first; within a second those of a later reading first,
 * then as they came. It is the order in which grids show them.
 */

/**
 * Returns each page as a group of its own, for a service without an order: later readings first, the pages of each as they
 * came.
 */
export function pagesAsTheyCame(pages: readonly PageFacts[]): PageFacts[][] {
  return pages.toSorted(byComing).map((it) => [it]);
}

/** Yields groups of pages whose times overlap. Groups come newest first, and so do the pages of a group. */
export function* pageGroups(pages: readonly PageFacts[]): Generator<PageFacts[]> {
  let group: PageFacts[] = [];
  /** Earliest time of the group. */
  let oldest = "";
  /** Pages of the group that reach it. */
  let reaching: PageFacts[] = [];
  for (const page of pages.toSorted(byNewest)) {
    const newest = page.newest ?? "";
    const overlaps =
      newest > oldest || (newest === oldest && reaching.some((it) => !isOfChain(it, page)));
    if (group.length > 0 && !overlaps) {
      yield group;
      group = [];
    }
    const bottom = page.oldest ?? "";
    if (group.length === 0 || bottom < oldest) {
      oldest = bottom;
      reaching = [page];
    } else if (bottom === oldest) {
      reaching.push(page);
    }
    group.push(page);
  }
  if (group.length > 0) {
    yield group;
  }
}

function byNewest(a: PageFacts, b: PageFacts): number {
  return compare(b.newest ?? "", a.newest ?? "") || byComing(a, b);
}

/** For pages of the same second, and for a service without an order: later readings come first. */
function byComing(a: PageFacts, b: PageFacts): number {
  return b.reading - a.reading || a.page - b.page;
}

/**
 * Returns true if both are of one window: its pages come one after the other, so they may share a second and still be in
 * order.
 */
function isOfChain(a: PageFacts, b: PageFacts): boolean {
  return a.reading === b.reading && a.window === b.window;
}

/**
 * Yields the items of pages whose times overlap, in order. Of a page that is in order, one block is in memory at a time.
 * @param pages newest first
 */
export function* mergedItems(
  pages: readonly PageFacts[],
  blocksOf: (page: PageFacts) => Iterable<RawItems>,
): Generator<ItemSlice> {
  let waiting = [...pages];
  let heads: Head[] = [];
  while (waiting.length > 0 || heads.length > 0) {
    // A page joins in when it may have the next item.
    const reached = heads.reduce((most, it) => (it.time > most ? it.time : most), "");
    const isNext = (it: PageFacts): boolean => heads.length === 0 || (it.newest ?? "") >= reached;
    const next = waiting[0];
    if (next && isNext(next)) {
      waiting = waiting.slice(1);
      heads.push(...advanced(next, timedItems(next, blocksOf(next))));
      continue;
    }
    const [first] = heads.sort((a, b) => compare(b.time, a.time) || byComing(a.page, b.page));
    if (first) {
      yield first.item;
      heads = [...advanced(first.page, first.rest), ...heads.slice(1)];
    }
  }
}

interface TimedItem {
  readonly item: ItemSlice;
  readonly time: string;
}

/** The next item of a page, and the rest of its items. */
interface Head extends TimedItem {
  readonly page: PageFacts;
  readonly rest: Iterator<TimedItem>;
}

function advanced(page: PageFacts, rest: Iterator<TimedItem>): Head[] {
  const next = rest.next();
  return next.done === true ? [] : [{ ...next.value, page, rest }];
}

/** Yields the items of a page, newest first. One without a time stays next to the one before it. */
function* timedItems(page: PageFacts, blocks: Iterable<RawItems>): Generator<TimedItem> {
  const timed = inTurn(page.newest ?? "", blocks);
  yield* page.inOrder ? timed : [...timed].sort((a, b) => compare(b.time, a.time));
}

function* inTurn(newest: string, blocks: Iterable<RawItems>): Generator<TimedItem> {
  let time = newest;
  for (const { body, items } of blocks) {
    for (const { start, end, finishedAt } of items) {
      time = finishedAt ?? time;
      yield { item: { body, start, end }, time };
    }
  }
}

/** Compares by code units, which puts times of the API in order, too. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
