import type { SurveyClient } from "./surveyClient.ts";
import { isCancelled } from "../model/errors.ts";
import { versionSupports } from "../model/versionSupport.ts";
import type { CollectGroup } from "../model/survey.ts";

/**
 * The collect group with its target and dates, which in v3 stand in the detail only (API.md, Collect group). A group whose
 * detail cannot be read comes back with what the list said of it, and the target that it is known to have.
 */
export async function withDetail(
  client: Pick<SurveyClient, "version" | "getCollectGroup">,
  group: CollectGroup,
  signal?: AbortSignal,
  known?: CollectGroup,
): Promise<CollectGroup> {
  const isDetail = versionSupports(client.version, "collectGroupDetailInList");
  if (isDetail || group.targetCnt !== undefined) {
    return group;
  }
  try {
    // A target of before is better than none, and who lists groups is told of the time.
    const onStoredAnswer = (): void => undefined;
    return await client.getCollectGroup(group.collectGroupId, { signal, onStoredAnswer });
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    return { ...group, targetCnt: known?.targetCnt };
  }
}
