import { setImmediate } from "node:timers/promises";
import type { ResponseMetadata } from "../model/response.ts";
import type { ReadPage } from "./chainReader.ts";
import type { WindowState } from "./windowState.ts";
import type { ResponseSource } from "./responseSource.ts";
import type { Keeper } from "./keeper.ts";
import { SurveyReading, type ReadingRun } from "./surveyReading.ts";

export interface MetadataReadingOptions {
  readonly surveyId: string;
  /** Exclusive start. Default: from the oldest. */
  readonly after?: string | undefined;
  /** Called with the items of each page; within a window, newest first. */
  readonly onItems: (items: readonly ResponseMetadata[]) => void;
  /** Called when everything so far is void and the whole survey is read again: the service does not honour ranges. */
  readonly onRestart: () => void;
}

/** Milliseconds for which the thread may be blocked. */
const longestSlice = 8;

/** Reads the metadata that were submitted after a time, mapped to the model. */
export class MetadataReading implements Keeper {
  readonly #options: MetadataReadingOptions;
  readonly #reading: SurveyReading;
  #source: Pick<ResponseSource, "metadataOf"> | undefined;
  #isBroken = false;

  constructor(options: MetadataReadingOptions) {
    const { surveyId, after } = options;
    this.#options = options;
    this.#reading = new SurveyReading({ surveyId, after, kind: "metadata", keeper: this });
  }

  /** Share of the survey's time span that has been read, 0 to 1; `undefined` if unknown. */
  get share(): number | undefined {
    return this.#reading.share;
  }

  /** True if a page could not be decoded: its items would be missing if the reading went on. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Reads what is left. If it fails or is cancelled, the next run continues after the last page. */
  run(run: ReadingRun): Promise<void> {
    this.#source = run.source;
    return this.#reading.run(run);
  }

  /** Takes the whole page even if the reading was cancelled meanwhile, because the window is past it already. */
  async storePage(window: WindowState, page: ReadPage): Promise<void> {
    const items: ResponseMetadata[] = [];
    let pause = performance.now() + longestSlice;
    try {
      for (const item of page.items) {
        // An item without a time is in no range. If a service sends it anyway, it may be a duplicate, so leave it out.
        if (this.#source && (window.from === undefined || item.finishedAt !== undefined)) {
          items.push(this.#source.metadataOf(page, item, "getResponseMetadata"));
        }
        if (performance.now() >= pause) {
          await setImmediate();
          pause = performance.now() + longestSlice;
        }
      }
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#options.onItems(items);
  }

  divideWindow(): void {
    // Nothing to do: windows are not stored.
  }

  discardAll(): void {
    this.#options.onRestart();
  }
}
