import { setImmediate } from "node:timers/promises";
import type { AttemptWatch, ItemKind, RawItem } from "../client/queries.ts";
import { orCancelled } from "../client/waiting.ts";
import { isCancelled } from "../model/errors.ts";
import { KnownItems, type KnownItem } from "../reader/lastSecond.ts";
import type { LaneLimits } from "../reader/laneControl.ts";
import { newestFirst, nextId, ReadWindow } from "../reader/readWindows.ts";
import type { ReadPage } from "../reader/chainReader.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { PageSource } from "../reader/responseSource.ts";
import type { Keeper } from "../reader/keeper.ts";
import { SurveyReading, type SurveyReadingOptions } from "../reader/surveyReading.ts";
import {
  restoredWindow,
  windowState,
  type StoredWindow,
  type WindowState,
} from "../reader/windowState.ts";
import type { Overlap } from "./overlap.ts";
import type { CopyFacts } from "./readableCopy.ts";
import type { PageHook, SurveyCopy } from "./surveyCopy.ts";

/** Milliseconds after which the lease is renewed if nothing else uses it: it expires after some seconds. */
const leaseInterval = 3000;

export interface CopyProgress extends CopyFacts {
  /** Share of the survey's time span that has been read, 0 to 1; `undefined` if unknown. */
  readonly share: number | undefined;
}

/** What to read into a copy. */
export interface ReadTask {
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** Restricts everything in the copy. */
  readonly query?: Omit<ReadQuery, "collectGroupId" | "filter"> | undefined;
  /** Reads everything, and discards what is stored when the first page has come. */
  readonly isAnew?: boolean | undefined;
  /** Resets the copy, stores this note in it, and reads everything. */
  readonly beginWithNote?: string | undefined;
  /** Default: from 1 to the number of requests that the client sends at once. */
  readonly lanes?: LaneLimits | undefined;
}

