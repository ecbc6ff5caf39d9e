import * as z from "zod";
import { metadataShape } from "./metadataShape.ts";
import type { ProtocolOf, QueryParameter } from "./operation.ts";

/*
 * API v3 as API.md shows it. It does not show which fields may be missing, so only what identifies a thing is required;
 * unknown fields are kept ("loose") and stay in raw views and exports.
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish();

export const surveyListItem = z.looseObject({
  surveyId: z.string(),
  label: text,
  createdAt: text,
  updatedAt: text,
});

const collectGroupReference = z.looseObject({
  collectGroupId: z.string(),
  label: text,
  state: text,
});

export const survey = z.looseObject({
  surveyId: z.string(),
  label: text,
  questions: list(
    z.looseObject({
      name: z.string(),
      type: text,
      label: text,
      options: list(z.looseObject({ name: z.string(), label: text })),
    }),
  ),
  embeddedData: list(z.looseObject({ name: z.string(), label: text })),
  blocks: list(z.looseObject({ name: text, label: text, questions: list(z.string()) })),
  collectGroups: list(collectGroupReference),
  createdAt: text,
  updatedAt: text,
});

export const collectGroupListItem = z.looseObject({
  collectGroupId: z.string(),
  surveyId: text,
  label: text,
  channel: text,
  state: text,
  isUsingHmac: flag,
});

export const collectGroup = z.looseObject({
  ...collectGroupListItem.shape,
  targetCnt: z.number().nullish(),
  startedAt: text,
  completedAt: text,
  createdAt: text,
  updatedAt: text,
});

export const responseMetadata = z.looseObject(metadataShape("v3", "metadata"));

export const response = z.looseObject({
  ...metadataShape("v3", "responses"),
  embeddedData: list(z.looseObject({ name: z.string(), value: text, valueLabel: text })),
  variables: list(
    z.looseObject({
      name: z.string(),
      type: text,
      label: text,
      options: list(z.looseObject({ value: z.string(), valueLabel: text })),
      answer: list(z.looseObject({ value: text, etcValue: text })),
    }),
  ),
});

const page = (items: string) => z.looseObject({ [items]: z.array(z.unknown()), offset: text });

const offset: QueryParameter = { kind: "text", description: "The offset of the previous result." };
const range = {
  startDateTime: {
    kind: "dateTime",
    description: "Start of the range on submission time, exclusive. Omitted: from the oldest.",
  },
  endDateTime: {
    kind: "dateTime",
    description: "End of the range on submission time, inclusive. Omitted: to the newest.",
  },
} satisfies Record<string, QueryParameter>;
const size = (maximum: number): QueryParameter => ({
  kind: "size",
  default: maximum,
  maximum,
  description: "Items a page.",
});

export const v3 = {
  listSurveys: {
    summary: "List surveys, newest created first",
    method: "GET",
    path: "/v3/surveys",
    query: {
      collectGroupStatus: {
        kind: "choice",
        values: ["RUNNING"],
        description: "Only surveys that have a collect group in progress. Omitted: all.",
      },
      size: size(100),
      offset,
    },
    answer: page("surveys"),
    item: surveyListItem,
    paging: { items: "surveys", cursor: "offset" },
  },
  getSurvey: {
    summary: "Get a survey with its structure",
    method: "GET",
    path: "/v3/surveys/{surveyId}",
    query: {},
    answer: survey,
  },
  listCollectGroups: {
    summary: "List the collect groups of a survey",
    method: "GET",
    path: "/v3/surveys/{surveyId}/collect-groups",
    query: {},
    answer: z.array(collectGroupListItem),
  },
  getCollectGroup: {
    summary: "Get a collect group",
    method: "GET",
    path: "/v3/collect-groups/{collectGroupId}",
    query: {},
    answer: collectGroup,
  },
  getResponses: {
    summary: "Get the responses of a survey, newest first",
    method: "GET",
    path: "/v3/surveys/{surveyId}/responses",
    query: {
      ...range,
      variables: {
        kind: "names",
        description: "Names of the variables to return. Omitted: all.",
      },
      embeddedData: {
        kind: "names",
        description: "Names of the embedded data to return. Omitted: all.",
      },
      size: size(1000),
      offset,
    },
    answer: page("responses"),
    item: response,
    paging: { items: "responses", cursor: "offset" },
  },
  getResponseMetadata: {
    summary: "Get the metadata of the responses of a survey, newest first",
    method: "GET",
    path: "/v3/surveys/{surveyId}/responses/metadata",
    query: { ...range, size: size(1000), offset },
    answer: page("responses"),
    item: responseMetadata,
    paging: { items: "responses", cursor: "offset" },
  },
} as const satisfies ProtocolOf<"v3">;
