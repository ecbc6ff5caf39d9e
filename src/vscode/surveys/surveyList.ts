import { pagesOf } from "../../client/paging.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled } from "../../client/waiting.ts";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";

/** Options for reading a list. */
export interface ListReading {
  readonly client: SurveyClient;
  readonly runningOnly: boolean;
  /** Called when another of several pages has arrived. */
  readonly onPage: () => void;
}

type Page = Awaited<ReturnType<SurveyClient["surveyPage"]>>;

/** The surveys of one data space as far as they were read. A refresh keeps the old ones until it has the new ones. */
export class SurveyList {
  /** Without duplicates: a survey added between two requests moves another one to the next page, so it comes twice. */
  surveys: readonly SurveySummary[] = [];
  /** True if `surveys` has only running ones; `undefined` until loaded. */
  runningOnly: boolean | undefined;
  /** Cursor of the next page; `undefined` if all pages have been read. */
  cursor: string | undefined;
  /** IDs of surveys with a running collect group; `undefined` until known. */
  running: ReadonlySet<string> | undefined;
  /** Surveys that were requested one by one; "gone" if the data space does not have them. */
  found: ReadonlyMap<string, SurveySummary | "gone"> = new Map();
  loaded = false;
  error: Error | undefined;
  /** True if the last refresh has failed: further pages would not match the surveys, which may be of another filter. */
  needsRefresh = false;
  /** Time of the stored answer if the service cannot be reached, epoch milliseconds. */
  storedAnswerAt: number | undefined;
  /** Number of surveys read so far, while several pages are being read. */
  loadedSoFar: number | undefined;
  /** True if the person has stopped loading the remaining surveys. */
  isStopped = false;
  readonly groups = new Map<string, GroupList>();
  /** Collect groups that are being read, by survey. */
  readonly groupReadings = new Map<string, GroupReading>();
  #pages = 0;
  #reading: AbortController | undefined;
  #finding: AbortController | undefined;

