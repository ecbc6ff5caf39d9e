import * as z from "zod";
import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readNewestMetadata } from "./newestMetadata.ts";
import { once } from "../../model/once.ts";

const storedKey = "groupProgress";
/** The surveys counted longest ago leave first. */
const mostSurveys = 200;

const countedGroups = once(() =>
  z.strictObject({
    counts: z.record(z.string(), z.number()),
    total: z.number().optional(),
    isMore: z.boolean(),
    readAt: z.number(),
  }),
);
/** How many responses the collect groups of a survey have. */
export interface CountedGroups {
  /** By collectGroupId. */
  readonly counts: Readonly<Record<string, number>>;
  /** Of the survey; absent where each response is of a collect group. */
  readonly total?: number | undefined;
  /** Whether not everything was read, so that there may be more. */
  readonly isMore: boolean;
  /** When it was read: epoch milliseconds of this machine's clock. */
  readonly readAt: number;
}

/** How many responses a collect group, or a survey, has. */
export interface ResponseCount {
  readonly count: number;
  readonly isMore: boolean;
  readonly readAt: number;
}

// What is stored comes back from disk: it is outside data.
const stored = once(() =>
  z.array(
    z.strictObject({ dataSpace: z.string(), surveyId: z.string(), counted: countedGroups() }),
  ),
);
type Stored = z.infer<ReturnType<typeof stored>>[number];

/** Which survey was counted. */
export interface CountedSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** What is needed of the data spaces. */
type ProgressSource = Pick<DataSpaces, "client" | "list" | "onDidChange">;

/**
 * How far collect groups are, as it was read last in any window; in VS Code's global state. Whoever reads a survey's
 * fieldwork tells it; the tree has it read in the background, one survey at a time. What belongs to a data space that is
 * gone is removed.
 */
export class GroupProgress implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #dataSpaces: ProgressSource;
  readonly #state: vscode.Memento;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = this.#store.add(new vscode.EventEmitter<CountedSurvey>());
  readonly #ending = new AbortController();
  /** Surveys that wait for their turn, or have it. */
  readonly #reading = new Map<string, AbortController>();
  #last: Promise<void> = Promise.resolve();
  /** The stored value that was decoded last: each row of the tree asks for it. */
  #decoded: { readonly value: unknown; readonly list: readonly Stored[] } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(dataSpaces: ProgressSource, state: vscode.Memento, log: vscode.LogOutputChannel) {
    this.#dataSpaces = dataSpaces;
    this.#state = state;
    this.#log = log;
    this.#store.add(
      dataSpaces.onDidChange(() => {
        this.#tidy().catch((error: unknown) => {
          logFailure(log, "Forgetting how far collect groups are", error);
        });
      }),
    );
  }

  of({ dataSpace, surveyId }: CountedSurvey, collectGroupId: string): ResponseCount | undefined {
    const counted = this.#counted(dataSpace, surveyId);
    if (!counted) {
      return undefined;
    }
    const { counts, isMore, readAt } = counted;
    const count = Object.hasOwn(counts, collectGroupId) ? (counts[collectGroupId] ?? 0) : 0;
    return { count, isMore, readAt };
  }

  /** How many responses the survey has, in a collect group or not. */
  ofSurvey({ dataSpace, surveyId }: CountedSurvey): ResponseCount | undefined {
    const counted = this.#counted(dataSpace, surveyId);
    if (!counted) {
      return undefined;
    }
    const { counts, isMore, readAt } = counted;
    const count = counted.total ?? Object.values(counts).reduce((sum, it) => sum + it, 0);
    return { count, isMore, readAt };
  }

  /** Keeps what was counted. All that was counted before is worth more than a part that is counted later. */
  async set({ dataSpace, surveyId }: CountedSurvey, counted: CountedGroups): Promise<void> {
    if (!this.#isThere(dataSpace)) {
      // It was removed while it was counted.
      return;
    }
    const list = this.#list();
    if (counted.isMore && this.#counted(dataSpace, surveyId)?.isMore === false) {
      return;
    }
    const others = list.filter((it) => !isOf(it, dataSpace, surveyId));
    await this.#state.update(
      storedKey,
      [{ dataSpace, surveyId, counted }, ...others].slice(0, mostSurveys),
    );
    this.#changed.fire({ dataSpace, surveyId });
  }

  /** Counts in the background; a failure shows in the log only. */
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

  /** Nobody looks at the survey any more. */
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
    const list = this.#list();
    const left = list.filter(({ dataSpace }) => this.#isThere(dataSpace));
    if (left.length < list.length) {
      await this.#state.update(storedKey, left);
    }
  }

  #counted(dataSpace: string, surveyId: string): CountedGroups | undefined {
    return this.#list().find((it) => isOf(it, dataSpace, surveyId))?.counted;
  }

  #isThere(dataSpace: string): boolean {
    return this.#dataSpaces.list().some(({ name }) => name === dataSpace);
  }

  // Read again every time, as another window may have written in the meantime; VS Code then has another object.
  #list(): readonly Stored[] {
    const value = this.#state.get(storedKey);
    if (this.#decoded?.value !== value) {
      this.#decoded = { value, list: stored().safeParse(value).data ?? [] };
    }
    return this.#decoded?.list ?? [];
  }
}

function keyOf({ dataSpace, surveyId }: CountedSurvey): string {
  return JSON.stringify([dataSpace, surveyId]);
}

function isOf(it: CountedSurvey, dataSpace: string, surveyId: string): boolean {
  return it.dataSpace === dataSpace && it.surveyId === surveyId;
}
