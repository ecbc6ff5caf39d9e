import type { ApiVersion, CollectGroup, Survey } from "../model/survey.ts";
import { mappers } from "./mappers/mappers.ts";
import { decodeAnswer, decodeList } from "./pages.ts";

/** What the service says of a survey, byte for byte. */
export interface RawStructure {
  readonly survey: Uint8Array;
  /** The JSON array of the survey's collect groups. */
  readonly collectGroups: Uint8Array;
}

/** The same, as the model has it. */
export interface SurveyStructure {
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
}

/** @throws "malformed-answer" where it does not fit */
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