export interface ReadCopyOptions extends ReadTask {
  readonly source: PageSource;
  readonly copy: SurveyCopy;
  /** Resolves when the copy has the survey; items are stored after that. Default: they are stored at once. */
  readonly survey?: Promise<{ readonly createdAt?: string | undefined }> | undefined;
  readonly attempts?: AttemptWatch | undefined;
  /**
   * Resolves if somebody still needs the reading. Until it resolves, the lease is not renewed while a page takes long to
   * come: a process may outlive its window, which then never answers. Default: the lease is always renewed.
   */
  readonly isWanted?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
  /** See SurveyCopy.addPage. */
  readonly beforeCommit?: PageHook | undefined;
  /** Called after each page. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** Options that the caller sets, wherever the copy is. */
export type CopyReading = Omit<ReadCopyOptions, "source" | "copy" | "beforeCommit">;

/** "here", "elsewhere": another reader has the lease, with the same holder or another one. */
export type ReadOutcome = "complete" | "here" | "elsewhere";

/**
 * Reads into the copy what it does not have: what is new, and what an earlier reading left. Responses with an earlier time
 * than the newest item are found as far as the copy's overlap reaches.
 *
 * If it fails or is cancelled, each page that came is stored, and the next reading continues after it.
 * @throws SurveyErrors of the client and of the copy
 */
export async function readCopy(options: ReadCopyOptions): Promise<ReadOutcome> {
  const { copy, survey, beginWithNote, isWanted } = options;
  // The promise may reject before it is awaited. Do not report that as an unhandled rejection.
  survey?.catch(() => undefined);
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  if (beginWithNote === undefined && !copy.takeLease()) {
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
  // If `isWanted` rejects, the lease expires. The reading's own requests tell what is wrong.
  const keeping = setInterval(() => void keep().catch(() => undefined), leaseInterval);
  try {
    await (beginWithNote === undefined
      ? readMissing({ ...options, signal })
      : readNew({ ...options, signal }, beginWithNote, lost));
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

/** Releases the lease. If that fails, the lease expires by itself: the error to report is the one that ended the reading. */
function leave(copy: SurveyCopy): void {
  try {
    copy.releaseLease();
  } catch {
    // The lease expires by itself.
  }
}

function whoHasLease(copy: SurveyCopy): "here" | "elsewhere" {
  return copy.isLeaseElsewhere() ? "elsewhere" : "here";
}

/** Requests the first page while the copy is made. */
async function readNew(
  options: ReadCopyOptions,
  note: string,
  lost: AbortController,
): Promise<void> {
  const asOf = Date.now();
  const begun = setImmediate().then(() => options.copy.begin(note));
  // Report why the copy could not be made, not that the reading was cancelled because of it.
  begun.catch(() => lost.abort());
  await readWith({ ...options, begun }, {}).catch(async (error: unknown) => {
    await begun;
    throw error;
  });
  options.copy.finish(asOf);
}

async function readMissing(options: ReadCopyOptions): Promise<void> {
  const { copy, query, isAnew = false } = options;
  let isLeft = true;
  while (isLeft) {
    const asOf = Date.now();
    const start = isAnew ? anew(false) : startingPoint(copy, query?.startDateTime);
    await readWith(options, start);
    copy.finish(asOf);
    // A single lane has continued where it was. What was submitted meanwhile is newer and is still missing.
    isLeft = start.isContinued;
  }
}

/** What a reading continues from. */
interface StartingPoint extends Pick<
  SurveyReadingOptions,
  "left" | "largestPage" | "after" | "isSingleLane" | "known"
> {
  /** True if what the copy has is replaced. It stays until the first page has come, because there may be none. */
  readonly isAnew?: boolean | undefined;
}

type MissingStart = StartingPoint & { readonly isContinued: boolean };

function anew(isSingleLane: boolean): MissingStart {
  return { isSingleLane, isContinued: false, isAnew: true };
}

/**
 * Returns what a reading of the copy continues from. A copy whose items cannot be told from new ones is read anew.
 * @param start of the range that is read
 */
function startingPoint(copy: SurveyCopy, start: string | undefined): MissingStart {
  const windows = copy.storedWindows();
  const { loaded, newest, singleLane: isSingleLane } = copy.facts;
  // An open window of which only empty pages came is left out: the reading begins with such a window.
  const left = windows
    .map((it) => restored(it, isSingleLane))
    .filter((it) => it.hasCome || it.isRead || it.to !== undefined);
  const overlap = loaded > 0 ? overlapIn(copy, start) : undefined;
  const isResumed = isSingleLane && left.length > 0;
  if (loaded > 0 && !overlap && !isResumed) {
    // The items have no times.
    return anew(isSingleLane);
  }
  // The copy may have nothing of the newest window, which is then measured when its first page comes.
  if (left[0] && newest !== undefined && newest > (left[0].from ?? "")) {
    left[0].newest = newest;
  }
  if (overlap && !isSingleLane) {
    const again = windowsToReadAgain(left, overlap.since);
    // Store these windows before any newer page, with which the overlap moves on.
    copy.putWindows(again.map(windowState));
    left.push(...again);
    left.sort(newestFirst);
  }
  // What an earlier reading left has windows of its own, even if it is after the start of the overlap.
  const unread = left.filter((it) => !it.isRead);
  const after = [overlap?.since, ...unread.map((it) => it.reached)].reduce(later, undefined);
  const since = [after, ...unread.map((it) => it.since)].reduce(earlier, undefined);
  const isBehind = overlap !== undefined && since !== undefined && since < overlap.since;
  const kept = isBehind ? copy.overlap(since) : overlap;
  if (isBehind && !kept) {
    return anew(true);
  }
  const { known = [] } = kept ?? {};
  return {
    left,
    largestPage: copy.pages.reduce((most, { rows }) => Math.max(most, rows), 0),
    after,
    isSingleLane,
    // An ID stays known: a window knows the items of its last second only until its chain is restarted above it.
    known: new KnownItems(copy.facts.withoutId > 0 ? notPassed(known, unread) : known),
    isContinued: isResumed && overlap !== undefined,
  };
}

interface ReadIntoCopy extends ReadCopyOptions {
  /** Resolves when the copy has been made. */
  readonly begun?: Promise<void> | undefined;
}

/** @param from what the copy has */
async function readWith(options: ReadIntoCopy, from: StartingPoint): Promise<void> {
  const { source, signal, survey, attempts, copy } = options;
  let isOld = from.isAnew === true;
  const removeOld = (): void => {
    if (isOld) {
      isOld = false;
      copy.reset(from.isSingleLane === true);
    }
  };
  const keeper = keeperOf(options, removeOld, () => reading.share);
  const reading: SurveyReading = new SurveyReading({ ...options, keeper, ...from });
  const oldest = async (): Promise<string | undefined> => (await survey)?.createdAt;
  await reading.run({ source, signal, oldest, attempts });
  removeOld();
}

/** @param removeOld called before the first change of the copy */
function keeperOf(
  options: ReadIntoCopy,
  removeOld: () => void,
  share: () => number | undefined,
): Keeper {
  const { copy, survey, kind, signal, beforeCommit, onProgress, begun } = options;
  // Metadata are removed once they are compared or exported.
  const isCompressed = kind === "responses";
  return {
    async storePage(window: WindowState, page: ReadPage): Promise<void> {
      await orCancelled(Promise.all([survey, begun]), signal);
      removeOld();
      // An item without a time is in no range. If a service sends it anyway, it may be a duplicate, so leave it out.
      const hasPlace = (it: RawItem): boolean =>
        window.from === undefined || it.finishedAt !== undefined;
      const { position } = window;
      const trail = { position, marks: page.marks };
      const items = page.items.filter(hasPlace);
      copy.addPage({ ...page, items, window, trail, isCompressed }, beforeCommit);
      onProgress?.({ ...copy.facts, share: share() });
    },
    async divideWindow(divided: number, older: WindowState): Promise<void> {
      await begun;
      removeOld();
      copy.divide(divided, older);
    },
    async discardAll(): Promise<void> {
      await begun;
      removeOld();
      copy.reset(true);
    },
  };
}

/** Returns the overlap, but not before `start`: the copy has nothing from before that. */
function overlapIn(copy: SurveyCopy, start: string | undefined): Overlap | undefined {
  const overlap = copy.overlap();
  return overlap && start !== undefined && start > overlap.since ? copy.overlap(start) : overlap;
}

/**
 * Returns the known items without those of the last seconds of the windows, which know these themselves: without IDs, an
 * item must be known only once.
 */
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

/**
 * Returns windows for what an earlier reading with several lanes has read below the newest time at which it has to continue.
 * Responses with such a time that were submitted since would be missed once the overlap has moved on.
 */
function windowsToReadAgain(left: readonly ReadWindow[], since: string): ReadWindow[] {
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
 * Restores a window, to be continued by time: responses submitted since, with a time in the last second, may come before a
 * cursor; and cursors may be positions, which those responses have shifted. A single lane continues by cursor if items have
 * IDs, which tell repeated items from new ones.
 */
function restored(kept: StoredWindow, singleLane: boolean): ReadWindow {
  const window = restoredWindow(kept);
  const { isRead, restartTime } = window;
  const isByTime = !singleLane || kept.recent.some((it) => it.id === undefined);
  if (!isRead && restartTime !== undefined && isByTime) {
    window.restartAt(restartTime);
  }
  return window;
}

/** Times of the API sort as text. */
function later(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a > b ? a : b) : (a ?? b);
}

function earlier(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b);
}
