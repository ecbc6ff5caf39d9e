import { v3 as protocol } from "../../protocol/v3.ts";
import { SharedTexts } from "../sharedTexts.ts";
import { onlyNamed } from "./filter.ts";
import type { Handlers } from "./operation.ts";
import { joinItems, pageFrame, splitLines } from "./page.ts";
import { collectGroup, collectGroups, responsePage, surveyDetail, surveyPage } from "./reads.ts";

/** The operations of API v3 (API.md, "v3 operations"). */
export const v3: Handlers<typeof protocol> = {
  async listSurveys(request) {
    const { paging } = protocol.listSurveys;
    const page = await surveyPage(request, paging, request.query.text("collectGroupStatus"));
    return plain.expand(page.lines, ...pageFrame(paging, page, request.lastPage));
  },

  async getSurvey(request) {
    return surveyDetail(request, request.path("surveyId"));
  },

  async listCollectGroups(request) {
    const items = await collectGroups(request, "listItem");
    return `[${items.join(",")}]`;
  },

  async getCollectGroup(request) {
    const { detail } = await collectGroup(request);
    return detail;
  },

  async getResponses(request) {
    const { paging } = protocol.getResponses;
    const surveyId = request.path("surveyId");
    const page = await responsePage(request, paging, "body", surveyId);
    const fragments = request.dataSpace.fragments.get(surveyId) ?? plain;
    const frame = pageFrame(paging, page, request.lastPage);
    const wanted = {
      variables: request.query.names("variables"),
      embeddedData: request.query.names("embeddedData"),
    };
    if (!wanted.variables && !wanted.embeddedData) {
      return fragments.expand(page.lines, ...frame);
    }
    const items = splitLines(page.lines).map((it) => onlyNamed(fragments.expand(it), wanted));
    return joinItems(items, ...frame);
  },

  async getResponseMetadata(request) {
    const { paging } = protocol.getResponseMetadata;
    const page = await responsePage(request, paging, "metadata", request.path("surveyId"));
    return plain.expand(page.lines, ...pageFrame(paging, page, request.lastPage));
  },
};

// For lines without marks.
const plain = new SharedTexts();
