import type { SurveyClient } from "../client/surveyClient.ts";
import type { RawStructure, SurveyStructure } from "../client/surveyStructure.ts";
import { systemClock } from "../client/waiting.ts";
import type { CopyProgress } from "../copy/readCopy.ts";
import type { Survey } from "../model/survey.ts";
import type { PageClient } from "./readRemotely.ts";
import { readIntoTable, type TableReadOptions } from "./readIntoTable.ts";
import type { ShownTable } from "./shownTable.ts";

/** Milliseconds between two checks for pages that another reading has added. */
const lookInterval = 1000;

/** A survey's structure as the service sent it. */
interface Structure extends RawStructure {
  /** True if it is a stored answer, because the service cannot be reached. */
  readonly isOffline: boolean;
}

/** Options for reading into a table that is shown. */
interface ShownReading extends Pick<TableReadOptions, "surveyId" | "isAnew" | "signal"> {
  readonly client: SurveyClient;
  /** Client for the pages, see `withFirstPageRequested`. Default: `client`. */
  readonly pages?: PageClient | undefined;
}

/** Receives the events of a reading. */
export interface ReadingSink {
  /** Called when the table has the survey. */
  onSurvey(survey: Survey): void;
  /** Called when the table has another page. */
  onProgress(progress: CopyProgress): void;
  /**
   * Called, perhaps repeatedly, while another reading has the lease.
   * @param isElsewhere true if the other reading is in another window
   */
  onWaiting(isElsewhere: boolean): void;
  /** Called when the other reading has added to the table. */
  onChanged(): void;
}

/** Requests the survey and its collect groups in parallel, to be called while the first responses are requested. */
export function readStructure(
  client: SurveyClient,
  surveyId: string,
  signal: AbortSignal,
): Promise<Structure> {
  let isOffline = false;
  const onStoredAnswer = (): void => {
    isOffline = true;
  };
  const both = Promise.all([
    client.rawSurvey(surveyId, { signal, onStoredAnswer }),
    client.rawCollectGroups(surveyId, { signal, onStoredAnswer }),
  ]).then(([survey, collectGroups]) => ({ survey, collectGroups, isOffline }));
  // It may reject before it is awaited. That must not be an unhandled rejection.
  both.catch(() => undefined);
  return both;
}

/** Reads what is missing into the table. While another reading does so, waits for it. */
export async function readIntoShown(
  { tables, table }: ShownTable,
  structure: Promise<Structure>,
  { client, pages = client, ...options }: ShownReading,
  sink: ReadingSink,
): Promise<SurveyStructure> {
  const described = structure.then(async ({ survey, collectGroups, isOffline }) => {
    // The table may have a newer structure than a stored answer.
    const it = await tables.putStructure(table, survey, collectGroups, isOffline);
    sink.onSurvey(it.survey);
    return it;
  });
  const survey = described.then((it) => it.survey);
  // Callers that await it get the error. If reading fails first, that error is the one to report.
  survey.catch(() => undefined);
  const onProgress = (progress: CopyProgress): void => sink.onProgress(progress);
  // Asks the window for the API key, so it resolves only while the window is open.
  const isWanted = (): Promise<unknown> => client.spaceMark();
  const read = () =>
    readIntoTable(tables, table, pages, { ...options, survey, isWanted, onProgress });
  for (let outcome = await read(); outcome !== "complete"; outcome = await read()) {
    sink.onWaiting(outcome === "elsewhere");
    await systemClock.delay(lookInterval, options.signal);
    if (await tables.hasChanged(table)) {
      sink.onChanged();
    }
  }
  return described;
}
