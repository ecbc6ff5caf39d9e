import type { SurveyClient } from "./surveyClient.ts";
import { isCancelled } from "../model/errors.ts";
import { versionSupports } from "../model/versionSupport.ts";
import type { CollectGroup } from "../model/survey.ts";

/**
 * Returns the collect group with its target and dates, which in v3 are only in the detail (API.md, Collect group). If the
 * detail cannot be read, returns the group as the list has it, with the target that is already known.
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
    // An old target is better than none, and whoever lists the groups is told how old the answers are.
    const onStoredAnswer = (): void => undefined;
    return await client.getCollectGroup(group.collectGroupId, { signal, onStoredAnswer });
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    return { ...group, targetCnt: known?.targetCnt };
  }
}
