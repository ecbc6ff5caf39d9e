import { commonOperations } from "../../protocol/v1v2.ts";
import type { v1 as v1Protocol } from "../../protocol/v1.ts";
import type { v2 as v2Protocol } from "../../protocol/v2.ts";
import { olderMetadata, OlderResponses } from "../older/responses.ts";
import { responseUrls } from "../older/responseUrls.ts";
import {
  olderCollectGroup,
  olderListItem,
  olderSurvey,
  storedCollectGroup,
  storedSurvey,
} from "../older/surveys.ts";
import { Problem } from "../problem.ts";
import type { Handlers, OperationRequest } from "./operation.ts";
import { joinItems, pageFrame, splitLines } from "./page.ts";
import { collectGroup, collectGroups, responsePage, surveyDetail, surveyPage } from "./reads.ts";

// Pages have the same form in v1 and v2.
const { listSurveys, getResponses, getResponseMetadata } = commonOperations("v2");

/** The operations of API v2 (API.md, "v1 and v2 operations"). */
export const v2: Handlers<typeof v2Protocol> = {
  async listSurveys(request) {
    const { paging } = listSurveys;
    const page = await surveyPage(request, paging, request.query.text("collectGroupsStatus"));
    const items = splitLines(page.lines).map((it) => Buffer.from(olderListItem(it)));
    return joinItems(items, ...pageFrame(paging, page, request.lastPage));
  },

  async getSurvey(request) {
    return olderSurvey(await surveyDetail(request, request.path("surveyId")));
  },

  async listCollectGroups(request) {
    const items = await collectGroups(request, "detail");
    return `[${items.map(olderCollectGroup).join(",")}]`;
  },

  async getCollectGroup(request) {
    const { detail } = await collectGroup(request);
    return olderCollectGroup(detail);
  },

  async getResponses(request) {
    const { paging } = getResponses;
    const surveyId = request.query.text("surveyId") ?? "";
    const survey = storedSurvey(await surveyDetail(request, surveyId));
    const older = new OlderResponses(survey, request.query.text("parameterField"));
    const page = await responsePage(request, paging, "body", surveyId);
    const items = splitLines(page.lines).map((it) => older.response(it));
    return joinItems(items, ...pageFrame(paging, page, request.lastPage, { surveyId }));
  },

  async getResponseMetadata(request) {
    const { paging } = getResponseMetadata;
    const surveyId = request.query.text("surveyId") ?? "";
    const page = await responsePage(request, paging, "metadata", surveyId);
    const items = splitLines(page.lines).map(olderMetadata);
    return joinItems(items, ...pageFrame(paging, page, request.lastPage));
  },

  async getResponseUrls(request) {
    const { collectGroupId, surveyId, isUsingHmac } = await publicLinkGroup(request);
    const survey = storedSurvey(await surveyDetail(request, surveyId));
    const urls = await responseUrls(request.rows, {
      origin: request.origin,
      collectGroupId,
      parameterKeys: (survey.embeddedData ?? []).map((it) => it.name),
      key: isUsingHmac === true ? request.dataSpace.urlKey : undefined,
    });
    return JSON.stringify(urls);
  },
};

/** The operations of API v1: those of v2, and one for the serial of a collect group. */
export const v1: Handlers<typeof v1Protocol> = {
  ...v2,

  async getCollectGroupSerial(request) {
    const { serial } = await publicLinkGroup(request);
    return JSON.stringify(serial);
  },
};

async function publicLinkGroup(request: OperationRequest) {
  const found = await collectGroup(request);
  const { channel, isUsingHmac } = storedCollectGroup(found.detail);
  if (channel !== "PUBLIC_LINK") {
    throw new Problem(
      409,
      "Not a public link",
      `Only collect groups of the channel PUBLIC_LINK have this. The channel of ${found.collectGroupId} is ${channel ?? "not known"}.`,
    );
  }
  return { ...found, isUsingHmac };
}
