import { setImmediate } from "node:timers/promises";
import type { AttemptWatch, LikelyNext } from "../client/queries.ts";
import type { ErrorCode } from "../model/errors.ts";
import type { KnownItems } from "./lastSecond.ts";
import type { ReadOptions } from "./fetchPage.ts";
import { LaneControl, type LaneLimits } from "./laneControl.ts";
import { readWindow } from "./readWindow.ts";
import type { ReadWindow, ReadWindows } from "./readWindows.ts";
import { isDateTime } from "../model/time.ts";
import type { Keeper } from "./keeper.ts";
import { windowState } from "./windowState.ts";

export interface LaneOptions extends ReadOptions {
  /** The remaining windows of the range, newest first. They are divided as lanes need work. */
  readonly windows: ReadWindows;
  /** See ReadWindows. */
  readonly oldest?: (() => Promise<string | undefined>) | undefined;
  /** Limits of the number of windows read at once. */
  readonly lanes: LaneLimits;
  readonly isSingleLane: boolean;
  /** Items that are stored already and must not be stored again. */
  readonly known?: KnownItems | undefined;
  readonly keeper: Keeper;
}

/**
 * Reads all windows, several at once if that is quicker. The newest unfinished window always has a lane.
 *
 * The first failure ends all lanes. Every window is then where the keeper has stored it, so that reading can continue later.
 * @throws NotInWindowsError if the service cannot be read by more than one lane; errors of the keeper; SurveyErrors of the
 * client
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

/** Errors that indicate an overloaded service. */
const congestion: ReadonlySet<ErrorCode> = new Set(["rate-limited", "timeout", "server-fault"]);

class Lanes {
  readonly #options: LaneOptions;
  readonly #reading: ReadOptions;
  readonly #control: LaneControl;
  readonly #running = new Map<ReadWindow, Promise<void>>();
  /** The keeper's running or queued work, by window. */
  readonly #stores = new Map<ReadWindow, Promise<void>>();
  /** Called when a page was read: there may be work for another lane. */
  #onPage: () => void = () => undefined;

  constructor(options: LaneOptions, signal: AbortSignal) {
    this.#options = options;
    this.#control = new LaneControl(options.lanes);
    this.#reading = { ...options, signal, attempts: this.#watch(options.attempts) };
  }

  async run(): Promise<void> {
    void this.#estimateOldest();
    for (;;) {
      const page = new Promise<void>((resolve) => {
        this.#onPage = resolve;
      });
      this.#begin();
      if (this.#running.size > 0) {
        await Promise.race([page, ...this.#running.values()]);
      } else if (this.#options.windows.list.every((it) => it.isRead)) {
        return;
      }
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled([...this.#running.values(), ...this.#stores.values()]);
  }

  /** Starts as many lanes as are allowed and as have work. */
  #begin(): void {
    while (this.#running.size < this.#control.lanes) {
      const window = this.#nextWindow();
      if (!window) {
        return;
      }
      const lane = this.#read(window).then(() => {
        this.#running.delete(window);
      });
      // The promise is awaited a moment later. Do not report a rejection as unhandled until then.
      lane.catch(() => undefined);
      this.#running.set(window, lane);
    }
  }

  #nextWindow(): ReadWindow | undefined {
    const { windows, keeper, isSingleLane } = this.#options;
    const waiting = windows.list.find((it) => !it.isRead && !this.#running.has(it));
    if (waiting) {
      return waiting;
    }
    if (this.#running.size === 0 || isSingleLane) {
      return undefined;
    }
    const halves = windows.divide();
    if (!halves) {
      return undefined;
    }
    const { divided, older } = halves;
    const state = windowState(older);
    // The first page of the older half is requested meanwhile. If this rejects, storing that page rejects, too.
    this.#queueStore([divided, older], () => keeper.divideWindow(divided.id, state)).catch(
      () => undefined,
    );
    return older;
  }

  /** Until it is known, or if it cannot be asked, windows are divided by estimates. */
  async #estimateOldest(): Promise<void> {
    const { windows, oldest, isSingleLane } = this.#options;
    if (!isSingleLane) {
      windows.oldest = await oldest?.().catch(() => undefined);
    }
  }

  /** Divides the first window before its first page is scanned and stored. */
  #expect(window: ReadWindow, { newest = "", finishedAt = "", count }: LikelyNext): void {
    // What is new since an earlier reading mostly fits into a page or two.
    const isFirst = this.#running.size === 1 && !window.hasCome && window.since === undefined;
    const hasTimes = isDateTime(newest) && isDateTime(finishedAt) && finishedAt <= newest;
    if (isFirst && hasTimes) {
      this.#options.windows.expect(window, { newest, reached: finishedAt, items: count() });
      this.#begin();
    }
  }

  async #read(window: ReadWindow): Promise<void> {
    const { windows, keeper, known, isSingleLane } = this.#options;
    const onArrival = (page: LikelyNext) => this.#expect(window, page);
    for await (const page of readWindow(this.#reading, window, {
      isSingleLane,
      known,
      onArrival,
    })) {
      windows.largestPage = Math.max(windows.largestPage, page.items.length);
      const state = windowState(window);
      const isOnlyLane = this.#running.size === 1;
      const kept = this.#queueStore([window], async () => {
        if (isOnlyLane) {
          // Let other lanes send their requests before storing this page blocks the thread.
          await setImmediate();
        }
        await keeper.storePage(state, page);
      });
      this.#control.page();
      if (isOnlyLane) {
        this.#onPage();
      }
      await kept;
      this.#onPage();
      if (this.#isOneTooMany(window)) {
        return;
      }
    }
  }

  /** Queues the keeper's work per window, so that at any time each part of the range belongs to a stored window. */
  #queueStore(windows: readonly ReadWindow[], keep: () => Promise<void> | void): Promise<void> {
    const before = windows.flatMap((it) => this.#stores.get(it) ?? []);
    const kept = Promise.all(before).then(keep);
    windows.forEach((it) => this.#stores.set(it, kept));
    return kept;
  }

  /** Returns true if the window must give up its lane. The oldest do so first: files and panels begin with the newest. */
  #isOneTooMany(window: ReadWindow): boolean {
    return (
      this.#running.size > this.#control.lanes &&
      this.#options.windows.list.findLast((it) => this.#running.has(it)) === window
    );
  }

  #watch(watch: AttemptWatch | undefined): AttemptWatch {
    return {
      onRetry: (error, milliseconds) => {
        if (congestion.has(error.code)) {
          this.#control.refused();
        }
        return watch?.onRetry(error, milliseconds) ?? true;
      },
    };
  }
}
