import { metadataColumns } from "./metadataColumns.ts";
import type { ApiVersion } from "./survey.ts";

/** Facts of the model that not every version carries, and which do (API.md, "Resources and their fields"). */
const carriers = {
  /** What divides the questions. */
  blocks: ["v3"],
  /** Before v3, a survey knows its questions and their options by rank only. */
  questionNames: ["v3"],
  questionRanks: ["v1", "v2"],
  /** Texts of embedded data, which v1 and v2 call parameters. */
  embeddedLabels: ["v3"],
  /** Labels of embedded data's values. */
  valueLabels: ["v3"],
  /** Whether people can give embedded data along, as with a response URL. */
  isCollectable: ["v1", "v2"],
  /** Collect groups as part of the survey; the list of a survey's collect groups is in every version. */
  collectGroupsInSurvey: ["v3"],
  /** Whether the list of collect groups says as much as each one's detail. */
  collectGroupDetailInList: ["v1", "v2"],
  /** Operations on PUBLIC_LINK collect groups (API.md, "v1 and v2 operations"). */
  responseUrls: ["v1", "v2"],
  groupSerial: ["v1"],
  /** Whether a question that was not shown can be told from one that was not answered. */
  asked: ["v3"],
  responseId: metadataColumns.responseId.versions,
} as const satisfies Record<string, readonly ApiVersion[]>;

export type VersionFact = keyof typeof carriers;

/** Whether the version carries the fact. What it does not carry is said to be "not provided", not shown as empty. */
export function versionSupports(version: ApiVersion, fact: VersionFact): boolean {
  return (carriers[fact] as readonly ApiVersion[]).includes(version);
}
