// v1 and v2 share most paths, which the start need not read twice.
const ofOlder = <V extends "v1" | "v2">(version: V) =>
  ({
    listSurveys: `/${version}/surveys`,
    getSurvey: `/${version}/surveys/{surveyId}`,
    listCollectGroups: `/${version}/surveys/{surveyId}/collect-groups`,
    getCollectGroup: `/${version}/collect-groups/{collectGroupId}`,
    getResponses: `/${version}/responses`,
    getResponseMetadata: `/${version}/responses/metadata`,
    getResponseUrls: `/${version}/collect-groups/{collectGroupId}/response-urls`,
  }) as const;

/**
 * Operations of each version, with their paths. Written by npm run manifest from the tables of the versions, whose schemas take
 * long to create and are not needed at the start.
 */
export const paths = {
  v1: { ...ofOlder("v1"), getCollectGroupSerial: `/v1/collect-groups/{collectGroupId}/serial` },
  v2: { ...ofOlder("v2") },
  v3: {
    listSurveys: `/v3/surveys`,
    getSurvey: `/v3/surveys/{surveyId}`,
    listCollectGroups: `/v3/surveys/{surveyId}/collect-groups`,
    getCollectGroup: `/v3/collect-groups/{collectGroupId}`,
    getResponses: `/v3/surveys/{surveyId}/responses`,
    getResponseMetadata: `/v3/surveys/{surveyId}/responses/metadata`,
  },
} as const;