  /** Reads as many pages as were shown before, and replaces all of them at once. The newest call wins. */
  async refresh(reading: ListReading): Promise<void> {
    let storedAnswerAt: number | undefined;
    const onStoredAnswer = (readAt: number): void => {
      storedAnswerAt = Math.min(storedAnswerAt ?? readAt, readAt);
    };
    await this.#read(reading, onStoredAnswer, async (pageAt) => {
      const surveys = new Map<string, SurveySummary>();
      let cursor: string | undefined;
      let pages = 0;
      do {
        cursor = addNew(surveys, await pageAt(cursor));
        pages++;
        this.#tell(reading, pages > 1 ? surveys.size : undefined);
      } while (cursor !== undefined && pages < this.#pages);
      this.surveys = [...surveys.values()];
      this.runningOnly = reading.runningOnly;
      this.cursor = cursor;
      this.storedAnswerAt = storedAnswerAt;
      this.found = new Map();
      this.error = undefined;
      this.loaded = true;
      this.isStopped = false;
      this.#pages = pages;
      this.groups.clear();
      this.groupReadings.clear();
    });
  }

  /** Appends the next page, or all remaining pages. */
  async more(reading: ListReading, isAll: boolean): Promise<void> {
    const onStoredAnswer = (readAt: number): void => {
      this.storedAnswerAt = Math.min(this.storedAnswerAt ?? readAt, readAt);
    };
    await this.#read(reading, onStoredAnswer, async (pageAt) => {
      const surveys = new Map(this.surveys.map((it) => [it.surveyId, it]));
      if (this.cursor === undefined) {
        return;
      }
      const source = { dataSpace: reading.client.dataSpace, operation: "listSurveys" } as const;
      for await (const page of pagesOf(source, pageAt, this.cursor)) {
        this.cursor = addNew(surveys, page);
        this.surveys = [...surveys.values()];
        this.error = undefined;
        this.#pages++;
        if (!isAll) {
          break;
        }
        this.#tell(reading, surveys.size);
      }
    });
  }

  /** Requests, one by one, surveys that are not on the pages read so far. */
  async find(client: SurveyClient, ids: readonly string[]): Promise<void> {
    const { surveys } = this;
    const { signal } = (this.#finding = new AbortController());
    const listed = new Set(surveys.map((it) => it.surveyId));
    for (const id of ids.filter((it) => !listed.has(it) && !this.found.has(it))) {
      let survey: SurveySummary | "gone";
      try {
        const onStoredAnswer = (): void => undefined;
        const { surveyId, label, ...it } = await client.getSurvey(id, { onStoredAnswer, signal });
        survey = { surveyId, label, createdAt: it.createdAt, updatedAt: it.updatedAt };
      } catch (error) {
        if (!(error instanceof SurveyError && error.code === "not-found")) {
          throw error;
        }
        survey = "gone";
      }
      this.found = new Map([...this.found, [id, survey]]);
    }
  }

  /**
   * Reads which surveys have a running collect group. List items do not say so (API.md, Survey list item), but the RUNNING
   * filter does.
   * @returns true if something has changed
   */
  async readRunning(client: SurveyClient, signal?: AbortSignal): Promise<boolean> {
    const running = new Set<string>();
    for await (const survey of client.listSurveys({
      running: true,
      onStoredAnswer: () => undefined,
      ...(signal ? { signal } : {}),
    })) {
      running.add(survey.surveyId);
    }
    const known = this.running;
    if (known?.size === running.size && [...running].every((it) => known.has(it))) {
      return false;
    }
    this.running = running;
    return true;
  }

  /** Aborts the current read, and the requests of single surveys. */
  cancel(): void {
    this.#reading?.abort();
    this.#finding?.abort(cancelled());
  }

  async #read(
    { client, runningOnly }: ListReading,
    onStoredAnswer: (readAt: number) => void,
    action: (pageAt: (cursor: string | undefined) => Promise<Page>) => Promise<void>,
  ): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading = reading;
    try {
      await action(async (cursor) => {
        const page = await client.surveyPage({
          running: runningOnly,
          cursor,
          signal,
          onStoredAnswer,
        });
        // Discard a page that arrives after a newer call or after a stop.
        signal.throwIfAborted();
        return page;
      });
    } catch (error) {
      if (!signal.aborted) {
        this.error = error instanceof Error ? error : new Error(String(error));
        this.loaded = true;
      }
    } finally {
      if (this.#reading === reading) {
        this.loadedSoFar = undefined;
      }
    }
  }

  #tell({ onPage }: ListReading, coming: number | undefined): void {
    this.loadedSoFar = coming;
    if (coming !== undefined) {
      onPage();
    }
  }
}

/** Adds the surveys that are not there yet. @returns the page's cursor */
function addNew(surveys: Map<string, SurveySummary>, { items, cursor }: Page): string | undefined {
  for (const survey of items) {
    if (!surveys.has(survey.surveyId)) {
      surveys.set(survey.surveyId, survey);
    }
  }
  return cursor;
}

export interface GroupList {
  readonly groups: readonly CollectGroup[];
  readonly error?: Error | undefined;
  /** Time of the stored answer if the service cannot be reached, epoch milliseconds. */
  readonly keptAt?: number | undefined;
}

/** A reading of collect groups: first their list, then what only requests about single groups tell. */
export interface GroupReading {
  readonly listed: Promise<void>;
  readonly detailed: Promise<void>;
}

/** Returns the number of running collect groups. */
export function runningCount(groups: readonly CollectGroup[]): number {
  return groups.filter((it) => it.state === "RUNNING").length;
}

/** Returns why something could not be loaded, as a row shows it. */
export function asError(error: unknown): Error {
  if (isCancelled(error) || !(error instanceof Error)) {
    return SurveyError.of("cancelled", "Loading was cancelled. Retry to load again.");
  }
  return error;
}
