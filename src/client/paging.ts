import { SurveyError } from "../model/errors.ts";
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

export function repeatedCursor({ dataSpace, operation }: AnswerSource): SurveyError {
  return new SurveyError(
    "malformed-answer",
    `The data space "${dataSpace}" repeats itself: it names a next page of ${operation} that was already read, and would go on for ever. What was read up to here is complete; tell whoever runs the service.`,
  );
}
