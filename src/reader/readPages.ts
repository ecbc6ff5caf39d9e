import { crc32 } from "node:zlib";
import { repeatedCursor } from "../client/paging.ts";
import type { RawItem, RawPage, RawPageRequest } from "../client/queries.ts";
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

/** A page, and which of its items are to be kept. `body` is of use until the next page is asked for. */
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

/** A page that was asked for. */
interface Asked {
  readonly cursor: string | undefined;
  readonly page: Promise<RawPage>;
  /** Whether the caller waits for this page. */
  isAwaited: boolean;
  /** The one after it, asked for before this one was looked through. */
  ahead: Asked | undefined;
}

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
  let next: Asked | undefined = ask(position.cursor);
  let before: string | undefined;
  try {
    while (next) {
      next.isAwaited = true;
      const page: RawPage = await next.page;
      const { ahead }: Asked = next;
      next = undefined;
      const { body, cursor } = page;
      const fresh = page.items.filter((item) => !doubles.isDouble(item));
      const doubled = page.items.length - fresh.length;
      if (cursor !== undefined) {
        if (seen.has(cursor)) {
          throw repeatedCursor(answerSource(options));
        }
        const print = fingerprint(page);
        if (fresh.length === 0 || (print !== undefined && print === before)) {
          throw nothingNew(options);
        }
        before = print;
        seen.add(cursor);
        next = ahead?.cursor === cursor ? ahead : ask(cursor);
      }
      yield { body, items: fresh.filter((item) => isWanted(item, options.query)), doubled, cursor };
      page.release();
    }
  } finally {
    leaving.abort();
  }

  function ask(cursor: string | undefined): Asked {
    const onCursor = (likely: string) => {
      if (asked.isAwaited && !seen.has(likely)) {
        asked.ahead ??= ask(likely);
      }
    };
    const page = fetchPage(options, { cursor, size: pageSize, onCursor }, signal);
    // It may fail before it is awaited, and must not count as unhandled until then.
    page.catch(() => undefined);
    const asked: Asked = { cursor, page, isAwaited: false, ahead: undefined };
    return asked;
  }
}

/** So many responses are not all the same by chance. */
const tellingItems = 10;

/** By what a page is known that comes again although its items have no ids (v1, v2). */
function fingerprint({ body, items }: RawPage): string | undefined {
  const [first, last] = [items[0], items.at(-1)];
  return first && last && first.id === undefined && items.length >= tellingItems
    ? `${last.end - first.start} ${crc32(body.subarray(first.start, last.end))}`
    : undefined;
}

/** The newest time in the range, which becomes the range's end; absent where the service tells none. */
export async function newestTime(options: ReadOptions): Promise<string | undefined> {
  const page = await fetchPage(options, { size: 1 }, options.signal);
  const time = page.items[0]?.finishedAt;
  return time !== undefined && isDateTime(time) ? time : undefined;
}

function fetchPage(
  { source, surveyId, kind, query }: ReadOptions,
  request: RawPageRequest & { readonly size: number },
  signal: AbortSignal,
): Promise<RawPage> {
  const { startDateTime, endDateTime, variables, embeddedData, parameterField } = query;
  const range = { startDateTime, endDateTime, ...request, signal };
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
