import { invalidInput } from "../../model/errors.ts";
import { metadataNamesOf } from "../../model/metadataColumns.ts";
import type { Response } from "../../model/response.ts";
import type { CollectGroup, Option, Survey, SurveySummary } from "../../model/survey.ts";
import * as wire from "../../protocol/v3.ts";
import type * as z from "zod";
import { RepeatedVariables } from "./v3Repeated.ts";
import { collectGroupOf } from "./collectGroup.ts";
import { decoder, type VersionMapper } from "./mapper.ts";
import { metadataMapper } from "./metadata.ts";

/** Mapper of API v3, whose names are the model's. `null` means the same as a missing field. */
export const v3Mapper: VersionMapper = {
  protocol: wire.v3,
  inputs: {
    listSurveys: ({ running, size, cursor }) => ({
      query: {
        collectGroupStatus: running === true ? "RUNNING" : undefined,
        size: size?.toString(),
        offset: cursor,
      },
    }),
    responses: (surveyId, { variables, embeddedData, ...range }) => ({
      path: { surveyId },
      query: {
        ...rangeQuery(range),
        variables: namesOf("variables", variables),
        embeddedData: namesOf("embeddedData", embeddedData),
      },
    }),
    metadata: (surveyId, range) => ({ path: { surveyId }, query: rangeQuery(range) }),
  },
  surveySummary: decoder(wire.surveyListItem, surveySummary),
  survey: decoder(wire.survey, survey),
  collectGroupListItem: decoder(wire.collectGroupListItem, collectGroup),
  collectGroup: decoder(wire.collectGroup, collectGroup),
  response: decoder(wire.response, response, isResponse),
  metadata: decoder(wire.responseMetadata, metadataMapper("v3", "metadata")),
  // Values are text.
  exactItem: (item) => item,
  factFields: { id: "responseId", finishedAt: "finishedAt", collectGroupId: "collectGroupId" },
  createQuick: () => {
    const repeated = new RepeatedVariables(v3Mapper.response);
    return (item) => repeated.read(item);
  },
};

function rangeQuery(range: {
  startDateTime?: string | undefined;
  endDateTime?: string | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
}) {
  const { startDateTime, endDateTime, size, cursor } = range;
  return { startDateTime, endDateTime, size: size?.toString(), offset: cursor };
}

function namesOf(what: string, names: readonly string[] | undefined): string | undefined {
  const unusable = names?.find((name) => name === "" || name.includes(","));
  if (unusable !== undefined) {
    throw invalidInput(
      '"{0}" cannot be requested in {1}: a name must not be empty or have a comma.',
      unusable,
      what,
    );
  }
  // An empty list would be sent for no names, which means the same as no list: everything.
  return names && names.length > 0 ? names.join(",") : undefined;
}

function surveySummary(it: z.output<typeof wire.surveyListItem>): SurveySummary {
  return {
    surveyId: it.surveyId,
    label: it.label ?? "",
    createdAt: it.createdAt ?? undefined,
    updatedAt: it.updatedAt ?? undefined,
  };
}

function survey(it: z.output<typeof wire.survey>): Survey {
  return {
    ...surveySummary(it),
    apiVersion: "v3",
    questions: (it.questions ?? []).map((question) => ({
      name: question.name,
      type: question.type ?? undefined,
      label: question.label ?? "",
      options: (question.options ?? []).map(({ name, label }): Option => ({
        name,
        label: label ?? "",
      })),
    })),
    embeddedData: (it.embeddedData ?? []).map(({ name, label }) => ({ name, label: label ?? "" })),
    blocks: it.blocks?.map((block) => ({
      name: block.name ?? "",
      label: block.label ?? "",
      questions: block.questions ?? [],
    })),
    collectGroups: it.collectGroups?.map(({ collectGroupId, label, state }) => ({
      collectGroupId,
      label: label ?? "",
      state: state ?? undefined,
    })),
  };
}

/** The list item has fewer fields than the detail; the others stay `undefined`. */
function collectGroup(
  it: z.output<typeof wire.collectGroupListItem> & Partial<z.output<typeof wire.collectGroup>>,
): CollectGroup {
  return collectGroupOf(it, it.collectGroupId, it.label);
}

const metadataFields = metadataNamesOf("v3", "responses");
const metadataOf = metadataMapper("v3", "responses");

/** Checks the same as the schema, without the copies that the schema makes. */
function isResponse(value: unknown): value is z.output<typeof wire.response> {
  return (
    isObject(value) &&
    metadataFields.every((it) => isTextOrAbsent(value[it])) &&
    isListOrAbsent(value["embeddedData"], isEmbedded) &&
    isListOrAbsent(value["variables"], isVariable)
  );
}

function isEmbedded(it: Fields): boolean {
  return (
    typeof it["name"] === "string" &&
    isTextOrAbsent(it["value"]) &&
    isTextOrAbsent(it["valueLabel"])
  );
}

function isVariable(it: Fields): boolean {
  return (
    typeof it["name"] === "string" &&
    isTextOrAbsent(it["type"]) &&
    isTextOrAbsent(it["label"]) &&
    isListOrAbsent(it["options"], isOption) &&
    isListOrAbsent(it["answer"], isAnswer)
  );
}

function isOption(it: Fields): boolean {
  return typeof it["value"] === "string" && isTextOrAbsent(it["valueLabel"]);
}

function isAnswer(it: Fields): boolean {
  return isTextOrAbsent(it["value"]) && isTextOrAbsent(it["etcValue"]);
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextOrAbsent(value: unknown): boolean {
  return typeof value === "string" || value === undefined || value === null;
}

function isListOrAbsent(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value)
    ? value.every((it: unknown) => isObject(it) && isItem(it))
    : value === undefined || value === null;
}

function response(it: z.output<typeof wire.response>): Response {
  return {
    ...metadataOf(it),
    embeddedData: (it.embeddedData ?? []).map(({ name, value, valueLabel }) => ({
      name,
      value: value ?? undefined,
      valueLabel: valueLabel ?? undefined,
    })),
    variables: (it.variables ?? []).map((variable) => ({
      name: variable.name,
      type: variable.type ?? undefined,
      label: variable.label ?? undefined,
      options: (variable.options ?? []).map(({ value, valueLabel }): Option => ({
        name: value,
        label: valueLabel ?? "",
      })),
      answer: (variable.answer ?? []).map(({ value, etcValue }) => ({
        value: value ?? "",
        etcValue: etcValue ?? undefined,
      })),
    })),
  };
}
