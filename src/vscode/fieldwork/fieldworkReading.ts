import type { SurveyClient } from "../../client/surveyClient.ts";
import { systemClock, type Clock } from "../../client/waiting.ts";
import { earliestToday, fieldworkFigures } from "../../analysis/fieldworkFigures.ts";
import { FieldworkTally } from "../../analysis/fieldworkTally.ts";
import type { FieldworkAnswer, FieldworkView } from "../../messages/fieldwork.ts";
import type { PanelError } from "../../messages/panel.ts";
import { isCancelled, isUnreachable, neededSignIn } from "../../model/errors.ts";
import type { ResponseMetadata } from "../../model/response.ts";
import type { ApiVersion, CollectGroup } from "../../model/survey.ts";
import { MetadataReading } from "../../reader/metadataReading.ts";
import type { ResponseSource } from "../../reader/responseSource.ts";
import { withDetail } from "../../client/collectGroupDetail.ts";
import { PacedTask } from "../platform/pacedTask.ts";
import type { CountedGroups } from "./groupProgress.ts";

/** Members of a client that fieldwork uses. */
type FieldworkSource = ResponseSource &
  Pick<SurveyClient, "getSurvey" | "listCollectGroups" | "getCollectGroup">;

export interface FieldworkReadingOptions {
  readonly surveyId: string;
  /** Called for each reading, because the key may have been entered since the last one. */
  readonly client: () => Promise<FieldworkSource>;
  readonly view: FieldworkView;
  /** Receives figures as they change. While nobody sees them, only at the start and end of a reading and after `setView`. */
  readonly onAnswer: (answer: FieldworkAnswer) => void;
  /** Called when a reading has failed. The person learns it from `onAnswer`, in the words of `errorOf`. */
  readonly onFailure: (error: unknown) => void;
  readonly errorOf: (error: unknown) => PanelError;
  /**
   * Passes the metadata of the responses that are kept on this machine to `onItems`, so that only new ones are requested.
   * Resolves to the time when they were read, or to `undefined` if they are not all of the survey.
   */
  readonly readKept?: (
    onItems: (items: readonly ResponseMetadata[]) => void,
    signal: AbortSignal,
  ) => Promise<number | undefined>;
  /** Called with the number of responses of each collect group when everything has been read. */
  readonly onCounted?: ((counted: CountedGroups) => void) | undefined;
  readonly clock?: Pick<Clock, "now" | "delay"> | undefined;
}

/** Minimum milliseconds between two sets of figures while reading. */
const answerInterval = 250;
/** Minimum pause between two sets of figures, as a multiple of the time that making one takes. */
const answerRest = 10;

/** Seconds that a refresh reads again, and the maximum number of responses in them: some are submitted late. */
const overlapSeconds = 600;
const overlapResponses = 1000;

/** The reading in progress, or the one that was stopped or failed. */
interface Part {
  readonly reading: MetadataReading;
  readonly readAt: number;
  /** The part replaces what was submitted after this time; `undefined`: it replaces everything. */
  after: string | undefined;
  tally: FieldworkTally;
  hasItems: boolean;
}

/**
 * The fieldwork of one survey: reads all metadata once, then what is new. If a reading fails or is stopped, what was read
 * stays, and the next reading goes on from there.
 */
export class FieldworkReading {
  readonly #options: FieldworkReadingOptions;
  readonly #clock: Pick<Clock, "now" | "delay">;
  #view: FieldworkView;
  #isVisible = false;
  #isDisposed = false;
  #isStopped = false;
  #isAnew = false;
  #groups: readonly CollectGroup[] | undefined;
  #hasAskedForGroups = false;
  /** Tally of the whole survey, as it was at `#readAt`. */
  #tally: FieldworkTally | undefined;
  #readAt: number | undefined;
  #part: Part | undefined;
  #running: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;
  #error: unknown;
  #isOffline = false;
  #version: ApiVersion | undefined;
  #endedAt = 0;
  #waiting: AbortController | undefined;
  #took = 0;
  readonly #answers = new PacedTask(
    async () => this.#post(),
    () => Math.max(answerInterval, answerRest * this.#took),
  );

