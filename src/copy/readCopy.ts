import { setImmediate } from "node:timers/promises";
import type { AttemptWatch, RawItem } from "../client/queries.ts";
import { orCancelled } from "../client/waiting.ts";
import { isCancelled } from "../model/errors.ts";
import { KnownItems, type KnownItem } from "../reader/lastSecond.ts";
import type { LaneLimits } from "../reader/laneControl.ts";
import { newestFirst, ReadWindow } from "../reader/readWindows.ts";
import type { ReadPage } from "../reader/chainReader.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind, PageSource } from "../reader/responseSource.ts";
import type { Keeper } from "../reader/keeper.ts";
import { SurveyReading, type SurveyReadingOptions } from "../reader/surveyReading.ts";
import { restoredWindow, windowState, type WindowState } from "../reader/windowState.ts";
import type { Overlap } from "./overlap.ts";
import type { CopyFacts } from "./readableCopy.ts";
import type { PageHook, StoredWindow, SurveyCopy } from "./surveyCopy.ts";

/** Milliseconds after which a lease that is not used otherwise is asked for again: it is lost after some seconds. */
const leaseInterval = 3000;

export interface CopyProgress extends CopyFacts {
  /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
  readonly share: number | undefined;
}

/** What is read into a copy. */
export interface ReadTask {
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** Restricts all that the copy ever has. */
  readonly query?: Omit<ReadQuery, "collectGroupId" | "filter"> | undefined;
  /** Forgets what is kept, and reads everything. */
  readonly isAnew?: boolean | undefined;
  /** Begins the copy with this note, whatever there is in it, and reads everything. */
  readonly begins?: string | undefined;
  /** Absent: from one up to as many as the client sends requests at once. */
  readonly lanes?: LaneLimits | undefined;
}

