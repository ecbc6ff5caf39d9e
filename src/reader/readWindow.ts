import { mostEmptyPages, nothingNew, repeatedCursor } from "../client/paging.ts";
import type { LikelyNext, RawItem, RawPage } from "../client/queries.ts";
import { SurveyError } from "../model/errors.ts";
import { isDateTime } from "../model/time.ts";
import type { KnownItems } from "./lastSecond.ts";
import { answerSource, fetchPage, type ReadOptions } from "./fetchPage.ts";
import { fingerprint, headOf, marksOf, tellingItems } from "./pageMarks.ts";
import { fittingPage } from "./pageSize.ts";
import type { Doubt, ReadWindow, WindowPosition } from "./readWindows.ts";

/** How a window is read. */
interface WindowMode {
  /** By cursors alone, whatever the service sends: it does not keep to ranges, or not to the order. */
  readonly isSingleLane: boolean;
  /** What an earlier reading has; not among the items. */
  readonly known?: KnownItems | undefined;
}

/** A page, and which of its items are new. `body` is of use until the next page is asked for. */
export interface ReadPage {
  readonly body: Uint8Array;
  readonly items: readonly RawItem[];
  /** Items that had been there before, and are not among `items`. */
  readonly doubled: number;
  /** By what the page is known should it come again. */
  readonly marks: readonly string[];
}

/** The service does not keep to the ranges or the order that reading in several windows rests on. */
export class NotInWindowsError extends Error {
  constructor() {
    super("The responses cannot be read in several windows.");
    this.name = "NotInWindowsError";
  }
}

/** A page that was asked for. */
interface PendingPage {
  readonly position: WindowPosition;
  readonly page: Promise<RawPage>;
  /** Whether the caller waits for this page. */
  isAwaited: boolean;
  /** The one after it, asked for before this one was looked through. */
  ahead: PendingPage | undefined;
}

/**
 * Reads a window's pages from where it stands, newest first; before a page is yielded, the window stands behind it. An open
 * window has an end once its first page came, so that what is submitted meanwhile shifts nothing.
 *
 * The next page is asked for by time, from the second that was reached; what is known of that second is passed over. Within
 * a second that fills most of a page, and of a service that does not keep to ranges, it is asked for by cursor.
 *
 * A chain of cursors may lead nowhere: the response that a cursor stands for is deleted, or the cursor expires. Services
 * then refuse it, or send an empty page, or begin anew. So a chain that breaks, and one that ends after several pages, is
 * begun again by time.
 * @throws NotInWindowsError, and the SurveyErrors of the client
 */
export async function* readWindow(
  options: ReadOptions,
  window: ReadWindow,
  mode: WindowMode,
): AsyncGenerator<ReadPage, void, undefined> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const chain = new ChainReader(options, window, mode, signal);
  try {
    while (!window.isRead) {
      const page = await chain.next();
      if (page) {
        yield page;
        chain.release();
      }
    }
  } finally {
    chain.suspend();
    leaving.abort();
  }
}

/** A chain that was begun again, as long as it has brought nothing new. */
interface Restart {
  /** Absent: the chain before came to its end, and this one is the proof that nothing was left out. */
  readonly cause: unknown;
  /** Where the chain before broke. */
  readonly position: WindowPosition;
  readonly seen: readonly string[];
  /** From 1: it may break, too. */
  readonly number: number;
  /** What is known and had not come at the end of the trial before. */
  readonly missing: number | undefined;
}

const mostRestarts = 4;

/** A page is asked for by time where less than the inverse of this of it comes once more. */
const worthAsking = 8;

class ChainReader {
  readonly #options: ReadOptions;
  readonly #window: ReadWindow;
  readonly #mode: WindowMode;
  readonly #signal: AbortSignal;
  #asked: PendingPage | undefined;
  #page: RawPage | undefined;
  /** Of the second from which the chain was begun. */
  #known: KnownItems | undefined;
  /** The chain was begun again, and nothing new has come since. */
  #restart: Restart | undefined;
  /** Why the chain must not be followed any further. */
  #fault: SurveyError | undefined;
  /** What is asked for behind a page that was not looked through was right so far. */
  #isGuessing = true;
  /** In a row. */
  #emptyPages = 0;
  /** The second that was reached fills so much of a page that asking by time would bring most of it once more. */
  #isInSecond = false;
  /** The service was seen not to keep to the start of a range. */
  #ignoresRanges = false;

  constructor(options: ReadOptions, window: ReadWindow, mode: WindowMode, signal: AbortSignal) {
    this.#options = options;
    this.#window = window;
    this.#mode = mode;
    this.#signal = signal;
    const { restarted, cursor, endDateTime } = window.position;
    // Within the second from which a chain was begun again, it has to be known what was read.
    if (restarted === true && (cursor === undefined || window.lastSecond.time === endDateTime)) {
      this.#restartChain();
    } else if (cursor === undefined && window.lastSecond.time !== undefined) {
      // The window was closed at the second that it had reached, of which some comes once more.
      this.#known = window.lastSecond.known();
    }
  }

