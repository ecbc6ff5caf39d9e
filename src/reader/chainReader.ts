import { isLostCursor, maxEmptyPages, nothingNew, repeatedCursor } from "../client/paging.ts";
import type { LikelyNext, RawItems, RawPage } from "../client/queries.ts";
import { cancelled } from "../client/waiting.ts";
import type { SurveyError } from "../model/errors.ts";
import { isDateTime } from "../model/time.ts";
import { classifyItems, noItems, type ClassifiedItems } from "./classifyItems.ts";
import { answerSource, type ReadOptions } from "./fetchPage.ts";
import type { KnownItems } from "./lastSecond.ts";
import { NotInWindowsError } from "./notInWindows.ts";
import { PageRequests } from "./pageRequests.ts";
import { itemsToPass, type PassedItems } from "./passedItems.ts";
import { recognisePage } from "./repeatedPage.ts";
import type { Doubt, ReadWindow, WindowPosition } from "./readWindows.ts";

/** How a window is read. */
export interface WindowMode {
  /** True: follow cursors only, because the service does not honour time ranges or the order. */
  readonly isSingleLane: boolean;
  /** Items that an earlier reading has stored; they are not among a page's items. */
  readonly known?: KnownItems | undefined;
  /** Called when a page has arrived, before it is scanned and the next one is requested. */
  readonly onArrival?: ((page: LikelyNext) => void) | undefined;
}

/** A page with only its new items. `body` is valid until the next page is requested. */
export interface ReadPage extends RawItems {
  /** Number of duplicates, which are not among `items`. */
  readonly doubled: number;
  /** Fingerprints that recognise the page if the service sends it again. */
  readonly marks: readonly string[];
  /** True if an item of the window was newer than one before it. */
  readonly isDisordered: boolean;
}

/** A restarted chain of cursors that has brought nothing new yet. */
interface Restart {
  /** Why the previous chain broke. `undefined`: it ended regularly, and this one is to prove that nothing was left out. */
  readonly cause: unknown;
  /** Position at which the previous chain broke. */
  readonly position: WindowPosition;
  readonly seen: readonly string[];
  /** Consecutive restarts, from 1: a restarted chain may break, too. */
  readonly number: number;
  /** Known items that had not come when the previous attempt ended. */
  readonly missing: number | undefined;
}

/** Consecutive restarts without anything new: the responses at the ends of pages may be deleted one after the other. */
const maxRestarts = 8;

/** Largest share of a page that a request by time may send again; above it, the next page is requested by cursor. */
const maxRepeated = 1 / 8;

/** Reads a window along chains of cursors, each of which starts at a time. See readWindow. */
export class ChainReader {
  readonly #options: ReadOptions;
  readonly #window: ReadWindow;
  readonly #mode: WindowMode;
  readonly #requests: PageRequests;
  #page: RawPage | undefined;
  /** Known items of the second at which the chain starts. */
  #known: KnownItems | undefined;
  /** Set while the chain is a restarted one that has brought nothing new. */
  #restart: Restart | undefined;
  /** Items that come again in a restarted chain, until something new comes. */
  #passed: PassedItems | undefined;
  /** Why the chain must not be followed any further. The next call restarts it. */
  #fault: SurveyError | undefined;
  #emptyPages = 0;
  /** True if the last second fills so much of the page that a request by time would send too much of it again. */
  #isInSecond = false;
  /** True once the service has sent items from before the start of a range. */
  #ignoresRanges = false;

