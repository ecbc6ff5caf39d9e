import type { SurveyClient } from "../../client/surveyClient.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";

/** The surveys of one data space as far as they were read. Refreshing keeps what is shown until something new is there. */
export class SurveyList {
  surveys: readonly SurveySummary[] = [];
  /** Asks for the next page; absent when all pages were read. */
  cursor: string | undefined;
  /** Ids of surveys with a collect group in progress; absent while that is not known. */
  running: ReadonlySet<string> | undefined;
  loaded = false;
  error: Error | undefined;
  /** When it came, where the service cannot be reached: epoch milliseconds. */
  keptAt: number | undefined;
  readonly groups = new Map<string, GroupList>();
  #pages = 0;
  #reading: AbortController | undefined;

  /** Reads as many pages again as were shown before, and replaces them together. The newest call wins. */
  async refresh(client: SurveyClient, runningOnly: boolean): Promise<void> {
    const { signal } = this.#start();
    const surveys: SurveySummary[] = [];
    let keptAt: number | undefined;
    const onStoredAnswer = (readAt: number): void => {
      keptAt = Math.min(keptAt ?? readAt, readAt);
    };
    let cursor: string | undefined;
    let pages = 0;
    try {
      do {
        const page = await client.surveyPage({
          running: runningOnly,
          cursor,
          signal,
          onStoredAnswer,
        });
        surveys.push(...page.items);
        cursor = page.cursor;
        pages++;
      } while (cursor !== undefined && pages < this.#pages);
      Object.assign(this, { surveys, cursor, keptAt, error: undefined, loaded: true });
      this.#pages = pages;
      this.groups.clear();
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Appends the next page. */
  async more(client: SurveyClient, runningOnly: boolean): Promise<void> {
    const { cursor } = this;
    if (cursor === undefined) {
      return;
    }
    const { signal } = this.#start();
    try {
      const page = await client.surveyPage({
        running: runningOnly,
        cursor,
        signal,
        onStoredAnswer: (readAt) => (this.keptAt = Math.min(this.keptAt ?? readAt, readAt)),
      });
      const known = new Set(this.surveys.map((it) => it.surveyId));
      this.surveys = [...this.surveys, ...page.items.filter((it) => !known.has(it.surveyId))];
      this.cursor = page.cursor;
      this.error = undefined;
      this.#pages++;
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /**
   * Learns which surveys have a running group: the list item does not say it (API.md, Survey list item), the RUNNING
   * filter does.
   */
  async readRunning(client: SurveyClient, signal?: AbortSignal): Promise<void> {
    const running = new Set<string>();
    for await (const survey of client.listSurveys({
      running: true,
      onStoredAnswer: () => undefined,
      ...(signal ? { signal } : {}),
    })) {
      running.add(survey.surveyId);
    }
    this.running = running;
  }

  /** Ends what is being read. */
  cancel(): void {
    this.#reading?.abort();
  }

  #start(): AbortController {
    this.#reading?.abort();
    this.#reading = new AbortController();
    return this.#reading;
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) {
      this.error = error instanceof Error ? error : new Error(String(error));
      this.loaded = true;
    }
  }
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