  /** @returns `undefined` where nothing came that is to be kept, and the window is to be read on all the same */
  async next(): Promise<ReadPage | undefined> {
    if (this.#signal.aborted) {
      // Also where the page has come already.
      throw new SurveyError("cancelled", "Cancelled.");
    }
    if (this.#fault) {
      this.#restartChain(this.#fault);
    }
    const window = this.#window;
    const { cursor } = window.position;
    const page = await this.#read();
    if (!page) {
      return undefined;
    }
    this.#page = page;
    const print = fingerprint(page);
    const isSeen =
      cursor !== undefined &&
      (window.seen.has(page.cursor ?? "") ||
        this.#isFirstPage(page) ||
        (print !== undefined && print === window.position.print));
    const top = cursor === undefined ? headOf(page) : window.position.top;
    window.position = { ...window.position, top, print };
    if (window.to === undefined) {
      window.newest ??= page.items[0]?.finishedAt;
    }
    const marks = marksOf(page.body, page.items);
    marks.forEach((it) => window.marks.add(it));
    const missing = this.#known?.missing;
    const { fresh, passed, doubled, hasNew, isPast } = isSeen ? nothing : this.#classify(page);
    window.lastSecond.pass(page.body, passed);
    window.read += fresh.length;
    if (hasNew) {
      this.#restart = undefined;
    }
    this.#emptyPages = page.items.length === 0 ? this.#emptyPages + 1 : 0;
    if (isPast) {
      window.isRead = true;
    } else if (page.cursor !== undefined && this.#emptyPages > 0) {
      this.#skipEmptyPage(cursor, page.cursor);
    } else if (page.cursor === undefined && isSeen) {
      this.#fault = nothingNew(answerSource(this.#options));
    } else if (page.cursor === undefined) {
      this.#end(cursor);
    } else {
      this.#advance(page, page.cursor, hasNew || this.#known?.missing !== missing);
    }
    if (!hasNew && doubled === 0 && !window.isRead && (this.#restart || this.#fault)) {
      this.release();
      return undefined;
    }
    return { body: page.body, items: fresh, doubled, marks };
  }

  /** Whether nothing may lie outside of the window. */
  get #isStrict(): boolean {
    return !this.#mode.isSingleLane && this.#window.to !== undefined;
  }

  release(): void {
    this.#page?.release();
    this.#page = undefined;
  }

