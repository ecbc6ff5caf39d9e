import type { SurveyClient } from "../client/surveyClient.ts";
import type { ItemKind, ReadQuery } from "../reader/responseSource.ts";
import type { ItemSource } from "./calls.ts";

/** Asks for what a table is made of beside the responses. Rejects as the client does. */
export async function readItemSource(
  client: Pick<SurveyClient, "dataSpace" | "version" | "getSurvey" | "listCollectGroups">,
  surveyId: string,
  kind: ItemKind,
  { variables, embeddedData }: Pick<ReadQuery, "variables" | "embeddedData">,
  signal?: AbortSignal,
): Promise<ItemSource> {
  const [survey, groups] = await Promise.all([
    client.getSurvey(surveyId, { signal }),
    client.listCollectGroups(surveyId, { signal }),
  ]);
  const collectGroups = groups.map(({ collectGroupId, label }) => ({ collectGroupId, label }));
  const { dataSpace, version } = client;
  return { version, dataSpace, survey, collectGroups, kind, variables, embeddedData };
}
