import { isLostCursor, mostEmptyPages, nothingNew, repeatedCursor } from "../client/paging.ts";
import type { LikelyNext, RawItems, RawPage } from "../client/queries.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { isDateTime } from "../model/time.ts";
import { classifyItems, noItems, type ClassifiedItems } from "./classifyItems.ts";
import { answerSource, type ReadOptions } from "./fetchPage.ts";
import { isFirstPage } from "./firstPage.ts";
import type { KnownItems } from "./lastSecond.ts";
import { NotInWindowsError } from "./notInWindows.ts";
import { fingerprint, headOf, marksOf } from "./pageMarks.ts";
import { PageRequests } from "./pageRequests.ts";
import type { Doubt, ReadWindow, WindowPosition } from "./readWindows.ts";

/** How a window is read. */
export interface WindowMode {
  /** By cursors alone, whatever the service sends: it does not keep to ranges, or not to the order. */
  readonly isSingleLane: boolean;
  /** What an earlier reading has; not among the items. */
  readonly known?: KnownItems | undefined;
}

/** A page, and which of its items are new. `body` is of use until the next page is asked for. */
export interface ReadPage extends RawItems {
  /** Items that had been there before, and are not among `items`. */
  readonly doubled: number;
  /** By what the page is known should it come again. */
  readonly marks: readonly string[];
  /** Whether items of the window came later than ones that are older. */
  readonly isDisordered: boolean;
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

/** In a row, without anything new: the responses that pages end with may be deleted one after the other. */
const mostRestarts = 8;

/** A page is asked for by time where less than the inverse of this of it comes once more. */
const worthAsking = 8;

/** Reads a window along chains of cursors, each begun by time. See readWindow. */
export class ChainReader {
  readonly #options: ReadOptions;
  readonly #window: ReadWindow;
  readonly #mode: WindowMode;
  readonly #signal: AbortSignal;
  readonly #requests: PageRequests;
  #page: RawPage | undefined;
  /** Of the second from which the chain was begun. */
  #known: KnownItems | undefined;
  /** The chain was begun again, and nothing new has come since. */
  #restart: Restart | undefined;
  /** Why the chain must not be followed any further. */
  #fault: SurveyError | undefined;
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
    this.#requests = new PageRequests(options, signal, (position, likely) =>
      this.#restart ? undefined : this.#likelyPosition(position, likely),
    );
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
      throw new SurveyError("cancelled", localizable("Cancelled."));
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
        isFirstPage(page, window) ||
        (print !== undefined && print === window.position.print));
    const top = cursor === undefined ? headOf(page) : window.position.top;
    window.position = { ...window.position, top, print };
    if (window.to === undefined) {
      window.newest ??= page.items[0]?.finishedAt;
    }
    const marks = marksOf(page.body, page.items);
    marks.forEach((it) => window.marks.add(it));
    const missing = this.#known?.missing;
    const { fresh, passed, doubled, hasNew, isPast } = isSeen ? noItems : this.#classify(page);
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
    const { outOfOrder: isDisordered } = window.duplicates;
    return { body: page.body, items: fresh, doubled, marks, isDisordered };
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

  #classify(page: RawPage): ClassifiedItems {
    const found = classifyItems(page, this.#window, {
      isStrict: this.#isStrict,
      known: this.#known,
      earlier: this.#mode.known,
    });
    this.#ignoresRanges ||= found.ignoresRanges;
    if (found.doubt) {
      this.#doubt(found.doubt);
    }
    return found;
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

  #askAhead(): void {
    if (!this.#restart) {
      this.#requests.askAhead(this.#window.position);
    }
  }

  #advanceByTime(place: string): void {
    const window = this.#window;
    const { ahead } = this.#requests;
    window.to ??= place;
    window.beginAgain(place);
    if (ahead?.cursor === undefined && ahead?.endDateTime === place) {
      // Asked for before the window was divided: what is beyond is passed over.
      window.position = { ...window.position, startDateTime: ahead.startDateTime };
    }
    this.#known = window.lastSecond.known();
    this.#askAhead();
  }

  #advanceByCursor(next: string): void {
    const window = this.#window;
    window.seen.add(next);
    window.position = { ...window.position, cursor: next };
    this.#askAhead();
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
}
