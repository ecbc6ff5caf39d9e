import type { RawItems } from "../client/queries.ts";
import { isDateTime, secondsOf, timeOfSeconds } from "../model/time.ts";
import { itemKey, type KnownItem } from "../reader/lastSecond.ts";
import type { PageFacts } from "./copyState.ts";
import { compare } from "./pageOrder.ts";

/** What a refresh reads again: `known` are all stored items after `since`. */
export interface Overlap {
  readonly since: string;
  readonly known: readonly KnownItem[];
}

/** How far back a refresh reads again, and how many items at most. */
const overlapSeconds = 600;
const overlapItems = 1000;

/**
 * Returns which of the newest items a refresh reads again.
 * @param after if given, all items after this time
 * @returns `undefined` if there is no time, or one that is not of the documented form
 */
export function overlapOf(
  pages: readonly PageFacts[],
  itemsOf: (page: PageFacts) => Iterable<RawItems>,
  after: string | undefined,
): Overlap | undefined {
  const newestFirst = pages.toSorted((a, b) => compare(b.newest ?? "", a.newest ?? ""));
  const second = secondsOf(newestFirst[0]?.newest ?? "");
  if (second === undefined) {
    return undefined;
  }
  // The newest second is always read again: more responses may have been submitted in it.
  const lastSecond = timeOfSeconds(second - 1);
  let since = after ?? timeOfSeconds(second - overlapSeconds);
  let known: KnownItem[] = [];
  for (const page of newestFirst) {
    if ((page.newest ?? "") <= since) {
      break;
    }
    const keys = [...itemsOf(page)].flatMap(keysOf);
    known.push(...keys.filter((it) => it.time > since));
    known.sort((a, b) => compare(b.time, a.time));
    const beyond = after === undefined ? known[overlapItems]?.time : undefined;
    if (beyond !== undefined) {
      since = beyond < lastSecond ? beyond : lastSecond;
      known = known.filter((it) => it.time > since);
    }
  }
  // A range may or may not include times in another form.
  return known.every((it) => isDateTime(it.time)) ? { since, known } : undefined;
}

function keysOf({ body, items }: RawItems): KnownItem[] {
  return items.flatMap((it) =>
    it.finishedAt === undefined ? [] : [{ time: it.finishedAt, key: itemKey(body, it) }],
  );
}