  constructor(options: FieldworkReadingOptions) {
    this.#options = options;
    this.#view = options.view;
    this.#clock = options.clock ?? systemClock;
  }

  /** Sets the view, and sends its figures. Starts reading if nothing was read yet. */
  setView(view: FieldworkView): void {
    this.#view = view;
    if (this.#readAt === undefined && !this.#part && !this.#running && this.#error === undefined) {
      void this.refresh();
    } else {
      this.#post();
      this.#schedule();
    }
  }

  /** Sets whether anybody sees the figures. Only then are they sent while reading, and read again at the view's interval. */
  setVisible(isVisible: boolean): void {
    if (this.#isVisible !== isVisible) {
      this.#isVisible = isVisible;
      this.#schedule();
      if (isVisible && this.#running) {
        this.#soon();
      }
    }
  }

  /** Reads what is new, or continues what was stopped or has failed. Resolves when the reading ends, even with a failure. */
  refresh(): Promise<void> {
    if (this.#isDisposed) {
      return Promise.resolve();
    }
    if (!this.#running) {
      const controller = new AbortController();
      const ended = this.#run(controller.signal).finally(() => {
        controller.abort();
        this.#running = undefined;
        this.#isStopped &&= this.#part !== undefined;
        this.#endedAt = this.#clock.now();
        this.#post();
        this.#schedule();
      });
      this.#running = { controller, ended };
      this.#post();
    }
    return this.#running.ended;
  }

  /** Resolves when the current reading has ended, even if it failed. */
  get ended(): Promise<void> {
    return this.#running?.ended ?? Promise.resolve();
  }

  /** Reads everything again, and keeps the old figures until then. Resolves when the reading ends, even with a failure. */
  async readAnew(): Promise<void> {
    this.stop();
    await this.#running?.ended;
    this.#part = undefined;
    this.#isAnew = true;
    await this.refresh();
  }

  /** Stops reading until `refresh` is called. */
  stop(): void {
    if (this.#running) {
      this.#isStopped = true;
      this.#running.controller.abort();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.stop();
    this.#answers.cancelScheduled();
    this.#waiting?.abort();
  }

  /** Does not reject: the answers contain the error. */
  async #run(signal: AbortSignal): Promise<void> {
    this.#waiting?.abort();
    this.#isStopped = false;
    this.#error = undefined;
    this.#isOffline = false;
    try {
      const source = await this.#options.client();
      this.#version = source.version;
      const groups = this.#readGroups(source, signal);
      // It may reject before it is awaited: avoid an unhandled rejection.
      groups.catch(() => undefined);
      const goesOn = this.#part !== undefined;
      if (!goesOn && !this.#isAnew && (await this.#hasAll(signal))) {
        this.#soon();
      }
      await this.#readPart(source, signal);
      if (goesOn) {
        // The continued reading does not include what was submitted since it began.
        await this.#readPart(source, signal);
      }
      await groups;
    } catch (error) {
      if (this.#part?.reading.isBroken === true) {
        this.#part = undefined;
      }
      this.#isOffline = isUnreachable(error) && (await this.#hasAll(signal));
      const isSaid = this.#isOffline && neededSignIn(error) === undefined;
      if (!isCancelled(error) && !isSaid && !this.#isDisposed) {
        this.#error = error;
        this.#options.onFailure(error);
      }
    }
  }

  /** Returns true if there are figures of the whole survey, from an earlier reading or from the kept responses. */
  async #hasAll(signal: AbortSignal): Promise<boolean> {
    if (this.#tally) {
      return true;
    }
    const tally = new FieldworkTally();
    const readAt = await this.#options
      .readKept?.((items) => items.forEach((it) => tally.add(it)), signal)
      .catch(() => undefined);
    if (readAt === undefined) {
      return false;
    }
    this.#tally = tally;
    this.#readAt = readAt;
    // The next reading requests only what is new.
    this.#part = undefined;
    return true;
  }

  async #readGroups(source: FieldworkSource, signal: AbortSignal): Promise<void> {
    try {
      const listed = await source.listCollectGroups(this.#options.surveyId, {
        signal,
        onStoredAnswer: () => undefined,
      });
      if (!this.#groups) {
        this.#groups = listed;
        this.#hasAskedForGroups = true;
        this.#soon();
      }
      const known = new Map(this.#groups.map((it) => [it.collectGroupId, it]));
      this.#groups = await Promise.all(
        listed.map((it) => withDetail(source, it, signal, known.get(it.collectGroupId))),
      );
    } finally {
      this.#hasAskedForGroups = true;
      this.#soon();
    }
  }

  async #readPart(source: FieldworkSource, signal: AbortSignal): Promise<void> {
    const part = (this.#part ??= this.#newPart());
    const { surveyId } = this.#options;
    const oldest = async () =>
      (await source.getSurvey(surveyId, { signal, onStoredAnswer: () => undefined })).createdAt;
    await part.reading.run({ source, oldest, signal });
    if (this.#isDisposed) {
      return;
    }
    this.#part = undefined;
    if (this.#tally && part.after !== undefined) {
      this.#tally.replaceAfter(part.after, part.tally);
    } else {
      this.#tally = part.tally;
    }
    this.#readAt = part.readAt;
    this.#options.onCounted?.({ ...this.#tally.counts, isMore: false, readAt: part.readAt });
  }

  #newPart(): Part {
    const after =
      this.#tally?.hasOddTimes === false && !this.#isAnew
        ? this.#tally.overlap(overlapSeconds, overlapResponses)
        : undefined;
    this.#isAnew = false;
    const part: Part = {
      reading: new MetadataReading({
        surveyId: this.#options.surveyId,
        after,
        onItems: (items) => {
          items.forEach((it) => part.tally.add(it));
          part.hasItems = true;
          this.#soon();
        },
        onRestart: () => {
          part.after = undefined;
          part.tally = new FieldworkTally();
        },
      }),
      readAt: this.#clock.now(),
      after,
      tally: new FieldworkTally(),
      hasItems: false,
    };
    return part;
  }

  #soon(): void {
    if (this.#isVisible && this.#hasAskedForGroups && !this.#isDisposed) {
      this.#answers.schedule();
    }
  }

  #post(): void {
    this.#answers.cancelScheduled();
    if (!this.#isDisposed) {
      const began = performance.now();
      this.#options.onAnswer(this.#answer());
      this.#took = performance.now() - began;
    }
  }

  #answer(): FieldworkAnswer {
    const isComplete = this.#tally !== undefined;
    const tally = this.#tally ?? (this.#part?.hasItems === true ? this.#part.tally : undefined);
    const { scope, rule } = this.#view;
    const [groups, today] = [this.#groups ?? [], earliestToday(this.#clock.now())];
    const state = this.#running ? "reading" : this.#isStopped ? "stopped" : "idle";
    return {
      view: this.#view,
      version: this.#version,
      fieldwork: tally && fieldworkFigures(tally, { scope, rule, groups, isComplete, today }),
      reading: { state, share: this.#part?.reading.share },
      isComplete,
      readAt: this.#readAt,
      isRunning: this.#isRunning,
      isOffline: this.#isOffline,
      error: this.#error === undefined ? undefined : this.#options.errorOf(this.#error),
    };
  }

  get #isRunning(): boolean | undefined {
    return this.#groups?.some((it) => it.state === "RUNNING");
  }

  /** Schedules the next reading at the view's interval, but not if the person has to sign in first. */
  #schedule(): void {
    this.#waiting?.abort();
    const { interval } = this.#view;
    const mayRun = this.#hasAskedForGroups && this.#isRunning !== false;
    const isWanted = this.#isVisible && mayRun && interval > 0 && !this.#isStopped;
    if (!isWanted || this.#running || this.#isDisposed || neededSignIn(this.#error)) {
      return;
    }
    const waiting = new AbortController();
    this.#waiting = waiting;
    const rest = Math.max(0, this.#endedAt + interval * 1000 - this.#clock.now());
    this.#clock.delay(rest, waiting.signal).then(
      () => void this.refresh(),
      () => undefined,
    );
  }
}
