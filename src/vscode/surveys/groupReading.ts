import type * as vscode from "vscode";
import { withDetail } from "../../client/collectGroupDetail.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { CountedSurvey, GroupProgress } from "../fieldwork/groupProgress.ts";
import { logFailure } from "../platform/log.ts";
import {
  asError,
  type GroupList,
  type GroupReading,
  runningCount,
  type SurveyList,
} from "./surveyList.ts";

export interface GroupReadingOptions {
  readonly dataSpaces: Pick<DataSpaces, "client">;
  readonly progress: Pick<GroupProgress, "ofSurvey" | "read">;
  readonly log: vscode.LogOutputChannel;
}

/** Starts to read the collect groups of a survey into the list, which has the reading while it lasts. */
export function readGroups(
  survey: CountedSurvey,
  list: SurveyList,
  options: GroupReadingOptions,
): GroupReading {
  const { surveyId } = survey;
  const isCurrent = (): boolean => list.groupReadings.get(surveyId) === reading;
  const listing = listGroups(survey, options);
  const listed = listing.then((result) => {
    // A refresh drops what is being read.
    if (isCurrent()) {
      list.groups.set(surveyId, result);
    }
  });
  const detailed = listing
    .then((result) => readDetails(survey, list, result, options))
    .finally(() => {
      if (isCurrent()) {
        list.groupReadings.delete(surveyId);
      }
    });
  // Avoid an unhandled rejection if no row waits for it.
  detailed.catch(() => undefined);
  const reading: GroupReading = { listed, detailed };
  list.groupReadings.set(surveyId, reading);
  return reading;
}

async function listGroups(
  { dataSpace, surveyId }: CountedSurvey,
  { dataSpaces, log }: GroupReadingOptions,
): Promise<GroupList> {
  try {
    const client = await dataSpaces.client(dataSpace);
    let keptAt: number | undefined;
    const onStoredAnswer = (readAt: number): void => {
      keptAt = readAt;
    };
    const groups = await client.listCollectGroups(surveyId, { onStoredAnswer });
    return { groups, keptAt };
  } catch (error) {
    logFailure(log, `Reading the collect groups of ${surveyId} in "${dataSpace}"`, error);
    return { groups: [], error: asError(error) };
  }
}

/** Reads targets and dates of collect groups, then starts counting their responses. */
async function readDetails(
  survey: CountedSurvey,
  list: SurveyList,
  listed: GroupList,
  { dataSpaces, progress }: GroupReadingOptions,
): Promise<void> {
  if (listed.groups.length === 0) {
    return;
  }
  const client = await dataSpaces.client(survey.dataSpace);
  const groups = await Promise.all(listed.groups.map((it) => withDetail(client, it)));
  if (list.groups.get(survey.surveyId) === listed) {
    list.groups.set(survey.surveyId, { ...listed, groups });
  }
  if (listed.keptAt !== undefined) {
    return;
  }
  // If no group is running, counting once is enough.
  if (runningCount(groups) > 0 || !progress.ofSurvey(survey)) {
    progress.read(survey);
  }
}
