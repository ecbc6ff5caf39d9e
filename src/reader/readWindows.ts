import { secondsOf, timeOfSeconds } from "../model/time.ts";
import type { RawItem, RawItems } from "../client/queries.ts";
import { LastSecond } from "./lastSecond.ts";
import { DuplicateFilter } from "./duplicateFilter.ts";
import type { PageHead } from "./pageMarks.ts";

/**
 * Why a window cannot be requested again by time without losing or duplicating items. "time": an item has no time of the
 * documented form. "order": items came out of order and have no IDs.
 */
export const doubts = ["time", "order"] as const;
export type Doubt = (typeof doubts)[number];

/** The request for the next page of a window. */
export interface WindowPosition {
  /** Range with which the chain of cursors started; it stays the same along the chain. */
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
  /** `undefined` at the start of a chain. */
  readonly cursor?: string | undefined;
  /** Fingerprint that recognises the chain's first page if it comes again. */
  readonly top?: PageHead | undefined;
  /** Fingerprint of the page before, if its items have no IDs. */
  readonly print?: string | undefined;
  /** True if the chain was restarted by time, so that its first items are known. */
  readonly restarted?: boolean | undefined;
  readonly doubt?: Doubt | undefined;
}

/** Items of a page: those that are new in this reading, and with them those that an earlier one has stored. */
type TakenItems = Readonly<Record<"fresh" | "passed", readonly RawItem[]>>;

/** A page as it is known before it is scanned: a guess. */
export interface ExpectedPage {
  /** Times of the first and the last item. */
  readonly newest: string;
  readonly reached: string;
  readonly items: number;
}

/**
 * A part of the range, (from, to] in whole seconds, that is read newest first. Windows do not overlap: each response is in
 * exactly one, because the service's ranges are exclusive at their start and inclusive at their end (API.md, "Common
 * rules").
 */
export class ReadWindow {
  readonly id: number;
  /** `undefined`: to the newest. */
  to: string | undefined;
  /** `undefined`: from the oldest. It rises when the older part becomes a window of its own. */
  from: string | undefined;
  position: WindowPosition;
  isRead = false;
  /** Number of new items read. */
  read = 0;
  /** The last second that was read. */
  lastSecond = new LastSecond();
  /** Items after this time may be stored already and are then known. `undefined`: none are. */
  since: string | undefined;
  /** Newest time that came, if the end was open. */
  newest: string | undefined;
  /** What its first page is expected to contain, which has arrived but has not been scanned. */
  expected: ExpectedPage | undefined;
  /** Number of items of the page read last, and the seconds of time that it covers. */
  lastPage: { readonly items: number; readonly seconds: number } | undefined;
  readonly duplicates = new DuplicateFilter();
  /** Fingerprints of the first items of each page. */
  readonly marks = new Set<string>();
  /** Cursors of the chain so far. */
  readonly seen = new Set<string>();

  constructor(id: number, from: string | undefined, to: string | undefined) {
    this.id = id;
    this.from = from;
    this.to = to;
    this.position = { startDateTime: from, endDateTime: to };
  }

  /** Time at which a chain can be restarted; `undefined` if it cannot. */
  get restartTime(): string | undefined {
    const { lastSecond, duplicates, position, to } = this;
    if (position.doubt !== undefined) {
      return undefined;
    }
    const reached = secondsOf(lastSecond.time ?? "");
    if (reached === undefined || duplicates.disorder === 0) {
      return lastSecond.time;
    }
    // Some later items may be still to come. Those that were read are recognised by their IDs.
    const place = timeOfSeconds(reached + duplicates.disorder);
    return to !== undefined && to < place ? to : place;
  }

  /** True if any items came, in this reading or an earlier one. */
  get hasCome(): boolean {
    return this.lastSecond.time !== undefined || this.position.doubt !== undefined;
  }

  /** Time down to which the window has been read. */
  get reached(): string | undefined {
    return this.lastSecond.time ?? this.expected?.reached ?? this.to;
  }

  /** Upper end: `to`, or the newest time that came if the end was open. */
  get top(): string | undefined {
    return this.newest ?? this.expected?.newest ?? this.to;
  }

