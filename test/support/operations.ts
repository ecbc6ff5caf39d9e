import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { OperationName } from "../../src/protocol/operation.ts";
import { groups } from "../conformance/support/spaces.ts";

/** The operations of API.md, "Endpoints", with the paths of the protocol table and the parameters, written by hand. */
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

/** How tests call an operation. */
export interface OperationExample {
  /** @param id of a survey or a collect group, if the operation reads one */
  readonly call: (client: SurveyClient, id: string) => Promise<unknown>;
  /** A short answer that fits in every version that has the operation. */
  readonly answer: unknown;
  /** What the client returns from the data space of the conformance matrix; if absent, the matrix has checks of its own. */
  readonly served?: readonly { readonly id: string; readonly result: unknown }[];
}

const page = { surveys: [], responses: [], answerSheets: [] };
const ids = { surveyId: "a/b", collectGroupId: "a/b" };

export const examples = {
  listSurveys: { call: (client) => client.surveyPage(), answer: page },
  getSurvey: { call: (client, id) => client.getSurvey(id), answer: ids },
  listCollectGroups: { call: (client, id) => client.listCollectGroups(id), answer: [ids] },
  getCollectGroup: {
    call: (client, id) => client.getCollectGroup(id),
    answer: ids,
    served: groups.map(({ serial: _, ...group }) => ({ id: group.collectGroupId, result: group })),
  },
  getResponses: { call: (client, id) => client.responsePage(id), answer: page },
  getResponseMetadata: { call: (client, id) => client.metadataPage(id), answer: page },
  getResponseUrls: {
    call: (client, id) => client.getResponseUrls(id, [{}, {}]),
    answer: ["https://u", "https://v"],
  },
  getCollectGroupSerial: { call: (client, id) => client.getCollectGroupSerial(id), answer: "s" },
} as const satisfies Readonly<Record<OperationName, OperationExample>>;
