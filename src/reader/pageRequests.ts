import type { LikelyNext, RawPage } from "../client/queries.ts";
import { fetchPage, type ReadOptions } from "./fetchPage.ts";
import { fittingPage } from "./pageSize.ts";
import type { WindowPosition } from "./readWindows.ts";

/** A requested page. */
interface PendingPage {
  readonly position: WindowPosition;
  readonly page: Promise<RawPage>;
  /** True once the caller waits for this page. */
  isAwaited: boolean;
  /** The next page, if it was requested already. */
  ahead: PendingPage | undefined;
  /**
   * Aborts this request and those after it. A page is never requested twice at once, because the service may have deferred
   * it.
   */
  abort(): void;
}

/** Guesses the request after a page that has arrived but has not been scanned. @returns `undefined` if there is no guess */
type Guess = (position: WindowPosition, likely: LikelyNext) => WindowPosition | undefined;

/** Requests the pages of a chain, each while the caller processes the one before it. */
export class PageRequests {
  readonly #options: ReadOptions;
  readonly #guess: Guess;
  #current: PendingPage | undefined;
  /** True as long as all guesses were right. */
  #isGuessing = true;

  constructor(options: ReadOptions, guess: Guess) {
    this.#options = options;
    this.#guess = guess;
  }

  /** Position that was already requested after the page taken last. */
  get ahead(): WindowPosition | undefined {
    return this.#current?.ahead?.position;
  }

  /** @throws SurveyErrors of the client; requests ahead are then aborted */
  async take(position: WindowPosition): Promise<RawPage> {
    const ahead = this.#current?.ahead;
    const pending =
      ahead && isSame(ahead.position, position) ? ahead : this.#requestInstead(ahead, position);
    this.#current = pending;
    pending.isAwaited = true;
    try {
      return await pending.page;
    } catch (error) {
      pending.abort();
      this.#current = undefined;
      throw error;
    }
  }

  requestAhead(position: WindowPosition): void {
    const pending = this.#current;
    if (pending && !(pending.ahead && isSame(pending.ahead.position, position))) {
      this.#isGuessing &&= pending.ahead === undefined;
      pending.ahead = this.#requestInstead(pending.ahead, position);
    }
  }

  #requestInstead(pending: PendingPage | undefined, position: WindowPosition): PendingPage {
    pending?.abort();
    return this.#request(position);
  }

  #request(position: WindowPosition): PendingPage {
    const onNext = (likely: LikelyNext) => {
      const next =
        pending.isAwaited && this.#isGuessing ? this.#guess(position, likely) : undefined;
      // If the answer is discarded and the page requested again, a request ahead by time still fits. One by cursor may not.
      if (next && (next.cursor !== undefined || !isSame(pending.ahead?.position, next))) {
        pending.ahead = this.#requestInstead(pending.ahead, next);
      }
    };
    const { startDateTime, endDateTime, cursor } = position;
    const place = { startDateTime, endDateTime, cursor };
    const own = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, own.signal]);
    const page = fittingPage(this.#options, (limits) =>
      fetchPage({ ...this.#options, signal }, { ...place, ...limits, onNext }),
    );
    // The promise may reject before it is awaited. Do not report that as an unhandled rejection.
    page.catch(() => undefined);
    const pending: PendingPage = {
      position,
      page,
      isAwaited: false,
      ahead: undefined,
      abort: () => {
        own.abort();
        pending.ahead?.abort();
      },
    };
    return pending;
  }
}

function isSame(a: WindowPosition | undefined, b: WindowPosition): boolean {
  return (
    a !== undefined &&
    a.cursor === b.cursor &&
    a.startDateTime === b.startDateTime &&
    a.endDateTime === b.endDateTime
  );
}
