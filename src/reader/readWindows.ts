import { secondsOf, timeOfSeconds } from "../model/time.ts";
import { LastSecond } from "./lastSecond.ts";
import { DuplicateFilter } from "./duplicateFilter.ts";
import type { PageHead } from "./pageMarks.ts";

/**
 * Why nothing can be asked again by time without losing or doubling something: an item has no time of the documented form;
 * or items came out of order, and have no ids.
 */
export const doubts = ["time", "order"] as const;
export type Doubt = (typeof doubts)[number];

/** What the service is to be asked for the next page of a window. */
export interface WindowPosition {
  /** The range that the chain of cursors was begun with; it stays the same along the chain. */
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
  /** Absent: the chain begins. */
  readonly cursor?: string | undefined;
  /** By what the chain's first page is known, should it come again. */
  readonly top?: PageHead | undefined;
  /** The same of the page before; where its items have no ids. */
  readonly print?: string | undefined;
  /** Whether the chain was begun again by time, so that its first items are known. */
  readonly restarted?: boolean | undefined;
  readonly doubt?: Doubt | undefined;
}

/**
 * A part of the range, (from, to] in whole seconds, which is read newest first. Windows share nothing: each response is in
 * exactly one, because the service's ranges are exclusive at their start and inclusive at their end (API.md, "Common
 * rules").
 */
export class ReadWindow {
  readonly id: number;
  /** Absent: to the newest. */
  to: string | undefined;
  /** Absent: from the oldest. It rises when the older part becomes a window of its own. */
  from: string | undefined;
  position: WindowPosition;
  isRead = false;
  /** Items that were new. */
  read = 0;
  /** The last second that was read. */
  lastSecond = new LastSecond();
  /** After this time, something may have been kept before: it is known. Absent: nothing was. */
  since: string | undefined;
  /** The newest time that came, where the end was open. */
  newest: string | undefined;
  readonly duplicates = new DuplicateFilter();
  /** Of the first items of each page. */
  readonly marks = new Set<string>();
  /** Cursors of the chain, up to where it stands. */
  readonly seen = new Set<string>();

  constructor(id: number, from: string | undefined, to: string | undefined) {
    this.id = id;
    this.from = from;
    this.to = to;
    this.position = { startDateTime: from, endDateTime: to };
  }

  /** Where a chain can be begun again by time; `undefined` where it cannot. */
  get place(): string | undefined {
    const { lastSecond, duplicates, position, to } = this;
    if (position.doubt !== undefined) {
      return undefined;
    }
    const reached = secondsOf(lastSecond.time ?? "");
    if (reached === undefined || duplicates.disorder === 0) {
      return lastSecond.time;
    }
    // Some of what is later may be still to come; what was read is known by its id.
    const place = timeOfSeconds(reached + duplicates.disorder);
    return to !== undefined && to < place ? to : place;
  }

  /** Whether any items came, or an earlier reading had some. */
  get hasCome(): boolean {
    return this.lastSecond.time !== undefined || this.position.doubt !== undefined;
  }

  /** The time down to which it is read. */
  get reached(): string | undefined {
    return this.lastSecond.time ?? this.to;
  }

  /** The time from which on it is read. */
  get top(): string | undefined {
    return this.newest ?? this.to;
  }

  /** Begins the chain again in the second that was reached; what is known of it will be passed over. */
  beginAgain(place: string): void {
    this.seen.clear();
    this.position = { startDateTime: this.from, endDateTime: place, restarted: true };
  }

  /** Stands where these pages, which were read one after the other, have led to. */
  goBehind(pages: readonly WindowPosition[], position: WindowPosition): void {
    this.position = position;
    for (const page of pages) {
      if (page.cursor !== undefined && isSameChain(page, position)) {
        this.seen.add(page.cursor);
      }
    }
  }
}

/** Cursors of a chain that was left say nothing of the one that was begun instead: where they are positions, they recur. */
function isSameChain(a: WindowPosition, b: WindowPosition): boolean {
  return a.restarted === b.restarted && a.endDateTime === b.endDateTime;
}

interface Ending {
  readonly to?: string | undefined;
}

/** Sorts windows. One with an open end comes before all times, which are digits at first. */
export function newestFirst(a: Ending, b: Ending): number {
  const [first, second] = [a.to ?? "~", b.to ?? "~"];
  return second < first ? -1 : Number(second > first);
}

/** Windows that may turn out to have next to nothing, and one more for so many pages that were read. */
const freeLooks = 8;
const pagesPerLook = 4;

/** Of a page, what a request is expected to bring: a rest would take another one. */
const expectedShare = 0.95;

/** Of that, what has to be left: estimates are rough, and two pages side by side are quicker than one after the other. */
const worthDividing = 0.5;

