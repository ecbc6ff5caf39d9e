import { setImmediate } from "node:timers/promises";
import type { ResponseMetadata } from "../model/response.ts";
import type { ReadPage } from "./chainReader.ts";
import type { WindowState } from "./windowState.ts";
import type { ResponseSource } from "./responseSource.ts";
import type { Keeper } from "./keeper.ts";
import { SurveyReading, type ReadingRun } from "./surveyReading.ts";

export interface MetadataReadingOptions {
  readonly surveyId: string;
  /** Exclusive; absent: from the oldest. */
  readonly after?: string | undefined;
  /** A page that came; within a window, the newest first. */
  readonly onItems: (items: readonly ResponseMetadata[]) => void;
  /** What came before counts no more, and all of the survey is read: the service does not keep to ranges. */
  readonly onRestart: () => void;
}

/** Milliseconds for which the thread may be kept busy. */
const longestSlice = 8;

/** Reads a survey's metadata that were submitted after a time, as the model has them. */
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

  /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
  get share(): number | undefined {
    return this.#reading.share;
  }

  /** Whether a page that came could not be understood: what it held would be missing if the reading went on. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Reads what is left. When it fails or is cancelled, the next run goes on behind what came. */
  run(run: ReadingRun): Promise<void> {
    this.#source = run.source;
    return this.#reading.run(run);
  }

  /** It is taken as a whole, even if the reading was cancelled meanwhile: the window stands behind it. */
  async page(window: WindowState, page: ReadPage): Promise<void> {
    const items: ResponseMetadata[] = [];
    let pause = performance.now() + longestSlice;
    try {
      for (const item of page.items) {
        // What has no time is in no range. Whether a service that sends it all the same has sent it before, nobody can tell.
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

  divided(): void {
    // Windows are kept nowhere else.
  }

  anew(): void {
    this.#options.onRestart();
  }
}
