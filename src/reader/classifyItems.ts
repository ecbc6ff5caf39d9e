import type { RawItem, RawPage } from "../client/queries.ts";
import { isDateTime } from "../model/time.ts";
import type { DuplicateFilter } from "./duplicateFilter.ts";
import type { KnownItems } from "./lastSecond.ts";
import { NotInWindowsError } from "./notInWindows.ts";
import type { Doubt, ReadWindow } from "./readWindows.ts";

/** What identifies items that were read before. */
export interface KnownBefore {
  /** True if items outside the window are an error. */
  readonly isStrict: boolean;
  /** Known items of the second at which the chain starts. */
  readonly known: KnownItems | undefined;
  /** Items that an earlier reading has stored. */
  readonly earlier: KnownItems | undefined;
}

export interface ClassifiedItems {
  readonly fresh: readonly RawItem[];
  /** The fresh items and those that an earlier reading has stored. */
  readonly passed: readonly RawItem[];
  /** Number of duplicates. */
  readonly doubled: number;
  readonly hasNew: boolean;
  /** True if the page reaches past the window's start. */
  readonly isPast: boolean;
  /** True if the service has sent items from before the start of the range. */
  readonly ignoresRanges: boolean;
  readonly doubt: Doubt | undefined;
}

/** The result for a page that brings nothing. */
export const noItems: ClassifiedItems = {
  fresh: [],
  passed: [],
  doubled: 0,
  hasNew: false,
  isPast: false,
  ignoresRanges: false,
  doubt: undefined,
};

/**
 * Returns which items of a page are new to the window.
 * @throws NotInWindowsError if the service violates the range or the order, and `isStrict` or the page reaches past the start
 */
export function classifyItems(
  { body, items }: RawPage,
  window: ReadWindow,
  { isStrict, known, earlier }: KnownBefore,
): ClassifiedItems {
  const { from, to, position, lastSecond, duplicates } = window;
  let doubt: Doubt | undefined;
  const fresh: RawItem[] = [];
  const passed: RawItem[] = [];
  let doubled = 0;
  let [hasNew, isPast, ignoresRanges, isInOrder] = [false, false, false, true];
  let before = lastSecond.time;
  const boundOf = createBounds();
  for (const item of items) {
    const [time, missing] = [item.finishedAt, earlier?.missing];
    const bound = boundOf(time);
    doubt = bound === undefined ? "time" : doubt;
    if (isStrict && (bound === undefined || bound > (to ?? bound) || bound > (before ?? bound))) {
      throw new NotInWindowsError();
    }
    isInOrder &&= bound !== undefined && bound <= (before ?? bound);
    before = time;
    if (bound !== undefined && from !== undefined && bound <= from) {
      if (isStrict && from === position.startDateTime) {
        throw new NotInWindowsError();
      }
      if (from !== position.startDateTime) {
        // The request covered more than what is left of this window, so the window ends here.
        isPast = true;
      } else {
        // Items of the range may still follow.
        ignoresRanges ||= bound < from;
        hasNew = !duplicates.isDuplicate(item) || hasNew;
      }
    } else if (bound !== undefined && known?.time !== undefined && bound > known.time) {
      // The service ignores the end of the range; these items were read before.
    } else if (known?.consume(body, item) === true) {
      // Read before the chain was restarted.
    } else if (earlier?.consume(body, item) === true) {
      if (earlier.missing !== missing) {
        duplicates.recordTime(time);
        hasNew = true;
        passed.push(item);
      }
    } else if (duplicates.isDuplicate(item)) {
      // A restarted chain of items out of order sends items again that `known` does not cover: no duplicates.
      doubled += position.restarted === true && duplicates.outOfOrder ? 0 : 1;
    } else {
      hasNew = true;
      fresh.push(item);
      passed.push(item);
    }
  }
  if (isPast && !isInOrder) {
    // Items of the window may still follow.
    throw new NotInWindowsError();
  }
  doubt ??= orderDoubt(duplicates, items);
  return { fresh, passed, doubled, hasNew, isPast, ignoresRanges, doubt };
}

function orderDoubt(
  { outOfOrder, withoutId }: DuplicateFilter,
  items: readonly RawItem[],
): Doubt | undefined {
  const lacksId = withoutId > 0 || items.some((it) => it.id === undefined);
  return outOfOrder && lacksId ? "order" : undefined;
}

/**
 * Returns a function that returns an item's time if a request can be bounded by it, else `undefined`. It caches the last
 * result, because neighbours often have the same time.
 */
function createBounds(): (time: string | undefined) => string | undefined {
  let looked: string | undefined;
  let bound: string | undefined;
  return (time) => {
    if (time !== looked) {
      bound = time !== undefined && isDateTime(time) ? time : undefined;
      looked = time;
    }
    return bound;
  };
}
