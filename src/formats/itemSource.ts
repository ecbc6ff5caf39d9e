import type { SurveyClient } from "../client/surveyClient.ts";
import {
  surveyStructure,
  type RawStructure,
  type SurveyStructure,
} from "../client/surveyStructure.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../client/queries.ts";
import type { ItemSource } from "./calls.ts";

type Chosen = Pick<ReadQuery, "variables" | "embeddedData">;

/**
 * Returns what a table is made from, beside the responses.
 * @throws SurveyError "malformed-answer" if the structure does not match the schema
 */
export function itemSource(
  client: Pick<SurveyClient, "dataSpace" | "version">,
  structure: RawStructure,
  kind: ItemKind,
  chosen: Chosen,
): ItemSource {
  return sourceOf(client, surveyStructure(client, structure), kind, chosen);
}

/** Requests what a table is made from, beside the responses. Rejects as the client does. */
export async function readItemSource(
  client: Pick<SurveyClient, "dataSpace" | "version" | "getSurvey" | "listCollectGroups">,
  surveyId: string,
  kind: ItemKind,
  chosen: Chosen,
  signal?: AbortSignal,
): Promise<ItemSource> {
  const [survey, collectGroups] = await Promise.all([
    client.getSurvey(surveyId, { signal }),
    client.listCollectGroups(surveyId, { signal }),
  ]);
  return sourceOf(client, { survey, collectGroups }, kind, chosen);
}

function sourceOf(
  { dataSpace, version }: Pick<SurveyClient, "dataSpace" | "version">,
  { survey, collectGroups: groups }: SurveyStructure,
  kind: ItemKind,
  { variables, embeddedData }: Chosen,
): ItemSource {
  const collectGroups = groups.map(({ collectGroupId, label }) => ({ collectGroupId, label }));
  return { version, dataSpace, survey, collectGroups, kind, variables, embeddedData };
}
