import { SurveyError } from "../model/errors.ts";
import type { AnswerSource } from "./pages.ts";
import type { Page } from "./queries.ts";

/** Yields the items of all pages, as `pagesOf` does. */
export async function* itemsOfPages<T>(
  source: AnswerSource,
  readPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  for await (const page of pagesOf(source, readPage)) {
    yield* page.items;
  }
}

/**
 * Yields all pages. A page with a cursor is not the last, however short. A repeated cursor would never end, so it throws after
 * the pages read so far, unless its page is empty and not the first: that is the last page.
 * @param readPage reads one page, which may be empty
 * @param from cursor of the page to begin with. Default: the first page
 */
export async function* pagesOf<P extends Page<unknown>>(
  source: AnswerSource,
  readPage: (cursor: string | undefined) => Promise<P>,
  from?: string,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let cursor = from;
  do {
    const page = await filledPage(source, cursor, readPage, seen);
    yield page;
    cursor = page.cursor;
    if (cursor !== undefined && seen.has(cursor)) {
      throw repeatedCursor(source);
    }
  } while (cursor !== undefined);
}

/**
 * Consecutive empty pages that are followed: a service that filters after paging sends some, and a broken one might send
 * them for ever.
 */
export const maxEmptyPages = 10;

/**
 * Returns the next page that has items, or the last page: an empty page only says that there is more if its cursor is new.
 * @param cursor of the page to request; `undefined`: the first
 * @param seen cursors that were requested before; those that are requested now are added
 * @throws SurveyError "malformed-answer" if there are too many empty pages, or if they repeat a cursor before anything has come
 */
export async function filledPage<P extends Page<unknown>>(
  source: AnswerSource,
  cursor: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
  seen = new Set<string>(),
): Promise<P> {
  let asked = cursor;
  for (let emptyPages = 0; emptyPages <= maxEmptyPages; emptyPages++) {
    if (asked !== undefined) {
      seen.add(asked);
    }
    const page = await readPage(asked);
    if (page.items.length > 0 || page.cursor === undefined) {
      return page;
    }
    if (seen.has(page.cursor)) {
      if (cursor === undefined) {
        // Nothing has come: this could be a service that never gets to its items.
        throw repeatedCursor(source);
      }
      return { ...page, cursor: undefined };
    }
    asked = page.cursor;
  }
  throw nothingNew(source);
}

export function repeatedCursor({ dataSpace, operation }: AnswerSource): SurveyError {
  return SurveyError.of(
    "malformed-answer",
    'The data space "{0}" repeats itself: it names a next page of {1} that was loaded already. What was loaded so far is complete; contact the service operator.',
    dataSpace,
    operation,
  );
}

export function nothingNew({ dataSpace, operation }: AnswerSource): SurveyError {
  return SurveyError.of(
    "malformed-answer",
    'The data space "{0}" repeats itself: a page of {1} has nothing new, yet names a next one. What was loaded so far is complete; contact the service operator.',
    dataSpace,
    operation,
  );
}

/**
 * Returns true if the error is one that services answer to a cursor that has expired or whose response is gone; the
 * reference shows none.
 */
export function isLostCursor(error: unknown): boolean {
  return (
    error instanceof SurveyError && ["rejected", "not-found", "server-fault"].includes(error.code)
  );
}
