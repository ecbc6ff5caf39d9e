import { repeatedCursor } from "../client/paging.ts";
import type { Page } from "../client/queries.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { cancelled } from "../client/waiting.ts";
import type { Response } from "../model/response.ts";

interface PagerFilter {
  /** Exclusive. */
  readonly startDateTime?: string | undefined;
  /** Inclusive. */
  readonly endDateTime?: string | undefined;
  /** The API has no such filter: responses of other groups are read and passed over. */
  readonly collectGroupId?: string | undefined;
}

export interface ResponsePagerOptions {
  readonly client: Pick<SurveyClient, "dataSpace" | "responsePage">;
  readonly surveyId: string;
  readonly filter: PagerFilter;
  /** Responses a page, 1 to 1000. */
  readonly pageSize: number;
  /** How many responses were read so far for the page being asked for; more than it shows where a filter passes over some. */
  readonly onScanned?: ((scanned: number) => void) | undefined;
}

/** A page of the responses that match, newest first. */
export interface PagerPage {
  readonly items: readonly Response[];
  /** Position of the first item among the matching responses, from 0. */
  readonly first: number;
  /** Number of matching responses, once the oldest page was seen. */
  readonly total?: number | undefined;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/**
 * Pages through a survey's responses for a person. What was seen keeps its place: every page remembers where in the
 * service's chain of cursors it began, and the last few are kept whole. The newest request wins: the one before it
 * rejects with "cancelled". A failed request leaves the pager where it was.
 */
export interface ResponsePager {
  /** The first page. Its first call reads it; `refresh` reads it anew. */
  newest(signal?: AbortSignal): Promise<PagerPage>;
  /** The page before the current one; the first page if there is none. */
  newer(signal?: AbortSignal): Promise<PagerPage>;
  /** The page after the current one; the current one if there is none. */
  older(signal?: AbortSignal): Promise<PagerPage>;
  /** Forgets everything and reads the first page anew: responses that arrived since are in it. */
  refresh(signal?: AbortSignal): Promise<PagerPage>;
}

export function createResponsePager(options: ResponsePagerOptions): ResponsePager {
  return new CursorPager(options);
}

/** Where in the chain a page begins: the cursor that asks for it, and how many matching items of its answer to pass over. */
interface Start {
  readonly cursor: string | undefined;
  readonly skip: number;
}

interface ReadPage {
  readonly items: readonly Response[];
  /** Where the next page begins; absent where there is none. */
  readonly next?: Start | undefined;
}

const keptPages = 5;
const largestPage = 1000;

class CursorPager implements ResponsePager {
  readonly #options: ResponsePagerOptions;
  /** Of page n, for every page known to be there. */
  #starts: Start[] = [{ cursor: undefined, skip: 0 }];
  /** By number; the one asked for last is at the end. */
  #pages = new Map<number, ReadPage>();
  #current = 0;
  #total: number | undefined;
  #running: AbortController | undefined;
  /** The answer read last: where answers are larger than pages, as in v1 and v2, the next page begins in it. */
  #answer: { readonly cursor: string | undefined; readonly page: Page<Response> } | undefined;

  constructor(options: ResponsePagerOptions) {
    this.#options = options;
  }

  newest(signal?: AbortSignal): Promise<PagerPage> {
    return this.#latest(signal, (inner) => this.#goTo(0, inner));
  }

  newer(signal?: AbortSignal): Promise<PagerPage> {
    return this.#latest(signal, (inner) => this.#goTo(Math.max(0, this.#current - 1), inner));
  }

  older(signal?: AbortSignal): Promise<PagerPage> {
    return this.#latest(signal, async (inner) => {
      const before = this.#current;
      // Before the first page was read there is none to go on from.
      const target = this.#pages.size > 0 || before > 0 ? before + 1 : 0;
      const page = await this.#goTo(Math.min(target, this.#starts.length - 1), inner);
      // A service may announce a next page that turns out to be empty: stay where there is something to see.
      return page.items.length === 0 && this.#current > 0
        ? this.#withoutOlder(before, inner)
        : page;
    });
  }

  refresh(signal?: AbortSignal): Promise<PagerPage> {
    return this.#latest(signal, async (inner) => {
      const start = { cursor: undefined, skip: 0 };
      this.#answer = undefined;
      const page = await this.#read(start, inner);
      this.#starts = [start];
      this.#pages = new Map();
      this.#total = undefined;
      return this.#arrive(0, page);
    });
  }

  #latest<T>(
    signal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    return task(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal);
  }

  async #goTo(number: number, signal: AbortSignal): Promise<PagerPage> {
    const start = this.#starts[number];
    if (!start) {
      throw new RangeError(`Page ${number} is not known.`);
    }
    const kept = this.#pages.get(number);
    return this.#arrive(number, kept ?? (await this.#read(start, signal)));
  }

  async #withoutOlder(number: number, signal: AbortSignal): Promise<PagerPage> {
    this.#starts.length = number + 1;
    const { items } = this.#pages.get(number) ?? (await this.#goTo(number, signal));
    return this.#arrive(number, { items });
  }

  #arrive(number: number, page: ReadPage): PagerPage {
    const { items, next } = page;
    const first = number * this.#options.pageSize;
    this.#current = number;
    this.#pages.delete(number);
    this.#pages.set(number, page);
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > keptPages && oldest.done !== true) {
      this.#pages.delete(oldest.value);
    }
    if (next) {
      this.#starts[number + 1] = next;
    } else if (items.length > 0 || number === 0) {
      this.#total = first + items.length;
    }
    return { items, first, total: this.#total, hasNewer: number > 0, hasOlder: next !== undefined };
  }

  /** Reads on until the page is full, or to the end: an answer may be short, or hold few that match. */
  async #read(start: Start, signal: AbortSignal): Promise<ReadPage> {
    const { client, surveyId, filter, pageSize, onScanned } = this.#options;
    const { collectGroupId, ...range } = filter;
    const size = collectGroupId === undefined ? pageSize : largestPage;
    const items: Response[] = [];
    const seen = new Set<string>();
    let { cursor, skip } = start;
    let scanned = 0;
    for (;;) {
      const answer =
        this.#answer && this.#answer.cursor === cursor && skip > 0
          ? this.#answer.page
          : await client.responsePage(surveyId, { ...range, size, cursor, signal });
      // Also where the client answers from memory: what was cancelled must not come back as a result.
      if (signal.aborted) {
        throw cancelled();
      }
      this.#answer = { cursor, page: answer };
      scanned += answer.items.length;
      onScanned?.(scanned);
      const matching =
        collectGroupId === undefined
          ? answer.items
          : answer.items.filter((it) => it.collectGroupId === collectGroupId);
      const taken = matching.slice(skip, skip + pageSize - items.length);
      items.push(...taken);
      if (skip + taken.length < matching.length) {
        return { items, next: { cursor, skip: skip + taken.length } };
      }
      if (answer.cursor === undefined) {
        return { items };
      }
      if (items.length === pageSize) {
        return { items, next: { cursor: answer.cursor, skip: 0 } };
      }
      if (answer.cursor === cursor || seen.has(answer.cursor)) {
        throw repeatedCursor({ dataSpace: client.dataSpace, operation: "getResponses" });
      }
      seen.add(answer.cursor);
      cursor = answer.cursor;
      skip = 0;
    }
  }
}
