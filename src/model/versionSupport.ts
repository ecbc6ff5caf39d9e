import { metadataColumns } from "./metadataColumns.ts";
import type { ApiVersion } from "./survey.ts";

/** Features of the model that only some versions have, and these versions (API.md, "Resources and their fields"). */
const featureVersions = {
  /** Groups of questions. */
  blocks: ["v3"],
  /** Before v3, a survey identifies its questions and their options by rank only. */
  questionNames: ["v3"],
  questionRanks: ["v1", "v2"],
  /** Texts of embedded data, which v1 and v2 call parameters. */
  embeddedLabels: ["v3"],
  /** Labels of embedded data's values. */
  valueLabels: ["v3"],
  /** Whether embedded data can be passed in, such as by a response URL. */
  isCollectable: ["v1", "v2"],
  /** Collect groups as part of the survey. Every version can list a survey's collect groups. */
  collectGroupsInSurvey: ["v3"],
  /** Whether the list of collect groups has all fields of a group's detail. */
  collectGroupDetailInList: ["v1", "v2"],
  /** Operations on PUBLIC_LINK collect groups (API.md, "v1 and v2 operations"). */
  responseUrls: ["v1", "v2"],
  groupSerial: ["v1"],
  /** Whether a question that was not shown differs from one that was not answered. */
  asked: ["v3"],
  responseId: metadataColumns.responseId.versions,
} as const satisfies Record<string, readonly ApiVersion[]>;

export type VersionFeature = keyof typeof featureVersions;

/** Returns whether the version has the feature. If not, it is shown as "not provided", not as empty. */
export function versionSupports(version: ApiVersion, fact: VersionFeature): boolean {
  return (featureVersions[fact] as readonly ApiVersion[]).includes(version);
}
