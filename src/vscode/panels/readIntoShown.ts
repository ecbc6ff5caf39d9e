import type { SurveyClient } from "../../client/surveyClient.ts";
import { systemClock } from "../../client/waiting.ts";
import type { CollectGroup, Survey } from "../../model/survey.ts";
import { readTable, type ReadTableOptions, type TableProgress } from "../../table/readTable.ts";
import type { ShownTable } from "./tableAnswers.ts";

/** Milliseconds between two looks at what another reading does. */
const turnInterval = 1000;

/** What the service says of a survey. */
interface Structure {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
  /** It was kept on this machine, as the service cannot be reached. */
  readonly isOffline: boolean;
}

/** Told what a reading comes to. */
export interface ReadingSink {
  /** The table has the survey. */
  onSurvey(survey: Survey): void;
  /** The table has another page. */
  onProgress(progress: TableProgress): void;
  /** Another reading has the turn, of this window or of another; it may be told again and again. */
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
  const onKept = (): void => {
    isOffline = true;
  };
  const both = Promise.all([
    client.getSurvey(surveyId, { signal, onKept }),
    client.listCollectGroups(surveyId, { signal, onKept }),
  ]).then(([survey, collectGroups]) => ({ survey, collectGroups, isOffline }));
  // It may fail before it is awaited, and must not count as unhandled until then.
  both.catch(() => undefined);
  return both;
}

/** Reads into the table what it has not, or waits until another reading has done so. */
export async function readIntoShown(
  { tables, table }: ShownTable,
  structure: Promise<Structure>,
  options: Pick<ReadTableOptions, "surveyId" | "isAnew" | "newest" | "signal"> & {
    readonly client: SurveyClient;
  },
  sink: ReadingSink,
): Promise<void> {
  const survey = structure.then(async ({ survey, collectGroups, isOffline }) => {
    // The table may have a newer one.
    if (!isOffline) {
      await tables.putSurvey(table, survey, collectGroups);
    }
    sink.onSurvey(survey);
    return survey;
  });
  // Whoever awaits it is told; where reading fails first, that is the error to tell.
  survey.catch(() => undefined);
  const onProgress = (progress: TableProgress): void => sink.onProgress(progress);
  // The key comes from the window.
  const isWanted = (): Promise<unknown> => options.client.spaceMark();
  const reading = { ...options, tables, table, survey, isWanted, onProgress };
  for (
    let outcome = await readTable(reading);
    outcome !== "complete";
    // A page that was asked for before may be used up.
    outcome = await readTable({ ...reading, newest: undefined })
  ) {
    sink.onWaiting(outcome === "elsewhere");
    await systemClock.delay(turnInterval, options.signal);
    if (await tables.hasChanged(table)) {
      sink.onChanged();
    }
  }
  await survey;
}
