import type { CollectGroup } from "../../model/survey.ts";

type Nullish<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Maps the fields of a collect group that have the same names in all versions. `null` means the same as a missing field. */
export function collectGroupOf(
  it: Nullish<Omit<CollectGroup, "collectGroupId" | "label">>,
  collectGroupId: string,
  label: string | null | undefined,
): CollectGroup {
  return {
    collectGroupId,
    surveyId: it.surveyId ?? undefined,
    label: label ?? "",
    channel: it.channel ?? undefined,
    state: it.state ?? undefined,
    targetCnt: it.targetCnt ?? undefined,
    startedAt: it.startedAt ?? undefined,
    completedAt: it.completedAt ?? undefined,
    isUsingHmac: it.isUsingHmac ?? undefined,
    createdAt: it.createdAt ?? undefined,
    updatedAt: it.updatedAt ?? undefined,
  };
}
