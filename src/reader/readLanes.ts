import { setImmediate } from "node:timers/promises";
import type { AttemptWatch } from "../client/queries.ts";
import type { ErrorCode } from "../model/errors.ts";
import type { KnownItems } from "./lastSecond.ts";
import type { ReadOptions } from "./fetchPage.ts";
import { LaneControl, type LaneLimits } from "./laneControl.ts";
import { readWindow } from "./readWindow.ts";
import type { ReadWindow, ReadWindows } from "./readWindows.ts";
import type { Keeper } from "./keeper.ts";
import { windowState } from "./windowState.ts";

export interface LaneOptions extends ReadOptions {
  /** What is left of the range, newest first; they are divided as lanes need work. */
  readonly windows: ReadWindows;
  /** See ReadWindows; asked once there may be something to divide. */
  readonly oldest?: (() => Promise<string | undefined>) | undefined;
  /** Windows read at once. */
  readonly lanes: LaneLimits;
  readonly isSingleLane: boolean;
  /** What is not to be kept again. */
  readonly known?: KnownItems | undefined;
  readonly keeper: Keeper;
}

/**
 * Reads all windows, several at once where that is quicker. The newest that is not done always has a lane.
 *
 * The first failure ends all lanes; every window then stands where the keeper has it, so that reading can go on later.
 * @throws NotInWindowsError where the service cannot be read by more than one lane; what the keeper throws; SurveyErrors of
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

/** What a service that has too much to do answers. */
const congestion: ReadonlySet<ErrorCode> = new Set(["rate-limited", "timeout", "server-fault"]);

class Lanes {
  readonly #options: LaneOptions;
  readonly #reading: ReadOptions;
  readonly #control: LaneControl;
  readonly #running = new Map<ReadWindow, Promise<void>>();
  /** What the keeper is doing for a window, or is to do next. */
  readonly #keeping = new Map<ReadWindow, Promise<void>>();
  #oldest: Promise<void> | undefined;
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
    await Promise.allSettled([...this.#running.values(), ...this.#keeping.values()]);
  }

  /** As many lanes as there should be, and as there is work for. */
  async #begin(): Promise<void> {
    while (this.#running.size < this.#control.lanes) {
      const window = await this.#nextWindow();
      if (!window) {
        return;
      }
      const lane = this.#read(window).then(() => {
        this.#running.delete(window);
      });
      // It is awaited a moment later, and must not count as unhandled until then.
      lane.catch(() => undefined);
      this.#running.set(window, lane);
    }
  }

  async #nextWindow(): Promise<ReadWindow | undefined> {
    const { windows, keeper, isSingleLane } = this.#options;
    const waiting = windows.list.find((it) => !it.isRead && !this.#running.has(it));
    if (waiting) {
      return waiting;
    }
    if (this.#running.size === 0 || isSingleLane) {
      return undefined;
    }
    // What is not known yet is guessed.
    await Promise.race([this.#askOldest(), setImmediate()]);
    const halves = windows.divide();
    if (!halves) {
      return undefined;
    }
    const { divided, older } = halves;
    const state = windowState(older);
    // Its first page is asked for meanwhile, and fails with this.
    this.#keep([divided, older], () => keeper.divided(divided.id, state)).catch(() => undefined);
    return older;
  }

  #askOldest(): Promise<void> {
    const { windows, oldest } = this.#options;
    return (this.#oldest ??= Promise.resolve(oldest?.()).then(
      (time) => {
        windows.oldest = time;
      },
      () => undefined,
    ));
  }

  async #read(window: ReadWindow): Promise<void> {
    const { windows, keeper, known, isSingleLane } = this.#options;
    for await (const page of readWindow(this.#reading, window, { isSingleLane, known })) {
      windows.largestPage = Math.max(windows.largestPage, page.items.length);
      const state = windowState(window);
      const isOnlyLane = this.#running.size === 1;
      const kept = this.#keep([window], async () => {
        if (isOnlyLane) {
          // What is to be read beside the first page is asked for before this thread is busy with keeping that.
          await setImmediate();
        }
        await keeper.page(state, page);
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

  /**
   * Has the keeper do one thing after the other for each window, so that at no moment there is a part of the range that no
   * window has.
   */
  #keep(windows: readonly ReadWindow[], keep: () => Promise<void> | void): Promise<void> {
    const before = windows.flatMap((it) => this.#keeping.get(it) ?? []);
    const kept = Promise.all(before).then(keep);
    windows.forEach((it) => this.#keeping.set(it, kept));
    return kept;
  }

  /** The oldest windows wait first: what is newest comes first in files and panels. */
  #isOneTooMany(window: ReadWindow): boolean {
    return (
      this.#running.size > this.#control.lanes &&
      this.#options.windows.list.findLast((it) => this.#running.has(it)) === window
    );
  }

  #watch(watch: AttemptWatch | undefined): AttemptWatch {
    return {
      again: (error, milliseconds) => {
        if (congestion.has(error.code)) {
          this.#control.refused();
        }
        return watch?.again(error, milliseconds) ?? true;
      },
    };
  }
}
