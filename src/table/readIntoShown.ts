import type { SurveyClient } from "../client/surveyClient.ts";
import type { RawStructure, SurveyStructure } from "../client/surveyStructure.ts";
import { systemClock } from "../client/waiting.ts";
import type { CopyProgress } from "../copy/readCopy.ts";
import type { Survey } from "../model/survey.ts";
import type { PageClient } from "./readRemotely.ts";
import { readThrough, type ReadThroughOptions } from "./readThrough.ts";
import type { ShownTable } from "./shownTable.ts";

/** Milliseconds between two looks at what another reading does. */
const lookInterval = 1000;

/** What the service says of a survey. */
interface Structure extends RawStructure {
  /** It was kept on this machine, as the service cannot be reached. */
  readonly isOffline: boolean;
}

/** What is read into a table that is shown. */
interface ShownReading extends Pick<ReadThroughOptions, "surveyId" | "isAnew" | "signal"> {
  readonly client: SurveyClient;
  /** See askingAhead; absent: the client. */
  readonly pages?: PageClient | undefined;
}

/** Told what a reading comes to. */
export interface ReadingSink {
  /** The table has the survey. */
  onSurvey(survey: Survey): void;
  /** The table has another page. */
  onProgress(progress: CopyProgress): void;
  /** Another reading has the lease, of this window or of another; it may be told again and again. */
  onWaiting(isElsewhere: boolean): void;
  /** The other reading has added to the table. */
  onChanged(): void;
}

/** Asked for both at once, together with the first responses. */
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
  // It may fail before it is awaited, and must not count as unhandled until then.
  both.catch(() => undefined);
  return both;
}

/** Reads into the table what it has not, or waits until another reading has done so. */
export async function readIntoShown(
  { tables, table }: ShownTable,
  structure: Promise<Structure>,
  { client, pages = client, ...options }: ShownReading,
  sink: ReadingSink,
): Promise<SurveyStructure> {
  const described = structure.then(async ({ survey, collectGroups, isOffline }) => {
    // The table may have a newer one.
    const it = await tables.putStructure(table, survey, collectGroups, isOffline);
    sink.onSurvey(it.survey);
    return it;
  });
  const survey = described.then((it) => it.survey);
  // Whoever awaits it is told; where reading fails first, that is the error to tell.
  survey.catch(() => undefined);
  const onProgress = (progress: CopyProgress): void => sink.onProgress(progress);
  // The key comes from the window.
  const isWanted = (): Promise<unknown> => client.spaceMark();
  const read = () =>
    readThrough(tables, table, pages, { ...options, survey, isWanted, onProgress });
  for (let outcome = await read(); outcome !== "complete"; outcome = await read()) {
    sink.onWaiting(outcome === "elsewhere");
    await systemClock.delay(lookInterval, options.signal);
    if (await tables.hasChanged(table)) {
      sink.onChanged();
    }
  }
  return described;
}
