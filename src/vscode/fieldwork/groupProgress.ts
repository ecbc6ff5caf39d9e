import * as z from "zod";
import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readNewestMetadata } from "./newestMetadata.ts";
import { lazy } from "../../model/lazy.ts";
import { StoredList } from "../platform/storedList.ts";

/** Maximum number of stored surveys. Those that were counted longest ago are removed first. */
const maxSurveys = 200;

const countedGroups = lazy(() =>
  z.strictObject({
    /** Number of responses by collectGroupId. */
    counts: z.record(z.string(), z.number()),
    /** Number of responses of the survey. Default: the sum of `counts`. */
    total: z.number().optional(),
    /** True if not everything was read, so that there may be more. */
    isMore: z.boolean(),
    /** Time of the count, epoch milliseconds of this machine's clock. */
    readAt: z.number(),
  }),
);
/** Numbers of responses of a survey's collect groups. */
export type CountedGroups = z.infer<ReturnType<typeof countedGroups>>;

/** Number of responses of a collect group or a survey. */
export interface ResponseCount extends Pick<CountedGroups, "isMore" | "readAt"> {
  readonly count: number;
}

const stored = lazy(() =>
  z.strictObject({ dataSpace: z.string(), surveyId: z.string(), counted: countedGroups() }),
);

/** Identifies a survey whose responses are counted. */
export interface CountedSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** Members of `DataSpaces` that are used here. */
type ProgressSource = Pick<DataSpaces, "client" | "list" | "onDidChange">;

/**
 * Numbers of responses of collect groups, as last read in any window; stored in VS Code's global state. A reading of
 * fieldwork sets them; for the tree they are read in the background, one survey at a time. Those of a data space that is
 * gone are removed.
 */
export class GroupProgress implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #dataSpaces: ProgressSource;
  readonly #stored: StoredList<z.infer<ReturnType<typeof stored>>>;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = this.#store.add(new vscode.EventEmitter<CountedSurvey>());
  readonly #ending = new AbortController();
  /** Surveys that are being counted, or are queued. */
  readonly #reading = new Map<string, AbortController>();
  #last: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(dataSpaces: ProgressSource, state: vscode.Memento, log: vscode.LogOutputChannel) {
    this.#dataSpaces = dataSpaces;
    this.#stored = new StoredList(state, "groupProgress", stored);
    this.#log = log;
    this.#store.add(
      dataSpaces.onDidChange(() => {
        this.#tidy().catch((error: unknown) => {
          logFailure(log, "Forgetting how far collect groups are", error);
        });
      }),
    );
  }

  of(survey: CountedSurvey, collectGroupId: string): ResponseCount | undefined {
    return this.#count(survey, ({ counts }) =>
      Object.hasOwn(counts, collectGroupId) ? (counts[collectGroupId] ?? 0) : 0,
    );
  }

  /** Returns the number of responses of the survey, whether or not they belong to a collect group. */
  ofSurvey(survey: CountedSurvey): ResponseCount | undefined {
    return this.#count(
      survey,
      ({ counts, total }) => total ?? Object.values(counts).reduce((sum, it) => sum + it, 0),
    );
  }

  /** Stores a count. An incomplete count does not replace a complete one, even if that is older. */
  async set(survey: CountedSurvey, counted: CountedGroups): Promise<void> {
    const { dataSpace, surveyId } = survey;
    if (!this.#isThere(dataSpace)) {
      // The data space was removed while its survey was counted.
      return;
    }
    if (counted.isMore && this.#counted(survey)?.isMore === false) {
      return;
    }
    const others = this.#stored.list().filter((it) => keyOf(it) !== keyOf(survey));
    await this.#stored.set([{ dataSpace, surveyId, counted }, ...others].slice(0, maxSurveys));
    this.#changed.fire({ dataSpace, surveyId });
  }

  /** Counts in the background. A failure is only logged. */
  read(survey: CountedSurvey): void {
    const key = keyOf(survey);
    if (this.#reading.has(key)) {
      return;
    }
    const reading = new AbortController();
    this.#reading.set(key, reading);
    const signal = AbortSignal.any([this.#ending.signal, reading.signal]);
    this.#last = this.#last
      .then(() => this.#read(survey, signal))
      .catch((error: unknown) => {
        if (!isCancelled(error)) {
          logFailure(this.#log, `Counting the responses of ${survey.surveyId}`, error);
        }
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) {
          this.#reading.delete(key);
        }
      });
  }

  /** Stops counting a survey that nobody looks at any more. */
  stop(survey: CountedSurvey): void {
    this.#reading.get(keyOf(survey))?.abort();
    this.#reading.delete(keyOf(survey));
  }

  dispose(): void {
    this.#ending.abort();
    this.#store.dispose();
  }

  async #read(survey: CountedSurvey, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return;
    }
    const readAt = Date.now();
    const client = await this.#dataSpaces.client(survey.dataSpace);
    const counts = new Map<string, number>();
    let total = 0;
    const isMore = await readNewestMetadata(
      client,
      survey.surveyId,
      { signal },
      ({ collectGroupId }) => {
        total++;
        if (collectGroupId !== undefined) {
          counts.set(collectGroupId, (counts.get(collectGroupId) ?? 0) + 1);
        }
      },
    );
    await this.set(survey, { counts: Object.fromEntries(counts), total, isMore, readAt });
  }

  async #tidy(): Promise<void> {
    const list = this.#stored.list();
    const left = list.filter(({ dataSpace }) => this.#isThere(dataSpace));
    if (left.length < list.length) {
      await this.#stored.set(left);
    }
  }

  #counted({ dataSpace, surveyId }: CountedSurvey): CountedGroups | undefined {
    const isIt = (it: CountedSurvey) => it.dataSpace === dataSpace && it.surveyId === surveyId;
    return this.#stored.list().find(isIt)?.counted;
  }

  #count(
    survey: CountedSurvey,
    countOf: (counted: CountedGroups) => number,
  ): ResponseCount | undefined {
    const counted = this.#counted(survey);
    return counted && { count: countOf(counted), isMore: counted.isMore, readAt: counted.readAt };
  }

  #isThere(dataSpace: string): boolean {
    return this.#dataSpaces.list().some(({ name }) => name === dataSpace);
  }
}

function keyOf({ dataSpace, surveyId }: CountedSurvey): string {
  return JSON.stringify([dataSpace, surveyId]);
}
