import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { AnswerSource } from "./pages.ts";
import type { Page } from "./queries.ts";

/**
 * The items of all pages. A short page goes on as long as it has a cursor; a cursor that was there before would go on
 * for ever, and is an error after the items read so far.
 */
export async function* itemsOfPages<T>(
  source: AnswerSource,
  readPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield* page.items;
    cursor = page.cursor;
    if (cursor !== undefined && seen.has(cursor)) {
      throw repeatedCursor(source);
    }
    if (cursor !== undefined) {
      seen.add(cursor);
    }
  } while (cursor !== undefined);
}

/** Empty pages in a row that are followed: a service that filters behind its paging sends such, and one that is broken may for ever. */
export const mostEmptyPages = 10;

/**
 * A page that has items, or the last: an empty one with a cursor says only that there is more to ask for.
 * @param cursor of the page that is asked for; absent: the first
 * @throws SurveyError "malformed-answer" where the cursors lead nowhere before anything has come
 */
export async function filledPage<P extends Page<unknown>>(
  source: AnswerSource,
  cursor: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
): Promise<P> {
  const seen = new Set<string | undefined>([cursor]);
  let page = await readPage(cursor);
  while (page.items.length === 0 && page.cursor !== undefined) {
    if (seen.has(page.cursor)) {
      if (cursor === undefined) {
        throw repeatedCursor(source);
      }
      return { ...page, cursor: undefined };
    }
    if (seen.size > mostEmptyPages) {
      throw nothingNew(source);
    }
    seen.add(page.cursor);
    page = await readPage(page.cursor);
  }
  return page;
}

export function repeatedCursor({ dataSpace, operation }: AnswerSource): SurveyError {
  return new SurveyError(
    "malformed-answer",
    localizable(
      'The data space "{0}" repeats itself: it names a next page of {1} that was loaded already. What was loaded so far is complete; contact the service operator.',
      dataSpace,
      operation,
    ),
  );
}

export function nothingNew({ dataSpace, operation }: AnswerSource): SurveyError {
  return new SurveyError(
    "malformed-answer",
    localizable(
      'The data space "{0}" repeats itself: a page of {1} has nothing new, yet names a next one. What was loaded so far is complete; contact the service operator.',
      dataSpace,
      operation,
    ),
  );
}

/** What services answer to a cursor whose response is gone, or that has expired: none of it is shown by the reference. */
export function isLostCursor(error: unknown): boolean {
  return (
    error instanceof SurveyError && ["rejected", "not-found", "server-fault"].includes(error.code)
  );
}
