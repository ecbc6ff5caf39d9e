import type { RawPage } from "../client/queries.ts";
import { cancelled } from "../client/waiting.ts";
import { isCancelled } from "../model/errors.ts";
import type { Survey } from "../model/survey.ts";
import { KnownItems } from "../reader/border.ts";
import { newestPage as newestOf, type ReadOptions } from "../reader/fetchPage.ts";
import { marksOf } from "../reader/pageMarks.ts";
import { PageSize } from "../reader/pageSize.ts";
import { readLanes, type ReadSink } from "../reader/readLanes.ts";
import { NotInWindowsError, readWindow, type ReadPage } from "../reader/readWindow.ts";
import { newestFirst, ReadWindow, ReadWindows } from "../reader/readWindows.ts";
import type { RawItem, ResponseSource } from "../reader/responseSource.ts";
import { restoredWindow, windowState } from "../reader/windowState.ts";
import type { TableClient } from "./tableClient.ts";
import type { KeptPage, KeptWindow, Overlap, ReadingState } from "./tables.ts";

/** Milliseconds after which a turn that is not used otherwise is asked for again: it is lost after some seconds. */
const turnInterval = 3000;

export interface TableProgress {
  readonly loaded: number;
  /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
  readonly share: number | undefined;
}

/** What reading asks of tables. */
export type ReadTables = Pick<
  TableClient,
  | "takeTurn"
  | "isTurnElsewhere"
  | "keepTurn"
  | "leaveTurn"
  | "addPage"
  | "putWindows"
  | "finish"
  | "reset"
  | "overlap"
>;

export interface ReadTableOptions {
  readonly client: ResponseSource;
  readonly tables: ReadTables;
  readonly table: number;
  readonly surveyId: string;
  /** Resolves when the table has the survey: its responses are kept after it. */
  readonly survey: Promise<Pick<Survey, "createdAt">>;
  /** See newestPage; of use where nothing is kept. */
  readonly newest?: Promise<RawPage> | undefined;
  /** Forgets what is kept, and reads everything. */
  readonly isAnew?: boolean | undefined;
  /** Windows read at once from the beginning, where the service allows any; absent: 1, and more as that is quicker. */
  readonly leastLanes?: number | undefined;
  /**
   * Resolves while there is somebody to read for. Without, the turn is not kept while a page takes long to come: a process may
   * outlive its window, and what it asks of that is never answered.
   */
  readonly isWanted?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
  /** After each page. */
  readonly onProgress?: ((progress: TableProgress) => void) | undefined;
}

/** "here", "elsewhere": another one has the turn, in this process or in another. */
export type ReadOutcome = "complete" | "here" | "elsewhere";

/**
 * Reads into the table what the service has and the table has not: what is new, and what an earlier reading left. What was
 * submitted with an earlier time than the newest response is found as far as the table's overlap reaches.
 *
 * When it fails or is cancelled, each page that came is kept, and the next reading goes on behind it.
 * @throws SurveyErrors of the client and of the table
 */
export async function readTable(options: ReadTableOptions): Promise<ReadOutcome> {
  const { tables, table, isAnew = false, isWanted } = options;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const state = await tables.takeTurn(table);
  if (!state) {
    return whoHasTurn(options);
  }
  let hasEnded = false;
  const keep = async (): Promise<void> => {
    await isWanted?.();
    if (!hasEnded) {
      await tables.keepTurn(table).catch(() => lost.abort());
    }
  };
  // Where nobody wants it, the turn runs out; what that means for the reading is for its requests to say.
  const keeping = setInterval(() => void keep().catch(() => undefined), turnInterval);
  try {
    const reading = { ...options, signal };
    await (isAnew ? readAnew(reading, false) : readAll(reading, state));
    await tables.finish(table);
    return "complete";
  } catch (error) {
    if (isCancelled(error) && !options.signal.aborted) {
      return await whoHasTurn(options);
    }
    throw error;
  } finally {
    hasEnded = true;
    clearInterval(keeping);
    // What ended the reading is the error to tell; a turn that is not left runs out.
    await tables.leaveTurn(table).catch(() => undefined);
  }
}

async function whoHasTurn({ tables, table }: ReadTableOptions): Promise<"here" | "elsewhere"> {
  return (await tables.isTurnElsewhere(table)) ? "elsewhere" : "here";
}

/** Asks for the page with which reading begins where nothing is kept. */
export function newestPage(
  source: ResponseSource,
  surveyId: string,
  signal: AbortSignal,
): Promise<RawPage> {
  const page = newestOf(responsesOf(source, surveyId, signal));
  // It may fail before it is awaited, and must not count as unhandled until then.
  page.catch(() => undefined);
  return page;
}

function responsesOf(source: ResponseSource, surveyId: string, signal: AbortSignal): ReadOptions {
  return { source, surveyId, kind: "responses", query: {}, signal, pageSize: new PageSize() };
}

async function readAnew(options: ReadTableOptions, isAlone: boolean): Promise<void> {
  const { tables, table } = options;
  await tables.reset(table, isAlone);
  await readAll(options, { windows: [], loaded: 0, isAlone });
}

async function readAll(options: ReadTableOptions, state: ReadingState): Promise<void> {
  const { tables, table } = options;
  const { windows, loaded, isAlone } = state;
  const overlap = loaded > 0 ? await tables.overlap(table) : undefined;
  const isResumed = isAlone && windows.length > 0;
  if (loaded > 0 && !overlap && !isResumed) {
    // Without times, what is kept cannot be told from what is new.
    await readAnew(options, isAlone);
    return;
  }
  try {
    await new TableReader(options, state, overlap).read();
  } catch (error) {
    if (!(error instanceof NotInWindowsError)) {
      throw error;
    }
    await readAnew({ ...options, newest: undefined }, true);
    return;
  }
  if (isResumed && overlap) {
    // A single lane has read on where it was; what was submitted meanwhile is newer than that.
    await tables.finish(table);
    const after = await tables.takeTurn(table);
    if (!after) {
      throw cancelled();
    }
    await readAll(options, after);
  }
}

