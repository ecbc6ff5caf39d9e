import { repeatedCursor } from "../client/paging.ts";
import type { RawItem, RawPage } from "../client/queries.ts";
import { SurveyError } from "../model/errors.ts";
import { isDateTime } from "../model/time.ts";
import type { Doubles } from "./doubles.ts";
import type { ItemKind, ReadQuery, ResponseSource } from "./responseSource.ts";

export interface ReadOptions {
  readonly source: ResponseSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  readonly query: ReadQuery;
  readonly signal: AbortSignal;
}

/** Where reading goes on: after the pages that led to `cursor`. */
export interface ReadPosition {
  readonly cursor: string | undefined;
  /** All cursors that led here. */
  readonly seen: Set<string>;
  readonly doubles: Doubles;
}

/** A page, and which of its items are to be kept. */
export interface ReadPage {
  readonly body: Uint8Array;
  /** New, and of the collect group asked for. */
  readonly items: readonly RawItem[];
  /** Items that had been there before, and are not among `items`. */
  readonly doubled: number;
  /** Asks for the next page; absent on the last. */
  readonly cursor?: string | undefined;
}

/** Items a page: the largest that the API allows (API.md, Limits). */
const pageSize = 1000;

/**
 * Reads page after page, newest first. The next page is on its way while the caller works on the one before; no more than
 * that one, so that memory does not depend on how much there is. Leaving the loop gives it up.
 */
export async function* readPages(
  options: ReadOptions,
  position: ReadPosition,
): AsyncGenerator<ReadPage, void, undefined> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const { seen, doubles } = position;
  let next: Promise<RawPage> | undefined = fetchPage(options, position.cursor, signal);
  try {
    while (next) {
      const page: RawPage = await next;
      next = undefined;
      const { body, cursor } = page;
      const fresh = page.items.filter((item) => !doubles.isDouble(item));
      const doubled = page.items.length - fresh.length;
      if (cursor !== undefined) {
        if (seen.has(cursor)) {
          throw repeatedCursor(answerSource(options));
        }
        if (fresh.length === 0) {
          throw nothingNew(options);
        }
        seen.add(cursor);
        next = fetchPage(options, cursor, signal);
        // It is awaited in the next round, and must not count as unhandled until then.
        next.catch(() => undefined);
      }
      yield { body, items: fresh.filter((item) => isWanted(item, options.query)), doubled, cursor };
    }
  } finally {
    leaving.abort();
  }
}

/** The newest time in the range, which becomes the range's end; absent where the service tells none. */
export async function newestTime(options: ReadOptions): Promise<string | undefined> {
  const page = await fetchPage(options, undefined, options.signal, 1);
  const time = page.items[0]?.finishedAt;
  return time !== undefined && isDateTime(time) ? time : undefined;
}

function fetchPage(
  { source, surveyId, kind, query }: ReadOptions,
  cursor: string | undefined,
  signal: AbortSignal,
  size = pageSize,
): Promise<RawPage> {
  const { startDateTime, endDateTime, variables, embeddedData, parameterField } = query;
  const range = { startDateTime, endDateTime, size, cursor, signal };
  return kind === "metadata"
    ? source.rawMetadataPage(surveyId, range)
    : source.rawResponsePage(surveyId, { ...range, variables, embeddedData, parameterField });
}

function isWanted(item: RawItem, { collectGroupId }: ReadQuery): boolean {
  return collectGroupId === undefined || item.collectGroupId === collectGroupId;
}

function answerSource({ source, kind }: ReadOptions) {
  const operation = kind === "metadata" ? "getResponseMetadata" : "getResponses";
  return { dataSpace: source.dataSpace, operation } as const;
}

function nothingNew(options: ReadOptions): SurveyError {
  const { dataSpace, operation } = answerSource(options);
  return new SurveyError(
    "malformed-answer",
    `The data space "${dataSpace}" repeats itself: a page of ${operation} brought nothing new and yet names a next one. What was read up to here is complete; tell whoever runs the service.`,
  );
}
