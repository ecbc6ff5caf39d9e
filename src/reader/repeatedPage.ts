import type { RawPage } from "../client/queries.ts";
import { fingerprint, headOf, marksOf, tellingItems } from "./pageMarks.ts";
import type { ReadWindow } from "./readWindows.ts";

/** A page by its fingerprints. */
export interface RecognisedPage {
  /** True if the service has sent it in this chain before. */
  readonly isRepeated: boolean;
  /** Fingerprints that recognise the page if the service sends it again. */
  readonly marks: readonly string[];
}

/**
 * Recognises a page that the chain had before, and adds the page's fingerprints to the window.
 * @param isExpected true if the items had to come again
 */
export function recognisePage(
  page: RawPage,
  window: ReadWindow,
  isExpected: boolean,
): RecognisedPage {
  const { position } = window;
  const print = fingerprint(page);
  const isFirst = position.cursor === undefined;
  const isRepeated =
    !isFirst &&
    !isExpected &&
    (window.seen.has(page.cursor ?? "") ||
      isFirstPage(page, window) ||
      (print !== undefined && print === position.print));
  window.position = { ...position, top: isFirst ? headOf(page) : position.top, print };
  const marks = marksOf(page.body, page.items);
  marks.forEach((it) => window.marks.add(it));
  return { isRepeated, marks };
}

/** Returns true if the service has started again from the first page, so that earlier pages come again. */
function isFirstPage(page: RawPage, window: ReadWindow): boolean {
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
