export { structureChanges as changesBetween } from "../../analysis/structureChanges.ts";
export { structureHash } from "../../export/structureFacts.ts";
export { comparability } from "../../analysis/structurePairs.ts";
import { mappers } from "../../client/mappers/mappers.ts";
import { decodeAnswer } from "../../client/pages.ts";
import { apiVersions, type Survey } from "../../model/survey.ts";

/** @throws SurveyError "malformed-answer" if the bytes are no structure of this version */
export function decodeStructure(dataSpace: string, version: string, bytes: Uint8Array): Survey {
  const known = apiVersions.find((it) => it === version) ?? "v3";
  return decodeAnswer({ dataSpace, operation: "getSurvey" }, bytes, mappers[known].survey);
}
