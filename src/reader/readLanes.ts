import type { AttemptWatch } from "../client/queries.ts";
import type { KnownItems } from "./border.ts";
import type { ReadOptions } from "./fetchPage.ts";
import { LaneControl, type LaneLimits } from "./laneControl.ts";
import { readWindow, type ReadPage } from "./readWindow.ts";
import type { ReadWindow, ReadWindows } from "./readWindows.ts";

/** Takes what is read. Windows come side by side; the pages of each come one after the other, newest first. */
export interface ReadSink {
  /**
   * Keeps the page; where `isRead` of the window is set, it was the last. The window goes on once this has resolved, so that
   * memory does not depend on how much there is.
   */
  page(window: ReadWindow, page: ReadPage): Promise<void>;
  /** The older part of a window has become one of its own. */
  divided(divided: ReadWindow, older: ReadWindow): Promise<void>;
}

export interface LaneOptions extends ReadOptions {
  /** What is left of the range, newest first; they are divided as lanes need work. */
  readonly windows: ReadWindows;
  /** Windows read at once. */
  readonly lanes: LaneLimits;
  /** What an earlier export has. */
  readonly known?: KnownItems | undefined;
  readonly sink: ReadSink;
  /** How many windows are being read. */
  readonly onLanes?: ((lanes: number) => void) | undefined;
}

/**
 * Reads all windows, several at once where that is quicker. The newest that is not done always has a lane.
 *
 * The first failure ends all lanes; every window then stands where `sink` has it, so that reading can go on later.
 * @throws NotInWindowsError where the service cannot be read by more than one lane; what the sink throws; SurveyErrors of
 * the client
 */
export async function readLanes(options: LaneOptions): Promise<void> {
  const stop = new AbortController();
  const lanes = new Lanes(options, AbortSignal.any([options.signal, stop.signal]));
  try {
    await lanes.run();
  } finally {
    stop.abort();
    await lanes.settled();
  }
}

class Lanes {
  readonly #options: LaneOptions;
  readonly #reading: ReadOptions;
  readonly #control: LaneControl;
  readonly #running = new Map<ReadWindow, Promise<void>>();
  /** Called when a page was read: there may be work for another lane. */
  #onPage: () => void = () => undefined;

  constructor(options: LaneOptions, signal: AbortSignal) {
    this.#options = options;
    this.#control = new LaneControl(options.lanes);
    this.#reading = { ...options, signal, attempts: this.#watch(options.attempts) };
  }

  async run(): Promise<void> {
    for (;;) {
      const page = new Promise<void>((resolve) => {
        this.#onPage = resolve;
      });
      await this.#begin();
      if (this.#running.size > 0) {
        await Promise.race([page, ...this.#running.values()]);
      } else if (this.#options.windows.list.every((it) => it.isRead)) {
        return;
      }
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  /** As many lanes as there should be, and as there is work for. */
  async #begin(): Promise<void> {
    while (this.#running.size < this.#control.lanes) {
      const window = await this.#nextWindow();
      if (!window) {
        return;
      }
      const lane = this.#read(window).then(() => {
        this.#change(() => this.#running.delete(window));
      });
      // It is awaited a moment later, and must not count as unhandled until then.
      lane.catch(() => undefined);
      this.#change(() => this.#running.set(window, lane));
    }
  }

  async #nextWindow(): Promise<ReadWindow | undefined> {
    const { windows, sink } = this.#options;
    const waiting = windows.list.find((it) => !it.isRead && !this.#running.has(it));
    if (waiting) {
      return waiting;
    }
    const halves = this.#running.size > 0 ? windows.divide() : undefined;
    if (halves) {
      await sink.divided(halves.divided, halves.older);
    }
    return halves?.older;
  }

  async #read(window: ReadWindow): Promise<void> {
    const { windows, sink, known } = this.#options;
    const mode = {
      isOneOfSeveral: () => windows.list.length > 1 || window.isClosed,
      readsAhead: () => this.#control.lanes === 1,
      known,
    };
    for await (const page of readWindow(this.#reading, window, mode)) {
      windows.largestPage = Math.max(windows.largestPage, page.fresh.length);
      await sink.page(window, page);
      this.#control.page();
      this.#onPage();
      if (this.#isOneTooMany(window)) {
        return;
      }
    }
  }

  /** The oldest windows wait first: what is newest comes first in files and panels. */
  #isOneTooMany(window: ReadWindow): boolean {
    return (
      this.#running.size > this.#control.lanes &&
      this.#options.windows.list.findLast((it) => this.#running.has(it)) === window
    );
  }

  #change(change: () => void): void {
    change();
    this.#options.onLanes?.(this.#running.size);
  }

  #watch(watch: AttemptWatch | undefined): AttemptWatch {
    return {
      again: (error, milliseconds) => {
        if (error.code === "rate-limited") {
          this.#control.refused();
        }
        return watch?.again(error, milliseconds) ?? true;
      },
    };
  }
}