/** Hands what is read to the table, page by page. */
class TableReader implements ReadSink {
  readonly #options: ReadTableOptions;
  readonly #state: ReadingState;
  readonly #overlap: Overlap | undefined;
  readonly #reading: ReadOptions;
  #windows: ReadWindows | undefined;

  constructor(options: ReadTableOptions, state: ReadingState, overlap: Overlap | undefined) {
    const { client: source, surveyId, signal } = options;
    this.#options = options;
    this.#state = state;
    this.#overlap = overlap;
    this.#reading = responsesOf(source, surveyId, signal);
  }

  async read(): Promise<void> {
    const { tables, table, client, survey } = this.#options;
    const { isAlone } = this.#state;
    const overlap = this.#overlap;
    const left = this.#left();
    if (!isAlone && overlap) {
      const again = readAgain(left, overlap.since);
      if (again.length > 0) {
        // Before anything newer is kept, with which the overlap moves on.
        await tables.putWindows(table, again.map(windowState));
        left.push(...again);
        left.sort(newestFirst);
      }
    }
    // What an earlier reading left is not new, though it may lie behind the overlap.
    const unread = left.filter((it) => !it.isRead);
    const from = [overlap?.since, ...unread.map((it) => it.reached)].reduce(later, undefined);
    const since = [from, ...unread.map((it) => it.since)].reduce(earlier, undefined);
    const isBehind = overlap !== undefined && since !== undefined && since < overlap.since;
    const kept = isBehind ? await tables.overlap(table, since) : overlap;
    if (isBehind && !kept) {
      throw new NotInWindowsError();
    }
    const known = new KnownItems(kept?.known ?? []);
    const first = new ReadWindow(nextId(left), from, undefined);
    first.since = from;
    let windows = left;
    if (!isAlone) {
      await this.#readNewest(first, known);
      windows = [first, ...left];
    } else if (left.length === 0) {
      windows = [first];
    }
    if (windows.every((it) => it.isRead)) {
      return;
    }
    const { createdAt } = await survey;
    this.#windows = new ReadWindows(windows, createdAt);
    const { leastLanes = 1 } = this.#options;
    const lanes = isAlone ? { least: 1, most: 1 } : { least: leastLanes, most: client.concurrency };
    await readLanes({ ...this.#reading, windows: this.#windows, lanes, known, sink: this });
  }

  /** What an earlier reading left. */
  #left(): ReadWindow[] {
    const left = this.#state.windows.map(restored);
    const [first] = left;
    if (first) {
      first.newest = this.#state.newest;
    }
    return left;
  }

  /**
   * Reads the page of the newest responses, with an open end. It tells what the end is for the rest, which without one
   * would be shifted by what is submitted meanwhile.
   */
  async #readNewest(window: ReadWindow, known: KnownItems): Promise<void> {
    const mode = { isOneOfSeveral: () => false, readsAhead: () => false, known };
    const reading = { ...this.#reading, newest: this.#options.newest };
    for await (const page of readWindow(reading, window, mode)) {
      if (!window.isRead && !window.hasCome) {
        // An empty page that names a next one.
        continue;
      }
      if (!window.isRead) {
        if (window.place === undefined || window.doubles.outOfOrder) {
          throw new NotInWindowsError();
        }
        window.close();
      }
      await this.page(window, page);
      break;
    }
  }

  async page(window: ReadWindow, { body, items }: ReadPage): Promise<void> {
    const { tables, table, survey, signal, onProgress } = this.#options;
    await survey;
    if (signal.aborted) {
      throw cancelled();
    }
    const state = windowState(window);
    // What has no time is in no range. Whether a service that sends it all the same has sent it before, nobody can tell.
    const added = items.filter((it) => window.from === undefined || it.finishedAt !== undefined);
    if (added.length === 0) {
      await tables.putWindows(table, [state]);
      return;
    }
    const trail = { position: window.position, marks: marksOf(body, added) };
    const loaded = await tables.addPage(table, { ...copied(body, added), window: state, trail });
    onProgress?.({ loaded, share: this.#windows?.share });
  }

  async divided(divided: ReadWindow, older: ReadWindow): Promise<void> {
    const { tables, table } = this.#options;
    await tables.putWindows(table, [windowState(divided), windowState(older)]);
  }
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
 * As it stood; but where items have no ids, by time: cursors may be positions, which what was submitted since has shifted,
 * and what they bring again could not be told from what is new.
 */
function restored(kept: KeptWindow): ReadWindow {
  const window = restoredWindow(kept);
  if (
    !window.isRead &&
    window.place !== undefined &&
    kept.recent.some((it) => it.id === undefined)
  ) {
    window.beginAgain(window.place);
  }
  return window;
}

/** The part of the page that has the items, in memory of its own that can be handed over. */
function copied(body: Uint8Array, items: readonly RawItem[]): Pick<KeptPage, "body" | "places"> {
  const start = items[0]?.start ?? 0;
  const copy = new Uint8Array((items.at(-1)?.end ?? start) - start);
  copy.set(body.subarray(start, start + copy.length));
  const places = Uint32Array.from(items.flatMap((it) => [it.start - start, it.end - start]));
  return { body: copy, places };
}

/** Times of the API are text that sorts as text. */
function later(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a > b ? a : b) : (a ?? b);
}

function earlier(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b);
}