  /** Number of new items down to `reached`. */
  get items(): number {
    return this.expected?.items ?? this.read;
  }

  /** Records the items of a page. */
  advance({ body, items }: RawItems, { fresh, passed }: TakenItems): void {
    this.expected = undefined;
    if (this.to === undefined) {
      this.newest ??= items[0]?.finishedAt;
    }
    this.lastSecond.advancePast(body, passed);
    this.read += fresh.length;
  }

  /** Records how close together the items of a page are in time. */
  measure(items: readonly Pick<RawItem, "finishedAt">[]): void {
    const [newest, oldest] = [items[0], items.at(-1)].map((it) => it?.finishedAt);
    const isLast = this.isRead && this.from !== undefined && this.from < (oldest ?? "~");
    const top = secondsOf(newest ?? this.to ?? "");
    const bottom = secondsOf((isLast ? this.from : oldest) ?? "");
    if (top !== undefined && bottom !== undefined && bottom <= top) {
      this.lastPage = { items: items.length, seconds: top - bottom + 1 };
    }
  }

  /** Restarts the chain at `place`; known items of that second will be skipped. */
  restartAt(place: string): void {
    this.seen.clear();
    this.position = { startDateTime: this.from, endDateTime: place, restarted: true };
  }

  /** Moves to `position`, to which these consecutive pages have led. */
  moveTo(pages: readonly WindowPosition[], position: WindowPosition): void {
    this.position = position;
    for (const page of pages) {
      if (page.cursor !== undefined && isSameChain(page, position)) {
        this.seen.add(page.cursor);
      }
    }
  }
}

/** Returns true if both are of one chain. Cursors of an abandoned chain do not count: if they are positions, they recur. */
function isSameChain(a: WindowPosition, b: WindowPosition): boolean {
  return a.restarted === b.restarted && a.endDateTime === b.endDateTime;
}

/** Returns an ID that none of the windows has. */
export function nextId(windows: readonly ReadWindow[]): number {
  return Math.max(-1, ...windows.map((it) => it.id)) + 1;
}

interface Ending {
  readonly to?: string | undefined;
}

/** Compares windows, newest first. An open end sorts before all times, which start with a digit. */
export function newestFirst(a: Ending, b: Ending): number {
  const [first, second] = [a.to ?? "~", b.to ?? "~"];
  return second < first ? -1 : Number(second > first);
}

/** Number of windows that may turn out nearly empty, plus one per `pagesPerLook` pages read. */
const freeLooks = 8;
const pagesPerLook = 4;

/** Share of a page that a request is expected to bring: a remainder would take another request. */
const expectedShare = 0.95;

/**
 * Share of a request that must be left to divide the first window: estimates are rough, and two pages in parallel are
 * quicker than two in sequence. Later, a whole one must be left, because a request for all of it is on its way.
 */
const worthDividing = 0.5;

/** Density expected below a survey's first page, as a multiple: most people answer soon after an invitation. */
const denserBelow = 1.5;

/** Share of a page that tells its density. A smaller one counts as if it were filled up with items of average density. */
const tellingShare = 0.5;

/** The windows of a range, newest first. */
export class ReadWindows {
  readonly #list: ReadWindow[];
  #oldest: number | undefined;
  #nextId: number;
  /** Number of items of the largest page. */
  largestPage = 0;

  /** @param list at least one window */
  constructor(list: readonly ReadWindow[]) {
    this.#list = [...list];
    this.#nextId = nextId(list);
  }

  get list(): readonly ReadWindow[] {
    return this.#list;
  }

  /** A guess at the time of the oldest item, such as when the survey was created; windows are divided by it. */
  set oldest(time: string | undefined) {
    this.#oldest = time === undefined ? undefined : secondsOf(time);
  }

  /** Share of the range's time span that has been read, 0 to 1; `undefined` if unknown. */
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

  /** Lets a window be divided before its first page is scanned, if it is known where the window starts. */
  expect(window: ReadWindow, page: ExpectedPage): void {
    const isBounded = window.from !== undefined || this.#oldest !== undefined;
    window.expected = isBounded ? page : undefined;
  }