export interface ReadCopyOptions extends ReadTask {
  readonly source: PageSource;
  readonly copy: SurveyCopy;
  /** Resolves when the copy has the survey: its items are kept after it. Absent: they are kept at once. */
  readonly survey?: Promise<{ readonly createdAt?: string | undefined }> | undefined;
  readonly attempts?: AttemptWatch | undefined;
  /**
   * Resolves while there is somebody to read for. Without, the lease is not kept while a page takes long to come: a process may
   * outlive its window, and what it asks of that is never answered.
   */
  readonly isWanted?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
  /** See SurveyCopy.addPage. */
  readonly beforeCommit?: PageHook | undefined;
  /** After each page. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** What is said of a reading by who asks for it, wherever the copy is. */
export type CopyReading = Omit<ReadCopyOptions, "source" | "copy" | "beforeCommit">;

/** "here", "elsewhere": another one has the lease, of the same reader or of another. */
export type ReadOutcome = "complete" | "here" | "elsewhere";

/**
 * Reads into the copy what the service has and the copy has not: what is new, and what an earlier reading left. What was
 * submitted with an earlier time than the newest item is found as far as the copy's overlap reaches.
 *
 * When it fails or is cancelled, each page that came is kept, and the next reading goes on behind it.
 * @throws SurveyErrors of the client and of the copy
 */
export async function readCopy(options: ReadCopyOptions): Promise<ReadOutcome> {
  const { copy, survey, isAnew = false, begins, isWanted } = options;
  // It may fail before it is awaited, and must not count as unhandled until then.
  survey?.catch(() => undefined);
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  if (begins === undefined && !copy.takeLease()) {
    return whoHasLease(copy);
  }
  let hasEnded = false;
  const keep = async (): Promise<void> => {
    await isWanted?.();
    if (!hasEnded) {
      try {
        copy.renewLease();
      } catch {
        lost.abort();
      }
    }
  };
  // Where nobody wants it, the lease runs out; what that means for the reading is for its requests to say.
  const keeping = setInterval(() => void keep().catch(() => undefined), leaseInterval);
  try {
    if (isAnew) {
      copy.reset(false);
    }
    await (begins === undefined
      ? readAll({ ...options, signal })
      : readNew({ ...options, signal }, begins, lost));
    return "complete";
  } catch (error) {
    if (isCancelled(error) && !options.signal.aborted) {
      return whoHasLease(copy);
    }
    throw error;
  } finally {
    hasEnded = true;
    clearInterval(keeping);
    leave(copy);
  }
}

/** What ended the reading is the error to tell; a lease that is not left runs out. */
function leave(copy: SurveyCopy): void {
  try {
    copy.releaseLease();
  } catch {
    // See above.
  }
}

function whoHasLease(copy: SurveyCopy): "here" | "elsewhere" {
  return copy.isLeaseElsewhere() ? "elsewhere" : "here";
}

/** The first page is asked for while the copy is made. */
async function readNew(
  options: ReadCopyOptions,
  note: string,
  lost: AbortController,
): Promise<void> {
  const asOf = Date.now();
  const begun = setImmediate().then(() => options.copy.begin(note));
  // What came of it counts, not that the reading was ended for it.
  begun.catch(() => lost.abort());
  await readWith({ ...options, begun }, {}).catch(async (error: unknown) => {
    await begun;
    throw error;
  });
  options.copy.finish(asOf);
}

async function readAll(options: ReadCopyOptions): Promise<void> {
  const { copy, query } = options;
  const asOf = Date.now();
  const { windows, loaded, newest, singleLane } = copy.readingState();
  const overlap = loaded > 0 ? overlapIn(copy, query?.startDateTime) : undefined;
  const isResumed = singleLane && windows.length > 0;
  if (loaded > 0 && !overlap && !isResumed) {
    // Without times, what is kept cannot be told from what is new.
    copy.reset(singleLane);
    await readAll(options);
    return;
  }
  const left = windows.map((it) => restored(it, singleLane));
  if (left[0]) {
    left[0].newest = newest;
  }
  if (overlap && !singleLane) {
    const again = readAgain(left, overlap.since);
    // Before anything newer is kept, with which the overlap moves on.
    copy.putWindows(again.map(windowState));
    left.push(...again);
    left.sort(newestFirst);
  }
  // What an earlier reading left is not new, though it may lie behind the overlap.
  const unread = left.filter((it) => !it.isRead);
  const after = [overlap?.since, ...unread.map((it) => it.reached)].reduce(later, undefined);
  const since = [after, ...unread.map((it) => it.since)].reduce(earlier, undefined);
  const isBehind = overlap !== undefined && since !== undefined && since < overlap.since;
  const kept = isBehind ? copy.overlap(since) : overlap;
  if (isBehind && !kept) {
    copy.reset(true);
    await readAll(options);
    return;
  }
  await readWith(options, {
    left,
    largestPage: copy.pages.reduce((most, { rows }) => Math.max(most, rows), 0),
    after,
    isSingleLane: singleLane,
    known: new KnownItems(notPassed(kept?.known ?? [], unread)),
  });
  copy.finish(asOf);
  if (isResumed && overlap) {
    // A single lane has read on where it was; what was submitted meanwhile is newer than that.
    await readAll(options);
  }
}

interface ReadIntoCopy extends ReadCopyOptions {
  /** Resolves when the copy is there. */
  readonly begun?: Promise<void> | undefined;
}

/** @param from what the copy has */
async function readWith(
  options: ReadIntoCopy,
  from: Pick<SurveyReadingOptions, "left" | "largestPage" | "after" | "isSingleLane" | "known">,
): Promise<void> {
  const { source, signal, survey, attempts } = options;
  const keeper = keeperOf(options, () => reading.share);
  const reading: SurveyReading = new SurveyReading({ ...options, keeper, ...from });
  const oldest = async (): Promise<string | undefined> => (await survey)?.createdAt;
  await reading.run({ source, signal, oldest, attempts });
}

function keeperOf(options: ReadIntoCopy, share: () => number | undefined): Keeper {
  const { copy, survey, kind, signal, beforeCommit, onProgress, begun } = options;
  // Metadata are kept until they are compared or exported.
  const isCompressed = kind === "responses";
  return {
    async page(window: WindowState, page: ReadPage): Promise<void> {
      await orCancelled(Promise.all([survey, begun]), signal);
      // What has no time is in no range. Whether a service that sends it all the same has sent it before, nobody can tell.
      const hasPlace = (it: RawItem): boolean =>
        window.from === undefined || it.finishedAt !== undefined;
      const { position } = window;
      const trail = { position, marks: page.marks };
      const items = page.items.filter(hasPlace);
      copy.addPage({ ...page, items, window, trail, isCompressed }, beforeCommit);
      onProgress?.({ ...copy.facts, share: share() });
    },
    divided: (divided, older) => copy.divide(divided, older),
    async anew(): Promise<void> {
      await begun;
      copy.reset(true);
    },
  };
}

/** The copy has nothing of what is not after `start`. */
function overlapIn(copy: SurveyCopy, start: string | undefined): Overlap | undefined {
  const overlap = copy.overlap();
  return overlap && start !== undefined && start > overlap.since ? copy.overlap(start) : overlap;
}

/** What is known, but for what the windows know themselves of the seconds that they have reached: without ids, it counts once. */
function notPassed(known: readonly KnownItem[], windows: readonly ReadWindow[]): KnownItem[] {
  const passed = new Map<string, number>();
  for (const { time = "", items } of windows.map((it) => it.lastSecond)) {
    items.forEach((it) => passed.set(`${time} ${it}`, (passed.get(`${time} ${it}`) ?? 0) + 1));
  }
  return known.filter(({ time, key }) => {
    const count = passed.get(`${time} ${key}`) ?? 0;
    passed.set(`${time} ${key}`, count - 1);
    return count <= 0;
  });
}

function nextId(windows: readonly ReadWindow[]): number {
  return Math.max(-1, ...windows.map((it) => it.id)) + 1;
}

/**
 * What an earlier reading has read below the newest place where it has to go on: with several lanes there is such. What was
 * submitted since, with a time that lies there, would be found by nobody once the overlap has moved on.
 */
function readAgain(left: readonly ReadWindow[], since: string): ReadWindow[] {
  const unread = left
    .flatMap(({ isRead, reached, from }) =>
      isRead || reached === undefined ? [] : [{ reached, from }],
    )
    .sort((a, b) => (a.reached < b.reached ? 1 : -1));
  let id = nextId(left);
  let at = unread[0]?.reached ?? since;
  const again: ReadWindow[] = [];
  for (const { reached, from } of [...unread, { reached: since, from: since }]) {
    const bottom = reached > since ? reached : since;
    if (bottom < at) {
      const window = new ReadWindow(id++, bottom, at);
      window.since = since;
      again.push(window);
    }
    at = from === undefined ? since : from < at ? from : at;
  }
  return again;
}

/**
 * As it stood, but by time: what was submitted since, with a time of the second that was reached, may stand before a cursor;
 * and cursors may be positions, which it has shifted. A single lane is read by cursors as long as items have ids, by which
 * what comes again is told from what is new.
 */
function restored(kept: StoredWindow, singleLane: boolean): ReadWindow {
  const window = restoredWindow(kept);
  const { isRead, place } = window;
  const isByTime = !singleLane || kept.recent.some((it) => it.id === undefined);
  if (!isRead && place !== undefined && isByTime) {
    window.beginAgain(place);
  }
  return window;
}

/** Times of the API are text that sorts as text. */
function later(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a > b ? a : b) : (a ?? b);
}

function earlier(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b);
}
