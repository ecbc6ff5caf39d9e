import type { RawPage } from "../client/queries.ts";
import { headOf, marksOf, tellingItems } from "./pageMarks.ts";
import type { ReadWindow } from "./readWindows.ts";

/** Whether the service has begun anew: pages come that came before. */
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
    // Within a second, a few responses may be the same by chance.
    return isTop && (time > reached || top.items === tellingItems);
  }
  const isKnown = marksOf(body, items, 3).every((it) => marks.has(it));
  // With ids, what is new in a page that overlaps another is told from what is not.
  const isBehind = (last?.finishedAt ?? time) > reached;
  return isKnown && (first?.id === undefined || isBehind);
}