/** The windows of a range, newest first. */
export class ReadWindows {
  readonly #list: ReadWindow[];
  #oldest: number | undefined;
  #nextId: number;
  /** Items of the largest page that came. */
  largestPage = 0;

  /** @param list at least one */
  constructor(list: readonly ReadWindow[]) {
    this.#list = [...list];
    this.#nextId = Math.max(...list.map((it) => it.id)) + 1;
  }

  get list(): readonly ReadWindow[] {
    return this.#list;
  }

  /** A guess at the time of the oldest item, such as when the survey was created; windows are divided by it. */
  set oldest(time: string | undefined) {
    this.#oldest = time === undefined ? undefined : secondsOf(time);
  }

  /** How much of the range in time is read, 0 to 1; `undefined` where nobody can tell. */
  get share(): number | undefined {
    let whole = 0;
    let left = 0;
    for (const window of this.#list) {
      const [to, remaining] = [secondsOf(window.top ?? ""), this.#secondsLeft(window)];
      const from = this.#bottomOf(window);
      if (to === undefined || remaining === undefined || from === undefined) {
        return undefined;
      }
      whole += to - from;
      left += window.isRead ? 0 : remaining;
    }
    return whole > 0 ? 1 - left / whole : undefined;
  }

  /** Makes the older half of the window that has most left a window of its own; `undefined` where none is worth it. */
  divide(): { readonly divided: ReadWindow; readonly older: ReadWindow } | undefined {
    if (this.#list.some((it) => it.position.doubt !== undefined || it.duplicates.outOfOrder)) {
      return undefined;
    }
    const secondsOfRequest = (this.largestPage * expectedShare) / this.#density();
    let most = 0;
    let found: { window: ReadWindow; reached: number; seconds: number } | undefined;
    for (const window of this.#list) {
      const reached = secondsOf(window.reached ?? "");
      const seconds = window.isRead ? 0 : (this.#secondsLeft(window) ?? 0);
      const least = secondsOfRequest * (window.read > 0 ? worthDividing : 1);
      if (reached !== undefined && seconds >= 2 && seconds > Math.max(least, most)) {
        found = { window, reached, seconds };
        most = seconds;
      }
    }
    if (!found) {
      return undefined;
    }
    const { window, reached, seconds } = found;
    const requests = Math.max(2, Math.ceil(seconds / secondsOfRequest));
    const newer = Math.ceil((seconds * Math.ceil(requests / 2)) / requests);
    return { divided: window, older: this.insert(window, timeOfSeconds(reached - newer)) };
  }

  /** Makes what is at and before the time a window of its own. */
  insert(divided: ReadWindow, at: string, id = this.#nextId): ReadWindow {
    const older = new ReadWindow(id, divided.from, at);
    older.since = divided.since;
    this.#nextId = Math.max(this.#nextId, id + 1);
    divided.from = at;
    this.#list.splice(this.#list.indexOf(divided) + 1, 0, older);
    return older;
  }

  #secondsLeft(window: ReadWindow): number | undefined {
    const reached = secondsOf(window.reached ?? "");
    const bottom = this.#bottomOf(window);
    return reached === undefined || bottom === undefined
      ? undefined
      : Math.max(0, reached - bottom);
  }

  /** Where the window ends; of one that is open, where it probably does. */
  #bottomOf(window: ReadWindow): number | undefined {
    if (window.from !== undefined) {
      return secondsOf(window.from);
    }
    const [to, reached] = [secondsOf(window.top ?? ""), secondsOf(window.reached ?? "")];
    if (to === undefined || reached === undefined) {
      return undefined;
    }
    if (this.#oldest !== undefined && this.#oldest <= reached) {
      return this.#oldest;
    }
    // Below the guess, or without one: several times as long as what is known. Nothing is known of what was not read.
    return window.read > 0 ? reached - 8 * (to - reached) - 60 : reached;
  }

  /**
   * Items a second that may be expected: as many as where they lie most densely, because what was read first may be a gap
   * or a tail; and once many windows have brought next to nothing, as many as there are on the whole.
   */
  #density(): number {
    let items = 0;
    let seconds = 0;
    let densest = 0;
    let fruitless = 0;
    for (const window of this.#list) {
      const newest = secondsOf(window.top ?? "");
      const reached = secondsOf((window.isRead ? window.from : undefined) ?? window.reached ?? "");
      if (newest === undefined || reached === undefined) {
        continue;
      }
      const covered = newest - reached + 1;
      items += window.read;
      seconds += covered;
      densest = Math.max(densest, window.read / covered);
      fruitless += window.read * 2 < this.largestPage ? 1 : 0;
    }
    const isWorthLooking = fruitless < freeLooks + items / (pagesPerLook * this.largestPage);
    return isWorthLooking ? densest : items / Math.max(1, seconds);
  }
}
