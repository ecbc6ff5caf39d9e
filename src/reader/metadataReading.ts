import { setImmediate } from "node:timers/promises";
import type { ResponseMetadata } from "../model/response.ts";
import type { ReadOptions } from "./fetchPage.ts";
import { PageSize } from "./pageSize.ts";
import { readLanes } from "./readLanes.ts";
import { NotInWindowsError, readWindow, type ReadPage } from "./readWindow.ts";
import { ReadWindow, ReadWindows } from "./readWindows.ts";
import type { ResponseSource } from "./responseSource.ts";

export interface MetadataReadingOptions {
  readonly surveyId: string;
  /** Exclusive; absent: from the oldest. */
  readonly after?: string | undefined;
  /** A page that came; within a window, the newest first. */
  readonly onItems: (items: readonly ResponseMetadata[]) => void;
  /** What came before counts no more, and all of the survey is read: the service does not keep to ranges. */
  readonly onAnew: () => void;
}

export interface MetadataRun {
  readonly source: ResponseSource;
  /** Before when nothing is to be expected; only a guess, to divide by. Asked for where there is more than a page. */
  readonly oldest: () => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

/** Milliseconds for which the thread may be kept busy. */
const longestTurn = 8;

/**
 * Reads a survey's metadata that were submitted after a time, each once, up to the second that the first page reached when it
 * came: what is submitted meanwhile is left to the next reading.
 */
export class MetadataReading {
  readonly #options: MetadataReadingOptions;
  #first: ReadWindow;
  #hasFirstPage = false;
  #windows: ReadWindows | undefined;
  /** One lane reads everything. */
  #isAlone = false;
  #isBroken = false;

  constructor(options: MetadataReadingOptions) {
    this.#options = options;
    this.#first = new ReadWindow(0, options.after, undefined);
  }

  /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
  get share(): number | undefined {
    return this.#windows?.share;
  }

  /** Whether a page that came could not be understood: what it held would be missing if the reading went on. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Reads what is left. When it fails or is cancelled, the next run goes on behind what came. */
  async run({ source, oldest, signal }: MetadataRun): Promise<void> {
    const { surveyId } = this.#options;
    const pageSize = new PageSize();
    const reading = { source, surveyId, kind: "metadata", query: {}, signal, pageSize } as const;
    try {
      await this.#read(reading, oldest);
    } catch (error) {
      if (!(error instanceof NotInWindowsError) || this.#isAlone) {
        throw error;
      }
      this.#isAlone = true;
      this.#first = new ReadWindow(0, undefined, undefined);
      this.#windows = undefined;
      this.#options.onAnew();
      await this.#read(reading, oldest);
    }
  }

  async #read(reading: ReadOptions, oldest: MetadataRun["oldest"]): Promise<void> {
    const { source } = reading;
    if (!this.#isAlone && !this.#hasFirstPage) {
      await this.#readFirstPage(reading);
    }
    if (this.#first.isRead && !this.#windows) {
      return;
    }
    this.#windows ??= new ReadWindows([this.#first], this.#isAlone ? undefined : await oldest());
    await readLanes({
      ...reading,
      windows: this.#windows,
      lanes: { least: 1, most: this.#isAlone ? 1 : source.concurrency },
      sink: {
        page: (window, page) => this.#page(source, window, page),
        divided: async () => undefined,
      },
    });
  }

  /**
   * Reads the page of the newest items with an open end. It tells what the end is for the rest, which without one would be
   * shifted by what is submitted meanwhile.
   */
  async #readFirstPage(reading: ReadOptions): Promise<void> {
    const window = this.#first;
    const mode = { isOneOfSeveral: () => false, readsAhead: () => false };
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
      this.#hasFirstPage = true;
      await this.#page(reading.source, window, page);
      break;
    }
  }

  /** It is taken as a whole, even if the reading was cancelled meanwhile: the window stands behind it. */
  async #page(source: ResponseSource, window: ReadWindow, page: ReadPage): Promise<void> {
    const items: ResponseMetadata[] = [];
    let pause = performance.now() + longestTurn;
    try {
      for (const item of page.items) {
        // What has no time is in no range. Whether a service that sends it all the same has sent it before, nobody can tell.
        if (window.from === undefined || item.finishedAt !== undefined) {
          items.push(source.metadataOf(page, item, "getResponseMetadata"));
        }
        if (performance.now() >= pause) {
          await setImmediate();
          pause = performance.now() + longestTurn;
        }
      }
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#options.onItems(items);
  }
}
