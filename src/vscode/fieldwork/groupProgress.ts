import * as z from "zod";
import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readNewestMetadata } from "./newestMetadata.ts";
import { lazy } from "../../model/lazy.ts";

const storedKey = "groupProgress";
/** Maximum number of stored surveys. Those that were counted longest ago are removed first. */
const maxSurveys = 200;

const countedGroups = lazy(() =>
  z.strictObject({
    counts: z.record(z.string(), z.number()),
    total: z.number().optional(),
    isMore: z.boolean(),
    readAt: z.number(),
  }),
);
/** Numbers of responses of a survey's collect groups. */
export interface CountedGroups {
  /** Number of responses by collectGroupId. */
  readonly counts: Readonly<Record<string, number>>;
  /** Number of responses of the survey. Default: the sum of `counts`. */
  readonly total?: number | undefined;
  /** True if not everything was read, so that there may be more. */
  readonly isMore: boolean;
  /** Time of the count, epoch milliseconds of this machine's clock. */
  readonly readAt: number;
}

/** Number of responses of a collect group or a survey. */
export interface ResponseCount {
  readonly count: number;
  readonly isMore: boolean;
  readonly readAt: number;
}

// Stored values come from disk: decode them as outside data.
const stored = lazy(() =>
  z.array(
    z.strictObject({ dataSpace: z.string(), surveyId: z.string(), counted: countedGroups() }),
  ),
);
type Stored = z.infer<ReturnType<typeof stored>>[number];

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
  readonly #state: vscode.Memento;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = this.#store.add(new vscode.EventEmitter<CountedSurvey>());
  readonly #ending = new AbortController();
  /** Surveys that are being counted, or are queued. */
  readonly #reading = new Map<string, AbortController>();
  #last: Promise<void> = Promise.resolve();
  /** Cache of the decoded stored value, because each row of the tree asks for it. */
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

  /** Returns the number of responses of the survey, whether or not they belong to a collect group. */
  ofSurvey({ dataSpace, surveyId }: CountedSurvey): ResponseCount | undefined {
    const counted = this.#counted(dataSpace, surveyId);
    if (!counted) {
      return undefined;
    }
    const { counts, isMore, readAt } = counted;
    const count = counted.total ?? Object.values(counts).reduce((sum, it) => sum + it, 0);
    return { count, isMore, readAt };
  }

  /** Stores a count. An incomplete count does not replace a complete one, even if that is older. */
  async set({ dataSpace, surveyId }: CountedSurvey, counted: CountedGroups): Promise<void> {
    if (!this.#isThere(dataSpace)) {
      // The data space was removed while its survey was counted.
      return;
    }
    const list = this.#list();
    if (counted.isMore && this.#counted(dataSpace, surveyId)?.isMore === false) {
      return;
    }
    const others = list.filter((it) => !isOf(it, dataSpace, surveyId));
    await this.#state.update(
      storedKey,
      [{ dataSpace, surveyId, counted }, ...others].slice(0, maxSurveys),
    );
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

  // Reads the state every time, because another window may have written it; VS Code then returns another object.
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
