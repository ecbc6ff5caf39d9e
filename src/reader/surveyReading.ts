import type { AttemptWatch, ItemKind } from "../client/queries.ts";
import type { KnownItems } from "./lastSecond.ts";
import type { LaneLimits } from "./laneControl.ts";
import type { Keeper } from "./keeper.ts";
import { PageSize } from "./pageSize.ts";
import { readLanes } from "./readLanes.ts";
import { NotInWindowsError } from "./notInWindows.ts";
import { nextId, ReadWindow, ReadWindows } from "./readWindows.ts";
import type { ReadQuery } from "./readQuery.ts";
import type { PageSource } from "./responseSource.ts";

export interface SurveyReadingOptions {
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** The range, (start, end], and content to read. */
  readonly query?: ReadQuery | undefined;
  readonly keeper: Keeper;
  /** Windows of an earlier, unfinished reading, newest first. */
  readonly left?: readonly ReadWindow[] | undefined;
  /** Items of the largest page of an earlier reading: a window with fewer is not worth dividing. */
  readonly largestPage?: number | undefined;
  /** True if the service is known not to honour ranges or the order. */
  readonly isSingleLane?: boolean | undefined;
  /** Reads only what was submitted after this time. Default: the start of the query's range. */
  readonly after?: string | undefined;
  /** Items that the keeper has stored and that come again. Unused once the keeper has discarded them. */
  readonly known?: KnownItems | undefined;
  /** Default: from 1 to the number of requests that the client sends at once. */
  readonly lanes?: LaneLimits | undefined;
}

/** What one run of a reading needs. */
export interface ReadingRun {
  readonly source: PageSource;
  readonly signal: AbortSignal;
  /** Guesses the time of the oldest item, to divide windows by. */
  readonly oldest?: (() => Promise<string | undefined>) | undefined;
  readonly attempts?: AttemptWatch | undefined;
}

/**
 * Reads a survey's responses or metadata, each once, up to the newest second at the time of the first page; later
 * submissions are left to the next reading. If a run fails or is cancelled, the next one continues after what is stored.
 */
export class SurveyReading {
  readonly #options: SurveyReadingOptions;
  readonly #pageSize = new PageSize();
  #windows: ReadWindows;
  #isSingleLane: boolean;
  #known: KnownItems | undefined;

  constructor(options: SurveyReadingOptions) {
    const { left = [], largestPage = 0, after, query = {}, isSingleLane = false } = options;
    this.#options = options;
    this.#isSingleLane = isSingleLane;
    this.#known = options.known;
    const first = new ReadWindow(nextId(left), after ?? query.startDateTime, query.endDateTime);
    first.since = after;
    // A single lane continues where it was: newer items do not shift what it has read.
    this.#windows = new ReadWindows(isSingleLane && left.length > 0 ? left : [first, ...left]);
    this.#windows.largestPage = largestPage;
  }

  /** Share of the survey's time span that has been read, 0 to 1; `undefined` if unknown. */
  get share(): number | undefined {
    return this.#windows.share;
  }

  /** @throws errors of the keeper, and SurveyErrors of the client */
  async run(run: ReadingRun): Promise<void> {
    try {
      await this.#read(run);
    } catch (error) {
      if (!(error instanceof NotInWindowsError) || this.#isSingleLane) {
        throw error;
      }
      const { startDateTime, endDateTime } = this.#options.query ?? {};
      this.#isSingleLane = true;
      this.#windows = new ReadWindows([new ReadWindow(0, startDateTime, endDateTime)]);
      this.#known = undefined;
      await this.#options.keeper.discardAll();
      await this.#read(run);
    }
  }

  async #read(run: ReadingRun): Promise<void> {
    const { surveyId, kind, query = {}, keeper } = this.#options;
    const { lanes = { min: 1, max: run.source.concurrency } } = this.#options;
    await readLanes({
      ...run,
      surveyId,
      kind,
      query,
      pageSize: this.#pageSize,
      windows: this.#windows,
      lanes: this.#isSingleLane ? { min: 1, max: 1 } : lanes,
      isSingleLane: this.#isSingleLane,
      known: this.#known,
      keeper,
    });
  }
}
