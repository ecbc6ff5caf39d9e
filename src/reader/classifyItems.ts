import type { RawItem, RawPage } from "../client/queries.ts";
import { isDateTime } from "../model/time.ts";
import type { KnownItems } from "./lastSecond.ts";
import { NotInWindowsError } from "./notInWindows.ts";
import type { Doubt, ReadWindow } from "./readWindows.ts";

/** What tells an item that was read before. */
export interface KnownBefore {
  /** Whether nothing may lie outside of the window. */
  readonly isStrict: boolean;
  /** Of the second from which the chain was begun. */
  readonly known: KnownItems | undefined;
  /** What an earlier reading has. */
  readonly earlier: KnownItems | undefined;
}

export interface ClassifiedItems {
  readonly fresh: readonly RawItem[];
  /** These, and what an earlier reading has. */
  readonly passed: readonly RawItem[];
  /** Items that had been there before. */
  readonly doubled: number;
  readonly hasNew: boolean;
  /** The page reaches beyond the window's start. */
  readonly isPast: boolean;
  /** The service does not keep to the start of a range. */
  readonly ignoresRanges: boolean;
  readonly doubt: Doubt | undefined;
}

/** A page that brings nothing. */
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
 * Which items of a page are new, by what the window has of its range.
 * @throws NotInWindowsError where the service does not keep to the range or the order, and it has to
 */
export function classifyItems(
  { body, items }: RawPage,
  window: ReadWindow,
  { isStrict, known, earlier }: KnownBefore,
): ClassifiedItems {
  const { from, to, position, lastSecond, duplicates } = window;
  let ignoresRanges = false;
  let doubt: Doubt | undefined;
  const fresh: RawItem[] = [];
  const passed: RawItem[] = [];
  let doubled = 0;
  let hasNew = false;
  let isPast = false;
  let before = lastSecond.time;
  const boundOf = createBounds();
  for (const item of items) {
    const time = item.finishedAt;
    const bound = boundOf(time);
    if (bound === undefined) {
      doubt = "time";
    }
    if (isStrict && (bound === undefined || bound > (to ?? bound) || bound > (before ?? bound))) {
      throw new NotInWindowsError();
    }
    before = time;
    if (bound !== undefined && from !== undefined && bound <= from) {
      if (isStrict && from === position.startDateTime) {
        throw new NotInWindowsError();
      }
      if (from !== position.startDateTime) {
        // Where the service was asked for more than what is left to this window, that is its end.
        isPast = true;
      } else {
        // What is in the range may be still to come.
        ignoresRanges ||= bound < from;
        hasNew = !duplicates.isDuplicate(item) || hasNew;
      }
    } else if (bound !== undefined && known?.time !== undefined && bound > known.time) {
      // The service does not keep to the end of the range: all this was read.
    } else if (known?.take(body, item) === true) {
      // Read before the chain was begun again.
    } else if (earlier?.take(body, item) === true) {
      duplicates.pass(time);
      hasNew = true;
      passed.push(item);
    } else if (duplicates.isDuplicate(item)) {
      // Out of order, a chain that is begun again brings once more what the second that was reached does not tell.
      doubled += position.restarted === true && duplicates.outOfOrder ? 0 : 1;
    } else {
      hasNew = true;
      fresh.push(item);
      passed.push(item);
    }
  }
  const hasNoId = (it: RawItem) => it.id === undefined;
  if (duplicates.outOfOrder && (duplicates.withoutId > 0 || items.some(hasNoId))) {
    doubt ??= "order";
  }
  return { fresh, passed, doubled, hasNew, isPast, ignoresRanges, doubt };
}

/** An item's time, where the service can be asked by it; neighbours often have the same. */
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
