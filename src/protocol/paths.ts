/**
 * Operations of each version, with their paths. Written by npm run manifest from the tables of the versions, whose schemas take
 * long to create and are not needed at the start.
 */
export const paths = {
  v1: {
    listSurveys: "/v1/surveys",
    getSurvey: "/v1/surveys/{surveyId}",
    listCollectGroups: "/v1/surveys/{surveyId}/collect-groups",
    getCollectGroup: "/v1/collect-groups/{collectGroupId}",
    getResponses: "/v1/responses",
    getResponseMetadata: "/v1/responses/metadata",
    getResponseUrls: "/v1/collect-groups/{collectGroupId}/response-urls",
    getCollectGroupSerial: "/v1/collect-groups/{collectGroupId}/serial",
  },
  v2: {
    listSurveys: "/v2/surveys",
    getSurvey: "/v2/surveys/{surveyId}",
    listCollectGroups: "/v2/surveys/{surveyId}/collect-groups",
    getCollectGroup: "/v2/collect-groups/{collectGroupId}",
    getResponses: "/v2/responses",
    getResponseMetadata: "/v2/responses/metadata",
    getResponseUrls: "/v2/collect-groups/{collectGroupId}/response-urls",
  },
  v3: {
    listSurveys: "/v3/surveys",
    getSurvey: "/v3/surveys/{surveyId}",
    listCollectGroups: "/v3/surveys/{surveyId}/collect-groups",
    getCollectGroup: "/v3/collect-groups/{collectGroupId}",
    getResponses: "/v3/surveys/{surveyId}/responses",
    getResponseMetadata: "/v3/surveys/{surveyId}/responses/metadata",
  },
} as const;
