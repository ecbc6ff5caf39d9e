import type { RawItems } from "../client/queries.ts";
import { isDateTime, secondsOf, timeOfSeconds } from "../model/time.ts";
import { itemKey, type KnownItem } from "../reader/border.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { integer, text } from "./tableFile.ts";
import type { Overlap } from "./tables.ts";

/** How far back a refresh reads again, and how many responses at most. */
const overlapSeconds = 600;
const overlapRows = 1000;

/**
 * What of the newest responses a refresh reads again, see `TableCalls.overlap`.
 * @param after all after this time
 */
export function overlapOf(
  database: SqliteDatabase,
  itemsOf: (first: number, rows: number) => RawItems,
  after: string | undefined,
): Overlap | undefined {
  const pages = database.all(
    "SELECT first, rows, newest FROM page WHERE newest IS NOT NULL ORDER BY newest DESC",
  );
  const newest = pages[0] && text(pages[0], "newest");
  const second = secondsOf(newest ?? "");
  if (second === undefined) {
    return undefined;
  }
  // The newest second is always read again: more of it may have come.
  const lastSecond = timeOfSeconds(second - 1);
  let since = after ?? timeOfSeconds(second - overlapSeconds);
  let known: KnownItem[] = [];
  for (const page of pages) {
    if (text(page, "newest") <= since) {
      break;
    }
    const keys = keysOf(itemsOf(integer(page, "first"), integer(page, "rows")));
    known.push(...keys.filter((it) => it.time > since));
    known.sort(newestFirst);
    const beyond = after === undefined ? known[overlapRows]?.time : undefined;
    if (beyond !== undefined) {
      since = beyond < lastSecond ? beyond : lastSecond;
      known = known.filter((it) => it.time > since);
    }
  }
  // Of times in another form, nobody can tell whether they come with a range.
  return known.every((it) => isDateTime(it.time)) ? { since, known } : undefined;
}

function keysOf({ body, items }: RawItems): KnownItem[] {
  return items.flatMap((it) =>
    it.finishedAt === undefined ? [] : [{ time: it.finishedAt, key: itemKey(body, it) }],
  );
}

/** Times of the API are text that sorts as text. */
function newestFirst(a: KnownItem, b: KnownItem): number {
  return b.time < a.time ? -1 : Number(b.time > a.time);
}
