import type { RawPage } from "../client/queries.ts";
import { headOf, marksOf, tellingItems } from "./pageMarks.ts";
import type { ReadWindow } from "./readWindows.ts";

/** Returns true if the service has started again from the first page, so that earlier pages come again. */
export function isFirstPage(page: RawPage, window: ReadWindow): boolean {
  const { body, items } = page;
  const [first, last] = [items[0], items.at(-1)];
  const { lastSecond, position, marks } = window;
  const [time, reached] = [first?.finishedAt, lastSecond.time];
  if (time === undefined || reached === undefined || time < reached) {
    return false;
  }
  const { top } = position;
  const isTop = top !== undefined && headOf(page)?.print === top.print;
  if (time === reached || isTop) {
    // A few responses of one second may be identical by chance.
    return isTop && (time > reached || top.items === tellingItems);
  }
  const isKnown = marksOf(body, items, 3).every((it) => marks.has(it));
  // If items have IDs, a page may overlap earlier ones: the IDs tell which of its items are new.
  const isBehind = (last?.finishedAt ?? time) > reached;
  return isKnown && (first?.id === undefined || isBehind);
}
