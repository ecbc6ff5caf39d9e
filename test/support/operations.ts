/** API.md, "Endpoints", with the paths of DESIGN.md. */
export const reference = {
  v1: {
    listSurveys: "GET /v1/surveys collectGroupsStatus nextSurveyId",
    getSurvey: "GET /v1/surveys/{surveyId}",
    listCollectGroups: "GET /v1/surveys/{surveyId}/collect-groups",
    getCollectGroup: "GET /v1/collect-groups/{collectGroupId}",
    getResponses: "GET /v1/responses surveyId startDateTime endDateTime pageToken",
    getResponseMetadata: "GET /v1/responses/metadata surveyId startDateTime endDateTime pageToken",
    getResponseUrls: "POST /v1/collect-groups/{collectGroupId}/response-urls",
    getCollectGroupSerial: "GET /v1/collect-groups/{collectGroupId}/serial",
  },
  v2: {
    listSurveys: "GET /v2/surveys collectGroupsStatus nextSurveyId",
    getSurvey: "GET /v2/surveys/{surveyId}",
    listCollectGroups: "GET /v2/surveys/{surveyId}/collect-groups",
    getCollectGroup: "GET /v2/collect-groups/{collectGroupId}",
    getResponses: "GET /v2/responses surveyId startDateTime endDateTime pageToken parameterField",
    getResponseMetadata: "GET /v2/responses/metadata surveyId startDateTime endDateTime pageToken",
    getResponseUrls: "POST /v2/collect-groups/{collectGroupId}/response-urls",
  },
  v3: {
    listSurveys: "GET /v3/surveys collectGroupStatus size offset",
    getSurvey: "GET /v3/surveys/{surveyId}",
    listCollectGroups: "GET /v3/surveys/{surveyId}/collect-groups",
    getCollectGroup: "GET /v3/collect-groups/{collectGroupId}",
    getResponses:
      "GET /v3/surveys/{surveyId}/responses startDateTime endDateTime variables embeddedData size offset",
    getResponseMetadata:
      "GET /v3/surveys/{surveyId}/responses/metadata startDateTime endDateTime size offset",
  },
};
