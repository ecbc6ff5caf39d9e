import * as z from "zod";
import { localizable } from "../model/localizable.ts";
import { metadataShape } from "./metadataShape.ts";
import type { QueryParameter, VersionProtocol } from "./operation.ts";

/*
 * What API v1 and v2 share, as API.md shows it for v2. It does not show v1's inner fields, so one schema reads both: only an
 * item's own ID is required, and unknown fields are kept ("loose").
 */

const text = z.string().nullish();
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish();

export const surveyListItem = z.looseObject({
  surveyId: z.string(),
  title: text,
  createdAt: text,
  updatedAt: text,
});

/** A position, from 1; API.md, "Question identification". */
const rank = z.int().nullish();

export const survey = z.looseObject({
  surveyId: z.string(),
  title: text,
  questions: list(
    z.looseObject({
      rank,
      type: text,
      text,
      options: list(z.looseObject({ rank, text })),
    }),
  ),
  parameters: list(z.looseObject({ parameterKey: text, isCollectable: z.boolean().nullish() })),
  createdAt: text,
  updatedAt: text,
});

/** The list item and the detail have the same fields. */
export const collectGroup = z.looseObject({
  collectGroupId: z.string(),
  surveyId: text,
  name: text,
  channel: text,
  state: text,
  targetCnt: z.number().nullish(),
  startedAt: text,
  completedAt: text,
  isUsingHmac: z.boolean().nullish(),
  createdAt: text,
  updatedAt: text,
});

export const parameterValue = z.union([z.string(), z.number()], {
  error: localizable("must be text or a number").text,
});

export const answers = z.looseObject({
  name: text,
  rank,
  answer: list(z.looseObject({ num: z.number().nullish(), str: text })),
});

export const response = z.looseObject({
  ...metadataShape("v1", "responses"),
  ...metadataShape("v2", "responses"),
  parameters: z.record(z.string(), parameterValue.nullable()).nullish(),
  answers: list(answers),
});

export const responseMetadata = z.looseObject({
  ...metadataShape("v1", "metadata"),
  ...metadataShape("v2", "metadata"),
});

/** Body of the request for URLs; one object makes one URL. */
export const responseUrlRequest = z.array(
  z.strictObject({ parameters: z.record(z.string(), parameterValue) }),
);

/** The reference does not show the answer. Both forms that a service might choose are accepted. */
export const responseUrls = z.array(
  z.union([z.string(), z.looseObject({ url: z.string() })], {
    error: 'expected string, or object with the field "url"',
  }),
);

/** A bare JSON string. */
export const collectGroupSerial = z.string();

const pageSize = 1000;

const page = (items: string, cursor: string) =>
  z.looseObject({ [items]: z.array(z.unknown()), [cursor]: text });

const ofSurvey = {
  surveyId: { kind: "text", required: true, description: "The survey to read." },
  startDateTime: {
    kind: "dateTime",
    description: "Start of the range on submission time, exclusive. Omitted: from the oldest.",
  },
  endDateTime: {
    kind: "dateTime",
    description: "End of the range on submission time, inclusive. Omitted: to the newest.",
  },
  pageToken: { kind: "text", description: "The pageToken of the previous result." },
} as const satisfies Record<string, QueryParameter>;

/** The operations that both versions have, below the version's prefix. */
// eslint-disable-next-line max-lines-per-function -- A table.
export function commonOperations<V extends "v1" | "v2">(version: V) {
  return {
    listSurveys: {
      summary: "List surveys, newest created first",
      method: "GET",
      path: `/${version}/surveys`,
      query: {
        collectGroupsStatus: {
          kind: "choice",
          values: ["RUNNING"],
          description: "Only surveys that have a collect group in progress. Omitted: all.",
        },
        nextSurveyId: { kind: "text", description: "The nextSurveyId of the previous result." },
      },
      answer: page("surveys", "nextSurveyId"),
      item: surveyListItem,
      paging: { items: "surveys", cursor: "nextSurveyId", size: pageSize },
    },
    getSurvey: {
      summary: "Get a survey with its structure",
      method: "GET",
      path: `/${version}/surveys/{surveyId}`,
      query: {},
      answer: survey,
    },
    listCollectGroups: {
      summary: "List the collect groups of a survey",
      method: "GET",
      path: `/${version}/surveys/{surveyId}/collect-groups`,
      query: {},
      answer: z.array(collectGroup),
    },
    getCollectGroup: {
      summary: "Get a collect group",
      method: "GET",
      path: `/${version}/collect-groups/{collectGroupId}`,
      query: {},
      answer: collectGroup,
    },
    getResponses: {
      summary: "Get the responses of a survey, newest first",
      method: "GET",
      path: `/${version}/responses`,
      query: ofSurvey,
      answer: page("responses", "pageToken").extend({ surveyId: text }),
      item: response,
      paging: { items: "responses", cursor: "pageToken", size: pageSize },
    },
    getResponseMetadata: {
      summary: "Get the metadata of the responses of a survey, newest first",
      method: "GET",
      path: `/${version}/responses/metadata`,
      query: ofSurvey,
      answer: page("answerSheets", "pageToken"),
      item: responseMetadata,
      paging: { items: "answerSheets", cursor: "pageToken", size: pageSize },
    },
    getResponseUrls: {
      summary: "Get response URLs with parameter values applied, one for each object, in order",
      method: "POST",
      path: `/${version}/collect-groups/{collectGroupId}/response-urls`,
      query: {},
      body: responseUrlRequest,
      answer: responseUrls,
      publicLinkOnly: true,
    },
  } as const satisfies VersionProtocol;
}
