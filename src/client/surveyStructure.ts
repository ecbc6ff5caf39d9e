import type { ApiVersion, CollectGroup, Survey } from "../model/survey.ts";
import { mappers } from "./mappers/mappers.ts";
import { decodeAnswer, decodeList } from "./pages.ts";

/** A survey's structure, byte for byte as the service sent it. */
export interface RawStructure {
  readonly survey: Uint8Array;
  /** The JSON array of the survey's collect groups. */
  readonly collectGroups: Uint8Array;
}

/** A survey's structure in the model. */
export interface SurveyStructure {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}

/** @throws "malformed-answer" if it does not fit */
export function surveyStructure(
  { version, dataSpace }: { readonly version: ApiVersion; readonly dataSpace: string },
  { survey, collectGroups }: RawStructure,
): SurveyStructure {
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
