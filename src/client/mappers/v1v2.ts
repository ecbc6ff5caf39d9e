import * as z from "zod";
import { localizable } from "../../model/localizable.ts";
import type { Response, ResponseMetadata } from "../../model/response.ts";
import type { CollectGroup, Survey, SurveySummary } from "../../model/survey.ts";
import type { VersionProtocol } from "../../protocol/operation.ts";
import { v1 } from "../../protocol/v1.ts";
import * as wire from "../../protocol/v1v2.ts";
import { v2 } from "../../protocol/v2.ts";
import { isInexactNumber, withExactNumbers } from "../exactNumbers.ts";
import type { MetadataQuery, PageRequest } from "../queries.ts";
import { collectGroupOf } from "./collectGroup.ts";
import { decoder, type VersionMapper } from "./mapper.ts";
import { metadataMapper } from "./metadata.ts";

/** A number, or its digits as `withExactNumbers` leaves them. */
const mustBeNumber = localizable("must be a number").text;
const num = z.union([z.number(), z.string().refine(isInexactNumber, mustBeNumber)], mustBeNumber);
const answer = z.looseObject({ num: num.nullish(), str: z.string().nullish() });

/** Parameters are a Map, because zod drops a key `__proto__` from an object. */
const responseSchema = wire.response.extend({
  answers: z.array(wire.answers.extend({ answer: z.array(answer).nullish() })).nullish(),
  parameters: z.preprocess(
    (it) =>
      typeof it === "object" && it !== null && !Array.isArray(it)
        ? new Map<string, unknown>(Object.entries(it))
        : it,
    z.map(z.string(), wire.parameterValue.nullable(), "expected object").nullish(),
  ),
});

export const v1Mapper: VersionMapper = mapperOf("v1", v1);
export const v2Mapper: VersionMapper = mapperOf("v2", v2);

/**
 * Returns the mapper of API v1 or v2, which identify questions and options by rank. `null` means the same as a missing
 * field.
 */
function mapperOf(version: "v1" | "v2", protocol: VersionProtocol): VersionMapper {
  const metadataOf = metadataMapper(version, "responses");
  return {
    protocol,
    inputs: {
      listSurveys: ({ running, cursor }) => ({
        query: {
          collectGroupsStatus: running === true ? "RUNNING" : undefined,
          nextSurveyId: cursor,
        },
      }),
      responses: (surveyId, { parameterField, ...range }) => ({
        query: { ...rangeQuery(surveyId, range), parameterField },
      }),
      metadata: (surveyId, range) => ({ query: rangeQuery(surveyId, range) }),
    },
    surveySummary: decoder(wire.surveyListItem, surveySummary),
    survey: decoder(wire.survey, (it) => survey(version, it)),
    collectGroupListItem: decoder(wire.collectGroup, collectGroup),
    collectGroup: decoder(wire.collectGroup, collectGroup),
    response: decoder(responseSchema, (it) => response(metadataOf(it), it)),
    metadata: decoder(wire.responseMetadata, metadataMapper(version, "metadata")),
    exactItem: withExactNumbers,
    // Metadata have the id, responses have none.
    factFields: { id: "answerUid", finishedAt: "finishedAt", collectGroupId: "collectGroupId" },
  };
}

/** The size of a page is fixed. */
function rangeQuery(surveyId: string, range: MetadataQuery & PageRequest) {
  const { startDateTime, endDateTime, cursor } = range;
  return { surveyId, startDateTime, endDateTime, pageToken: cursor };
}

function surveySummary(it: z.output<typeof wire.surveyListItem>): SurveySummary {
  return {
    surveyId: it.surveyId,
    label: it.title ?? "",
    createdAt: it.createdAt ?? undefined,
    updatedAt: it.updatedAt ?? undefined,
  };
}

function survey(apiVersion: "v1" | "v2", it: z.output<typeof wire.survey>): Survey {
  return {
    ...surveySummary(it),
    apiVersion,
    questions: (it.questions ?? []).map((question, index) => ({
      ...ranked(question.rank, index),
      type: question.type ?? undefined,
      label: question.text ?? "",
      options: (question.options ?? []).map(({ rank, text }, position) => ({
        ...ranked(rank, position),
        label: text ?? "",
      })),
    })),
    embeddedData: (it.parameters ?? []).map(({ parameterKey, isCollectable }, index) => ({
      name: parameterKey ?? nameless(index),
      isCollectable: isCollectable ?? undefined,
    })),
  };
}

function ranked(rank: number | null | undefined, index: number) {
  return { name: rank?.toString() ?? nameless(index), rank: rank ?? undefined };
}

/** Names something without name and rank by its position, which is not presented as a rank. */
function nameless(index: number): string {
  return `#${index + 1}`;
}

function collectGroup(it: z.output<typeof wire.collectGroup>): CollectGroup {
  return collectGroupOf(it, it.collectGroupId, it.name);
}

/**
 * Parameters that `parameterField=ANSWERS` puts among the answers stay variables: the reference shows nothing that marks
 * them.
 */
function response(metadata: ResponseMetadata, it: z.output<typeof responseSchema>): Response {
  return {
    ...metadata,
    embeddedData: Array.from(it.parameters ?? [], ([name, value]) => ({
      name,
      value: value?.toString(),
    })),
    variables: (it.answers ?? []).map((answer, index) => ({
      ...ranked(answer.rank, index),
      ...(answer.name ? { name: answer.name } : {}),
      options: [],
      answer: (answer.answer ?? []).map(given),
    })),
  };
}

/** Maps an answer: a number, which is an option's rank if there are options, with optional text; or text alone. */
function given({ num, str }: z.output<typeof answer>) {
  return num === undefined || num === null
    ? { value: str ?? "" }
    : { value: num.toString(), etcValue: str ?? undefined };
}
