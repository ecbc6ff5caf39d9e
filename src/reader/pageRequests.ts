import type { LikelyNext, RawPage } from "../client/queries.ts";
import { fetchPage, type ReadOptions } from "./fetchPage.ts";
import { fittingPage } from "./pageSize.ts";
import type { WindowPosition } from "./readWindows.ts";

/** A page that was asked for. */
interface PendingPage {
  readonly position: WindowPosition;
  readonly page: Promise<RawPage>;
  /** Whether the caller waits for this page. */
  isAwaited: boolean;
  /** The one after it, asked for before this one was looked through. */
  ahead: PendingPage | undefined;
  /** Ends its request and those behind it. A page is not asked for twice at once: the service may have put it off. */
  abort(): void;
}

/** @returns what is to be asked for behind a page that has come and was not looked through */
type Guess = (position: WindowPosition, likely: LikelyNext) => WindowPosition | undefined;

/** Asks for the pages of a chain, the next one while the caller works on one. */
export class PageRequests {
  readonly #options: ReadOptions;
  readonly #signal: AbortSignal;
  readonly #guess: Guess;
  #asked: PendingPage | undefined;
  /** What is asked for behind a page that was not looked through was right so far. */
  #isGuessing = true;

  constructor(options: ReadOptions, signal: AbortSignal, guess: Guess) {
    this.#options = options;
    this.#signal = signal;
    this.#guess = guess;
  }

  /** What is asked for already behind the page that was taken last. */
  get ahead(): WindowPosition | undefined {
    return this.#asked?.ahead?.position;
  }

  /** @throws SurveyErrors of the client; nothing is asked for ahead then */
  async take(position: WindowPosition): Promise<RawPage> {
    const ahead = this.#asked?.ahead;
    const asked =
      ahead && isSame(ahead.position, position) ? ahead : this.#askInstead(ahead, position);
    this.#asked = asked;
    asked.isAwaited = true;
    try {
      return await asked.page;
    } catch (error) {
      asked.abort();
      this.#asked = undefined;
      throw error;
    }
  }

  askAhead(position: WindowPosition): void {
    const asked = this.#asked;
    if (asked && !(asked.ahead && isSame(asked.ahead.position, position))) {
      this.#isGuessing &&= asked.ahead === undefined;
      asked.ahead = this.#askInstead(asked.ahead, position);
    }
  }

  #askInstead(pending: PendingPage | undefined, position: WindowPosition): PendingPage {
    pending?.abort();
    return this.#ask(position);
  }

  #ask(position: WindowPosition): PendingPage {
    const onNext = (likely: LikelyNext) => {
      const next = asked.isAwaited && this.#isGuessing ? this.#guess(position, likely) : undefined;
      // Where an answer is thrown away, what was asked for by time fits behind the next as well; by a cursor, it may not.
      if (next && (next.cursor !== undefined || !isSame(asked.ahead?.position, next))) {
        asked.ahead = this.#askInstead(asked.ahead, next);
      }
    };
    const { startDateTime, endDateTime, cursor } = position;
    const place = { startDateTime, endDateTime, cursor };
    const own = new AbortController();
    const signal = AbortSignal.any([this.#signal, own.signal]);
    const page = fittingPage(this.#options, (size) =>
      fetchPage(this.#options, { ...place, size, onNext }, signal),
    );
    // It may fail before it is awaited, and must not count as unhandled until then.
    page.catch(() => undefined);
    const asked: PendingPage = {
      position,
      page,
      isAwaited: false,
      ahead: undefined,
      abort: () => {
        own.abort();
        asked.ahead?.abort();
      },
    };
    return asked;
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