  async #read(): Promise<RawPage | undefined> {
    const { position } = this.#window;
    const ahead = this.#asked?.ahead;
    const asked = ahead && isSame(ahead.position, position) ? ahead : this.#ask(position);
    this.#asked = asked;
    asked.isAwaited = true;
    try {
      return await asked.page;
    } catch (error) {
      this.#asked = undefined;
      if (position.cursor === undefined || !isLostCursor(error)) {
        this.suspend();
        throw error;
      }
      this.#restartChain(error);
      return undefined;
    }
  }

  #ask(position: WindowPosition): PendingPage {
    const onNext = (likely: LikelyNext) => {
      const next =
        asked.isAwaited && this.#isGuessing && !this.#restart
          ? this.#likelyPosition(position, likely)
          : undefined;
      // Where an answer is thrown away, what was asked for by time fits behind the next as well; by a cursor, it may not.
      if (next && (next.cursor !== undefined || !isSame(asked.ahead?.position, next))) {
        asked.ahead = this.#ask(next);
      }
    };
    const { startDateTime, endDateTime, cursor } = position;
    const place = { startDateTime, endDateTime, cursor };
    const page = fittingPage(this.#options, (size) =>
      fetchPage(this.#options, { ...place, size, onNext }, this.#signal),
    );
    // It may fail before it is awaited, and must not count as unhandled until then.
    page.catch(() => undefined);
    const asked: PendingPage = { position, page, isAwaited: false, ahead: undefined };
    return asked;
  }

  /** What is probably to be asked for behind the page that came of `position`, and was not looked through. */
  #likelyPosition(
    position: WindowPosition,
    { cursor, finishedAt }: LikelyNext,
  ): WindowPosition | undefined {
    if (this.#mode.isSingleLane || this.#isInSecond) {
      return this.#window.seen.has(cursor) ? undefined : { ...position, cursor };
    }
    const { from } = this.#window;
    const isFurther =
      finishedAt !== undefined &&
      isDateTime(finishedAt) &&
      finishedAt !== position.endDateTime &&
      finishedAt > (from ?? "");
    return isFurther ? { startDateTime: from, endDateTime: finishedAt } : undefined;
  }

  /** The caller works on one page while the next one is on its way. */
  #askAhead(position: WindowPosition): void {
    const asked = this.#asked;
    if (asked && !this.#restart && !(asked.ahead && isSame(asked.ahead.position, position))) {
      this.#isGuessing &&= asked.ahead === undefined;
      asked.ahead = this.#ask(position);
    }
  }

  /** Which items are new. */
  #classify({ body, items }: RawPage) {
    const { from, to, position, lastSecond, duplicates } = this.#window;
    const isStrict = this.#isStrict;
    const known = this.#known;
    const fresh: RawItem[] = [];
    /** These, and what an earlier export has. */
    const passed: RawItem[] = [];
    let doubled = 0;
    let hasNew = false;
    let isPast = false;
    let before = lastSecond.time;
    let looked: string | undefined;
    /** The item's time, where the service can be asked by it. */
    let bound: string | undefined;
    for (const item of items) {
      const time = item.finishedAt;
      if (time !== looked) {
        bound = time !== undefined && isDateTime(time) ? time : undefined;
        looked = time;
      }
      if (bound === undefined) {
        this.#doubt("time");
      }
      if (isStrict && (bound === undefined || bound > (to ?? bound) || bound > (before ?? bound))) {
        throw new NotInWindowsError();
      }
      before = time;
      if (bound !== undefined && from !== undefined && bound <= from) {
        if (isStrict && from === position.startDateTime) {
          throw new NotInWindowsError();
        }
        if (from !== position.startDateTime) {
          // Where the service was asked for more than what is left to this window, that is its end.
          isPast = true;
        } else {
          // What is in the range may be still to come.
          this.#ignoresRanges ||= bound < from;
          hasNew = !duplicates.isDuplicate(item) || hasNew;
        }
      } else if (bound !== undefined && known?.time !== undefined && bound > known.time) {
        // The service does not keep to the end of the range: all this was read.
      } else if (known?.take(body, item) === true) {
        // Read before the chain was begun again.
      } else if (this.#mode.known?.take(body, item) === true) {
        duplicates.pass(time);
        hasNew = true;
        passed.push(item);
      } else if (duplicates.isDuplicate(item)) {
        // Out of order, a chain that is begun again brings once more what the second that was reached does not tell.
        doubled += position.restarted === true && duplicates.outOfOrder ? 0 : 1;
      } else {
        hasNew = true;
        fresh.push(item);
        passed.push(item);
      }
    }
    const hasNoId = (it: RawItem) => it.id === undefined;
    if (duplicates.outOfOrder && (duplicates.withoutId > 0 || items.some(hasNoId))) {
      this.#doubt("order");
    }
    return { fresh, passed, doubled, hasNew, isPast };
  }

  #doubt(doubt: Doubt): void {
    const { position } = this.#window;
    // For times there is no remedy, for the order there are ids.
    if (position.doubt !== doubt && position.doubt !== "time") {
      this.#window.position = { ...position, doubt };
    }
  }

  /** The service says that this was the last page. */
  #end(cursor: string | undefined): void {
    const restart = this.#restart;
    const missing = this.#known?.missing;
    // A chain of one page needs no proof: it was not asked for by a cursor. One that was begun again for the proof is it, unless
    // the second fills several pages: then it has to come to the same twice. Of a service that ignores ranges, it would be none.
    const isProved =
      cursor === undefined || this.#ignoresRanges || (restart && missing === restart.missing);
    if (isProved || this.#window.place === undefined) {
      this.#window.isRead = true;
    } else {
      this.#restartChain(restart?.cause, missing);
    }
  }

  /** An empty page that names a next one is no end; where the next ones lead nowhere, it may be one. */
  #skipEmptyPage(cursor: string | undefined, next: string): void {
    const window = this.#window;
    const isRepeated = window.seen.has(next);
    if (!isRepeated && this.#emptyPages <= mostEmptyPages) {
      this.#advanceByCursor(next);
    } else if (!window.hasCome && this.#isStrict) {
      throw new NotInWindowsError();
    } else if (window.hasCome && (isRepeated || window.place !== undefined)) {
      this.#end(cursor);
    } else {
      const source = answerSource(this.#options);
      this.#fault = isRepeated ? repeatedCursor(source) : nothingNew(source);
    }
  }

  /**
   * The time to go on by behind the page; `undefined` where cursors have to be followed.
   * @throws NotInWindowsError where an open window cannot be given an end
   */
  #placeBehind({ items }: RawPage): string | undefined {
    const { place, to, duplicates, lastSecond, position } = this.#window;
    if (this.#mode.isSingleLane) {
      return undefined;
    }
    if (to === undefined && (place === undefined || duplicates.outOfOrder)) {
      throw new NotInWindowsError();
    }
    this.#isInSecond = lastSecond.size * worthAsking > items.length;
    const isFurther = to === undefined || place !== position.endDateTime;
    return isFurther && !duplicates.outOfOrder && (to === undefined || !this.#isInSecond)
      ? place
      : undefined;
  }

  #advanceByTime(place: string): void {
    const window = this.#window;
    const ahead = this.#asked?.ahead?.position;
    window.to ??= place;
    window.beginAgain(place);
    if (ahead?.cursor === undefined && ahead?.endDateTime === place) {
      // Asked for before the window was divided: what is beyond is passed over.
      window.position = { ...window.position, startDateTime: ahead.startDateTime };
    }
    this.#known = window.lastSecond.known();
    this.#askAhead(window.position);
  }

  #advanceByCursor(next: string): void {
    const window = this.#window;
    window.seen.add(next);
    window.position = { ...window.position, cursor: next };
    this.#askAhead(window.position);
  }

  /** @param leadsOn whether the page has brought something new, or what is known of where the chain was begun again */
  #advance(page: RawPage, next: string, leadsOn: boolean): void {
    const window = this.#window;
    const { cursor } = window.position;
    const isRepeated = window.seen.has(next);
    const place = leadsOn ? this.#placeBehind(page) : undefined;
    if (place !== undefined) {
      this.#advanceByTime(place);
    } else if (!isRepeated && leadsOn) {
      this.#advanceByCursor(next);
    } else if (this.#restart && !this.#restart.cause && cursor === undefined) {
      // The service does not keep to ranges: it cannot be asked whether anything is left.
      window.isRead = true;
    } else {
      const source = answerSource(this.#options);
      this.#fault = isRepeated ? repeatedCursor(source) : nothingNew(source);
    }
  }

  /**
   * Leaves the chain for one that begins in the second that was reached.
   * @param cause what is the matter with the chain; absent at its regular end. It is thrown if that leads nowhere: there has
   * to be a time to begin at, and something new after a few times.
   * @param missing how much of what is known had not come when the chain ended
   */
  #restartChain(cause?: unknown, missing?: number): void {
    const window = this.#window;
    const time = window.place;
    const before = this.#restart;
    const number = (before?.number ?? 0) + 1;
    if (time === undefined || number > mostRestarts) {
      this.suspend();
      const error = before?.cause ?? cause;
      throw error instanceof Error ? error : nothingNew(answerSource(this.#options));
    }
    const { position, seen } = before ?? { position: window.position, seen: [...window.seen] };
    this.#restart = { cause: before?.cause ?? cause, position, seen, number, missing };
    this.#fault = undefined;
    this.#known = window.duplicates.outOfOrder ? undefined : window.lastSecond.known();
    window.beginAgain(time);
  }

  /**
   * Puts the window to where it can be read on from later: where the chain broke, because it may be whole again then, or to the
   * beginning of the proof.
   */
  suspend(): void {
    const window = this.#window;
    const restart = this.#restart;
    this.#restart = undefined;
    if (restart && !window.isRead) {
      const { startDateTime, endDateTime } = window.position;
      window.position = restart.cause
        ? restart.position
        : { startDateTime, endDateTime, restarted: true };
      window.seen.clear();
      (restart.cause ? restart.seen : []).forEach((it) => window.seen.add(it));
    }
  }

  /** Whether the service has begun anew: pages come that came before. */
  #isFirstPage(page: RawPage): boolean {
    const { body, items } = page;
    const [first, last] = [items[0], items.at(-1)];
    const { lastSecond, position, marks } = this.#window;
    const [time, reached] = [first?.finishedAt, lastSecond.time];
    if (time === undefined || reached === undefined || time < reached) {
      return false;
    }
    const { top } = position;
    const isTop = top !== undefined && headOf(page)?.print === top.print;
    if (time === reached || isTop) {
      // Within a second, a few responses may be the same by chance.
      return isTop && (time > reached || top.items === tellingItems);
    }
    const isKnown = marksOf(body, items, 3).every((it) => marks.has(it));
    // With ids, what is new in a page that overlaps another is told from what is not.
    const isBehind = (last?.finishedAt ?? time) > reached;
    return isKnown && (first?.id === undefined || isBehind);
  }
}

const nothing = { fresh: [], passed: [], doubled: 0, hasNew: false, isPast: false } as const;

function isSame(a: WindowPosition | undefined, b: WindowPosition): boolean {
  return (
    a !== undefined &&
    a.cursor === b.cursor &&
    a.startDateTime === b.startDateTime &&
    a.endDateTime === b.endDateTime
  );
}

/** What services answer to a cursor whose response is gone, or that has expired: none of it is shown by the reference. */
function isLostCursor(error: unknown): boolean {
  return (
    error instanceof SurveyError && ["rejected", "not-found", "server-fault"].includes(error.code)
  );
}