  constructor(options: ReadOptions, window: ReadWindow, mode: WindowMode) {
    this.#options = options;
    this.#window = window;
    this.#mode = mode;
    this.#requests = new PageRequests(options, (position, page) => {
      mode.onArrival?.(page);
      return this.#restart ? undefined : this.#likelyPosition(position, page);
    });
    const { restarted, cursor, endDateTime } = window.position;
    // Within the second at which the chain was restarted, the items read before must be known.
    if (restarted === true && (cursor === undefined || window.lastSecond.time === endDateTime)) {
      this.#restartChain();
      this.#passed = itemsToPass(window);
    } else if (cursor === undefined && window.lastSecond.time !== undefined) {
      // The chain starts at the last second that was read, so items of that second come again.
      this.#known = window.lastSecond.known();
    }
  }

  /** @returns `undefined` if there is nothing to store yet; the window may have to be read on */
  async next(): Promise<ReadPage | undefined> {
    if (this.#options.signal.aborted) {
      // Cancel even if the page has already arrived.
      throw cancelled();
    }
    if (this.#fault) {
      this.#restartChain(this.#fault);
    }
    const page = await this.#read();
    if (!page) {
      return undefined;
    }
    this.#page = page;
    const window = this.#window;
    const passesItems = this.#passed?.pass(page.items) === true;
    const { isRepeated, marks } = recognisePage(page, window, passesItems);
    const missing = this.#known?.missing;
    const found = isRepeated ? noItems : this.#take(page);
    const leadsOn = found.hasNew || this.#known?.missing !== missing || passesItems;
    this.#emptyPages = page.items.length === 0 ? this.#emptyPages + 1 : 0;
    if (found.isPast) {
      window.isRead = true;
    } else if (page.cursor === undefined && isRepeated) {
      this.#fault = nothingNew(answerSource(this.#options));
    } else if (page.cursor === undefined) {
      this.#end();
    } else if (this.#emptyPages > 0) {
      this.#skipEmptyPage(page.cursor);
    } else {
      this.#advance(page, page.cursor, leadsOn);
    }
    const isFruitless = !found.hasNew && found.doubled === 0;
    if (isFruitless && !window.isRead && (this.#restart || this.#fault)) {
      this.release();
      return undefined;
    }
    window.measure(page.items);
    const { outOfOrder: isDisordered } = window.duplicates;
    return { body: page.body, items: found.fresh, doubled: found.doubled, marks, isDisordered };
  }

  /** True if items outside the window are an error. */
  get #isStrict(): boolean {
    return !this.#mode.isSingleLane && this.#window.to !== undefined;
  }

  release(): void {
    this.#page?.release();
    this.#page = undefined;
  }

  async #read(): Promise<RawPage | undefined> {
    const { position } = this.#window;
    try {
      return await this.#requests.take(position);
    } catch (error) {
      if (position.cursor === undefined || !isLostCursor(error)) {
        this.suspend();
        throw error;
      }
      this.#restartChain(error);
      return undefined;
    }
  }

  /** Guesses the request after the page of `position`, which has arrived but has not been scanned. */
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

  /** Passes the page's items and returns them. */
  #take(page: RawPage): ClassifiedItems {
    const window = this.#window;
    const found = classifyItems(page, window, {
      isStrict: this.#isStrict,
      known: this.#known,
      earlier: this.#mode.known,
    });
    this.#ignoresRanges ||= found.ignoresRanges;
    if (found.doubt) {
      this.#doubt(found.doubt);
    }
    window.advance(page, found);
    if (found.hasNew) {
      this.#restart = this.#passed = undefined;
    }
    return found;
  }

  #doubt(doubt: Doubt): void {
    const { position } = this.#window;
    // "time" is not replaced by "order": IDs make up for a wrong order, nothing makes up for missing times.
    if (position.doubt !== doubt && position.doubt !== "time") {
      this.#window.position = { ...position, doubt };
    }
  }

  /** Handles the page that the service calls the last one. */
  #end(): void {
    const restart = this.#restart;
    const missing = this.#known?.missing;
    // A chain of one page needs no proof: it used no cursor. A chain restarted for the proof is the proof; if its second
    // fills several pages, two attempts must end with the same number missing. A service that ignores ranges can give no
    // proof.
    const isProved =
      this.#window.position.cursor === undefined ||
      this.#ignoresRanges ||
      (restart && missing === restart.missing);
    if (isProved || this.#window.restartTime === undefined) {
      this.#window.isRead = true;
    } else {
      this.#restartChain(restart?.cause, missing);
    }
  }

  /** Follows an empty page that has a cursor. If the cursors lead nowhere, the empty page may be the end. */
  #skipEmptyPage(next: string): void {
    const window = this.#window;
    const isRepeated = window.seen.has(next);
    if (!isRepeated && this.#emptyPages <= maxEmptyPages) {
      this.#advanceByCursor(next);
    } else if (!window.hasCome && this.#isStrict) {
      throw new NotInWindowsError();
    } else if (window.hasCome && (isRepeated || window.restartTime !== undefined)) {
      this.#end();
    } else {
      const source = answerSource(this.#options);
      this.#fault = isRepeated ? repeatedCursor(source) : nothingNew(source);
    }
  }

  /**
   * Returns the time by which to request the next page, or `undefined` if the cursor must be followed.
   * @throws NotInWindowsError if an open window cannot be given an end
   */
  #nextTime({ items }: RawPage): string | undefined {
    const { restartTime, to, duplicates, lastSecond, position } = this.#window;
    if (this.#mode.isSingleLane) {
      return undefined;
    }
    if (to === undefined && (restartTime === undefined || duplicates.outOfOrder)) {
      throw new NotInWindowsError();
    }
    this.#isInSecond = lastSecond.size > items.length * maxRepeated;
    const isFurther = to === undefined || restartTime !== position.endDateTime;
    return isFurther && !duplicates.outOfOrder && (to === undefined || !this.#isInSecond)
      ? restartTime
      : undefined;
  }

  #requestAhead(): void {
    if (!this.#restart) {
      this.#requests.requestAhead(this.#window.position);
    }
  }

  #advanceByTime(place: string): void {
    const window = this.#window;
    const { ahead } = this.#requests;
    window.to ??= place;
    window.restartAt(place);
    if (ahead?.cursor === undefined && ahead?.endDateTime === place) {
      // This request was sent before the window was divided. Items beyond the window are skipped.
      window.position = { ...window.position, startDateTime: ahead.startDateTime };
    }
    this.#known = window.lastSecond.known();
    this.#requestAhead();
  }

  #advanceByCursor(next: string): void {
    const window = this.#window;
    window.seen.add(next);
    window.position = { ...window.position, cursor: next };
    this.#requestAhead();
  }

  /** @param leadsOn true if the page has brought something new, or known items of the second at which the chain restarted */
  #advance(page: RawPage, next: string, leadsOn: boolean): void {
    const window = this.#window;
    const { cursor } = window.position;
    const isRepeated = window.seen.has(next);
    const place = leadsOn ? this.#nextTime(page) : undefined;
    if (place !== undefined) {
      this.#advanceByTime(place);
    } else if (!isRepeated && leadsOn) {
      this.#advanceByCursor(next);
    } else if (this.#restart && !this.#restart.cause && cursor === undefined) {
      // The service ignores ranges, so it cannot be asked whether anything is left.
      window.isRead = true;
    } else {
      const source = answerSource(this.#options);
      this.#fault = isRepeated ? repeatedCursor(source) : nothingNew(source);
    }
  }

  /**
   * Replaces the chain by one that starts at the second reached.
   * @param cause why the chain broke; `undefined` if it ended regularly. Thrown if there is no time to restart at, or if
   * several restarts have brought nothing new.
   * @param missing number of known items that had not come when the chain ended
   */
  #restartChain(cause?: unknown, missing?: number): void {
    const window = this.#window;
    const time = window.restartTime;
    const before = this.#restart;
    const number = (before?.number ?? 0) + 1;
    if (time === undefined || number > maxRestarts) {
      this.suspend();
      const error = before?.cause ?? cause;
      throw error instanceof Error ? error : nothingNew(answerSource(this.#options));
    }
    const { position, seen } = before ?? { position: window.position, seen: [...window.seen] };
    this.#restart = { cause: before?.cause ?? cause, position, seen, number, missing };
    this.#fault = undefined;
    this.#known = window.duplicates.outOfOrder ? undefined : window.lastSecond.known();
    this.#passed = cause === undefined ? undefined : itemsToPass(window);
    window.restartAt(time);
  }

  /**
   * Sets the window to a position from which it can be read on later: where the chain broke, because it may work again then,
   * or the start of the proof.
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
}