  /** Splits the older half off the window that has most left. @returns `undefined` if no window is worth dividing */
  divide(): { readonly divided: ReadWindow; readonly older: ReadWindow } | undefined {
    if (this.#list.some((it) => it.position.doubt !== undefined || it.duplicates.outOfOrder)) {
      return undefined;
    }
    const densities = this.#densities();
    const expected = this.#list.map((it) => it.expected?.items ?? 0);
    const itemsOfRequest = Math.max(this.largestPage, ...expected) * expectedShare;
    let most = 0;
    let found: { window: ReadWindow; reached: number; seconds: number } | undefined;
    for (const [index, window] of this.#list.entries()) {
      const reached = secondsOf(window.reached ?? "");
      const seconds = window.isRead ? 0 : (this.#secondsLeft(window) ?? 0);
      const requests = (seconds * (densities[index] ?? 0)) / itemsOfRequest;
      const isFirst = this.#list.length === 1 && window.since === undefined;
      const least = isFirst || window.expected ? worthDividing : 1;
      if (reached !== undefined && seconds >= 2 && requests > Math.max(least, most)) {
        found = { window, reached, seconds };
        most = requests;
      }
    }
    if (!found) {
      return undefined;
    }
    const { window, reached, seconds } = found;
    const requests = Math.max(2, Math.ceil(most));
    const newer = Math.ceil((seconds * Math.ceil(requests / 2)) / requests);
    const at = timeOfSeconds(reached - newer);
    const older = new ReadWindow(this.#nextId++, window.from, at);
    older.since = window.since;
    window.from = at;
    this.#list.splice(this.#list.indexOf(window) + 1, 0, older);
    return { divided: window, older };
  }

  #secondsLeft(window: ReadWindow): number | undefined {
    const reached = secondsOf(window.reached ?? "");
    const bottom = this.#bottomOf(window);
    return reached === undefined || bottom === undefined
      ? undefined
      : Math.max(0, reached - bottom);
  }

  /** Returns the lower end in seconds; an estimate if the window is open. */
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
    // Below the guess, or without one: several times the span that has been read. If nothing was read, nothing is known.
    return window.items > 0 ? reached - 8 * (to - reached) - 60 : reached;
  }

  /**
   * Returns the expected items per second of what is left of each window: those of its last page, or between those of its
   * neighbours; or the average once many windows were nearly empty.
   */
  #densities(): number[] {
    const { items, seconds, fruitless, densest } = this.#totals();
    if (fruitless >= freeLooks + items / (pagesPerLook * this.largestPage)) {
      return this.#list.map(() => items / Math.max(1, seconds));
    }
    const own = this.#list.map(({ lastPage }) => {
      const more = Math.max(0, this.largestPage * tellingShare - (lastPage?.items ?? 0));
      const moreSeconds = more > 0 ? (more * seconds) / items : 0;
      return lastPage && (lastPage.items + more) / (lastPage.seconds + moreSeconds);
    });
    const [newer, older] = [carried(own), carried(own.toReversed()).toReversed()];
    return this.#list.map(({ expected }, index) => {
      const [above, below] = [newer[index] ?? older[index], older[index] ?? newer[index]];
      return expected ? densest * denserBelow : Math.sqrt((above ?? densest) * (below ?? densest));
    });
  }

  #totals() {
    const totals = { items: 0, seconds: 0, fruitless: 0, densest: 0 };
    for (const window of this.#list) {
      const newest = secondsOf(window.top ?? "");
      const reached = secondsOf((window.isRead ? window.from : undefined) ?? window.reached ?? "");
      if (newest === undefined || reached === undefined) {
        continue;
      }
      const covered = newest - reached + 1;
      totals.items += window.items;
      totals.seconds += covered;
      totals.densest = Math.max(totals.densest, window.items / covered);
      totals.fruitless += window.items * 2 < this.largestPage ? 1 : 0;
    }
    return totals;
  }
}

/** Returns the values with each gap filled by the value before it. */
function carried<T>(values: readonly (T | undefined)[]): (T | undefined)[] {
  let last: T | undefined;
  return values.map((it) => (last = it ?? last));
}
