import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled } from "../../client/waiting.ts";
import { isCancelled, isUnreachable, neededSignIn } from "../../model/errors.ts";
import type { SurveySummary } from "../../model/survey.ts";
import type { AnswerFiles } from "../../store/answerFiles.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { loaded } from "../platform/loaded.ts";
import { withSurvey } from "../reports/readSurvey.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { OfflineSurveys, OfflineCopy } from "./offlineSurveys.ts";

export interface KeepingProgress {
  /** `undefined` if particular surveys are read, not all of the data space. */
  readonly surveys?: { readonly done: number; readonly of: number };
  readonly responses: number;
}

export interface OfflineUpdate {
  readonly signal: AbortSignal;
  readonly isDue: (surveyId: string) => boolean;
  readonly onProgress: (progress: KeepingProgress) => void;
}

export interface OfflinePlace {
  readonly dataSpace: string;
  readonly space: string;
}

/** The reading of a survey, or of the list of surveys if `surveyId` is `undefined`. */
interface Reading extends OfflinePlace {
  readonly surveyId?: string | undefined;
  readonly stopping: AbortController;
  readonly ended: Promise<unknown>;
}

export interface OfflineReaderOptions {
  readonly kept: OfflineSurveys;
  readonly answers: AnswerFiles;
  readonly dataSpaces: DataSpaces;
  readonly tables: ResponseTables;
}

/** Reads surveys for use without network: the service's answers about them into files, their responses into tables. */
export class OfflineReader {
  readonly #options: OfflineReaderOptions;
  readonly #onChange: (reading: Reading) => void;
  readonly #readings = new Set<Reading>();

  /** @param onChange called when a reading begins and when it ends */
  constructor(options: OfflineReaderOptions, onChange: (reading: Reading) => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  isReading(dataSpace: string, surveyId: string): boolean {
    return [...this.#readings].some((it) => it.dataSpace === dataSpace && it.surveyId === surveyId);
  }

  /** Updates the list of surveys, then one survey after the other. @param surveyIds default: all surveys */
  async update(
    place: OfflinePlace,
    surveyIds: readonly string[] | undefined,
    { signal, isDue, onProgress }: OfflineUpdate,
  ): Promise<{ copies: OfflineCopy[]; failed: Error[] }> {
    const listed = await this.#keepList(place, signal);
    const due = (surveyIds ?? listed).filter(isDue);
    const copies: OfflineCopy[] = [];
    const failed: Error[] = [];
    for (const [done, surveyId] of due.entries()) {
      // It may be no longer kept, while the surveys before it were read.
      if (!isDue(surveyId)) {
        continue;
      }
      const surveys = surveyIds ? {} : { surveys: { done, of: due.length } };
      onProgress({ ...surveys, responses: 0 });
      try {
        const told = (responses: number): void => onProgress({ ...surveys, responses });
        copies.push(await this.#keepSurvey({ ...place, surveyId }, signal, told));
      } catch (error) {
        if (isCancelled(error) && !signal.aborted && !isDue(surveyId)) {
          // Only this survey was stopped: it is no longer kept.
          continue;
        }
        if (isCancelled(error) || isUnreachable(error) || neededSignIn(error)) {
          // The next survey would fail, too.
          throw error;
        }
        failed.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    return { copies, failed };
  }

  /** Stores the list of surveys. @returns the IDs of all surveys */
  #keepList(place: OfflinePlace, signal: AbortSignal): Promise<string[]> {
    return this.#reading(place, signal, async (either) => {
      const renewal = this.#options.answers.renewal(place);
      const client = await this.#client(place.dataSpace, renewal.keep);
      const listed = await idsOf(client.listSurveys({ signal: either }));
      // The tree requests the running surveys, too.
      await idsOf(client.listSurveys({ running: true, signal: either }));
      await renewal.end();
      return listed;
    });
  }

  #keepSurvey(
    of: OfflinePlace & { readonly surveyId: string },
    signal: AbortSignal,
    onLoaded: (responses: number) => void,
  ): Promise<OfflineCopy> {
    return this.#reading(of, signal, async (either) => {
      const { dataSpace, space, surveyId } = of;
      const renewal = this.#options.answers.renewal(of);
      const client = await this.#client(dataSpace, renewal.keep);
      return withSurvey(
        { dataSpaces: { client: async () => client }, tables: this.#options.tables },
        of,
        { signal: either, onLoaded, onWaiting: () => undefined },
        async ({ survey, collectGroups, responses, readAt }) => {
          for (const { collectGroupId } of collectGroups) {
            await keepGroup(client, collectGroupId, either);
          }
          const { version } = client;
          await renewal.end();
          const { label } = survey;
          const copy = { space, version, surveyId, label, readAt, responses };
          // Before the table is closed, because closing may remove it.
          await this.#options.kept.setCopy(copy);
          return copy;
        },
      );
    });
  }

  async #reading<T>(
    of: OfflinePlace & { readonly surveyId?: string | undefined },
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { dataSpace, space, surveyId } = of;
    const stopping = new AbortController();
    const work = read(AbortSignal.any([signal, stopping.signal]));
    const ended = work.catch(() => undefined);
    const reading = { dataSpace, space, surveyId, stopping, ended };
    this.#readings.add(reading);
    this.#onChange(reading);
    try {
      return await work;
    } finally {
      this.#readings.delete(reading);
      this.#onChange(reading);
    }
  }

  /** Stops readings. Resolves when they have ended: they store nothing after that. */
  async stop(isStopped: (reading: Reading) => boolean): Promise<void> {
    const stopped = [...this.#readings].filter(isStopped);
    stopped.forEach((it) => it.stopping.abort(cancelled()));
    await Promise.all(stopped.map((it) => it.ended));
  }

  async #client(
    dataSpace: string,
    keep: (request: string, bytes: Uint8Array) => Promise<void>,
  ): Promise<SurveyClient> {
    const { createSurveyClient } = await loaded(import("../../client/surveyClient.ts"));
    return createSurveyClient({ ...(await this.#options.dataSpaces.connection(dataSpace)), keep });
  }
}

async function idsOf(surveys: AsyncIterable<SurveySummary>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { surveyId } of surveys) {
    ids.push(surveyId);
  }
  return ids;
}

/** Stores the detail of a collect group. If the service refuses it, what the list says of the group is enough. */
async function keepGroup(
  client: SurveyClient,
  collectGroupId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.getCollectGroup(collectGroupId, { signal });
  } catch (error) {
    if (isCancelled(error) || isUnreachable(error)) {
      throw error;
    }
  }
}
