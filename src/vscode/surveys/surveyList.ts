import type { SurveyClient } from "../../client/surveyClient.ts";
import { SurveyError } from "../../model/errors.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";

/** How a list is read. */
export interface ListReading {
  readonly client: SurveyClient;
  readonly runningOnly: boolean;
  /** Another of several pages has come. */
  readonly onPage: () => void;
}

type Page = Awaited<ReturnType<SurveyClient["surveyPage"]>>;

/** The surveys of one data space as far as they were read. Refreshing keeps what is shown until something new is there. */
export class SurveyList {
  /** Each once: what was added in between moves others to the next page, too. */
  surveys: readonly SurveySummary[] = [];
  /** Asks for the next page; absent when all pages were read. */
  cursor: string | undefined;
  /** Ids of surveys with a collect group in progress; absent while that is not known. */
  running: ReadonlySet<string> | undefined;
  /** Surveys that were asked for by themselves. */
  found: ReadonlyMap<string, SurveySummary | "gone"> = new Map();
  loaded = false;
  error: Error | undefined;
  /** When it came, where the service cannot be reached: epoch milliseconds. */
  keptAt: number | undefined;
  /** How many surveys have come, while several pages are read. */
  coming: number | undefined;
  /** A person does not wait for what is left. */
  isStopped = false;
  readonly groups = new Map<string, GroupList>();
  #pages = 0;
  #reading: AbortController | undefined;

  /** Reads as many pages again as were shown before, and replaces them together. The newest call wins. */
  async refresh(reading: ListReading): Promise<void> {
    let keptAt: number | undefined;
    const onStoredAnswer = (readAt: number): void => {
      keptAt = Math.min(keptAt ?? readAt, readAt);
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
      Object.assign(this, { cursor, keptAt, found: new Map(), error: undefined, loaded: true });
      this.isStopped = false;
      this.#pages = pages;
      this.groups.clear();
    });
  }

  /** Appends the next page, or all that is left. */
  async more(reading: ListReading, isAll: boolean): Promise<void> {
    const onStoredAnswer = (readAt: number): void => {
      this.keptAt = Math.min(this.keptAt ?? readAt, readAt);
    };
    await this.#read(reading, onStoredAnswer, async (pageAt) => {
      const surveys = new Map(this.surveys.map((it) => [it.surveyId, it]));
      while (this.cursor !== undefined) {
        this.cursor = addNew(surveys, await pageAt(this.cursor));
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

  /** Asks, one by one, for surveys that are not on the pages that were read. */
  async find(client: SurveyClient, ids: readonly string[]): Promise<void> {
    const { surveys } = this;
    const listed = new Set(surveys.map((it) => it.surveyId));
    for (const id of ids.filter((it) => !listed.has(it) && !this.found.has(it))) {
      let survey: SurveySummary | "gone";
      try {
        const onStoredAnswer = (): void => undefined;
        const { surveyId, label, ...it } = await client.getSurvey(id, { onStoredAnswer });
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
   * Learns which surveys have a running group: the list item does not say it (API.md, Survey list item), the RUNNING
   * filter does.
   * @returns whether something has changed
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

  /** Ends what is being read. */
  cancel(): void {
    this.#reading?.abort();
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
        // What comes after a newer call, or after a stop, is no part of what is shown.
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
        this.coming = undefined;
      }
    }
  }

  #tell({ onPage }: ListReading, coming: number | undefined): void {
    this.coming = coming;
    if (coming !== undefined) {
      onPage();
    }
  }
}

/** @returns the page's cursor */
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
  /** When they came, where the service cannot be reached: epoch milliseconds. */
  readonly keptAt?: number | undefined;
}

/** Number of groups in progress, as the state says. */
export function runningCount(groups: readonly CollectGroup[]): number {
  return groups.filter((it) => it.state === "RUNNING").length;
}
