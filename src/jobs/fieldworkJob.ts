import { fieldworkFigures } from "../analysis/fieldworkFigures.ts";
import { FieldworkTally } from "../analysis/fieldworkTally.ts";
import { withDetail } from "../client/collectGroupDetail.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { allOrStop } from "../export/allOrStop.ts";
import { defaultRule, type Fieldwork } from "../model/fieldwork.ts";
import { MetadataReading } from "../reader/metadataReading.ts";

export interface FieldworkJob {
  readonly client: SurveyClient;
  readonly surveyId: string;
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onProgress: (responses: number, share: number | undefined) => void;
}

/** Returns the fieldwork figures of a survey, over all responses that the service has. */
export async function fieldworkJob({
  client,
  surveyId,
  signal: given,
  onProgress,
}: FieldworkJob): Promise<Fieldwork> {
  const stop = new AbortController();
  const signal = AbortSignal.any([given, stop.signal]);
  let tally = new FieldworkTally();
  let responses = 0;
  const reading = new MetadataReading({
    surveyId,
    onItems: (items) => {
      items.forEach((it) => tally.add(it));
      responses += items.length;
      onProgress(responses, reading.share);
    },
    onRestart: () => {
      tally = new FieldworkTally();
      responses = 0;
    },
  });
  const oldest = async () => (await client.getSurvey(surveyId, { signal })).createdAt;
  const [groups] = await allOrStop(stop, [
    client
      .listCollectGroups(surveyId, { signal })
      .then((listed) => Promise.all(listed.map((it) => withDetail(client, it, signal)))),
    reading.run({ source: client, oldest, signal }),
  ]);
  // No `today`: what the command line prints depends only on the survey.
  return fieldworkFigures(tally, { scope: {}, rule: defaultRule, groups, isComplete: true });
}
