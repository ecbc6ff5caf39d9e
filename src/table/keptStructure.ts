import { mappers } from "../client/mappers/mappers.ts";
import { decodeAnswer, decodeList } from "../client/pages.ts";
import type { RawStructure, SurveyCopy } from "../copy/surveyCopy.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";

/** What the service said of the survey. */
export interface Described {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}

/** @throws "malformed-answer" where it does not fit */
export function described(
  { version, dataSpace }: Pick<SurveyCopy, "version" | "dataSpace">,
  { survey, collectGroups }: RawStructure,
): Described {
  const { survey: decodeSurvey, collectGroupListItem } = mappers[version];
  return {
    survey: decodeAnswer({ dataSpace, operation: "getSurvey" }, survey, decodeSurvey),
    collectGroups: decodeList(
      { dataSpace, operation: "listCollectGroups" },
      collectGroups,
      collectGroupListItem,
    ),
  };
}
