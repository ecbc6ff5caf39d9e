import * as z from "zod";
import type { ApiVersion } from "../model/survey.ts";
import {
  pathParameters,
  type Operation,
  type QueryParameter,
  type VersionProtocol,
} from "../protocol/operation.ts";
import { signatureScheme } from "./older/responseUrls.ts";

/** Returns the OpenAPI 3.1 document of a version, made from the protocol table. */
export function openApi(version: ApiVersion, protocol: VersionProtocol): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(protocol)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(name, operation),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Survey Data Retrieval API",
      version,
      description: [
        "As the local data space of Survey Explorer serves it.",
        ...(protocol.getResponseUrls ? [signatureScheme] : []),
      ].join("\n\n"),
    },
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description: "Base64 of <SPACE_ID>:<API_KEY> in UTF-8, without padding.",
        },
      },
      schemas: {
        Problem: {
          type: "object",
          required: ["type", "title", "status", "detail"],
          properties: {
            type: { type: "string" },
            title: { type: "string" },
            status: { type: "integer" },
            detail: { type: "string", description: "What is wrong, and what to do." },
            parameter: { type: "string", description: "The query parameter at fault." },
          },
        },
      },
    },
  };
}

function describe(name: string, operation: Operation): Record<string, unknown> {
  const problem = (description: string) => ({
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  const inPath = pathParameters(operation.path);
  const namesThing = inPath.length > 0 || Object.hasOwn(operation.query, "surveyId");
  return {
    operationId: name,
    summary: operation.summary,
    parameters: [
      ...inPath.map((it) => ({ name: it, in: "path", required: true, schema: { type: "string" } })),
      ...Object.entries(operation.query).map(([it, parameter]) => ({
        name: it,
        in: "query",
        description: parameter.description,
        ...(parameter.required ? { required: true } : {}),
        ...querySchema(parameter),
      })),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: jsonSchema(operation.body) } },
          },
        }
      : {}),
    responses: {
      200: {
        description: "OK",
        content: { "application/json": { schema: answerSchema(operation) } },
      },
      400: problem(
        operation.body
          ? "The body does not fit, or there is a query parameter."
          : "A parameter is unknown, missing, repeated or malformed.",
      ),
      401: problem("The credentials are missing or wrong."),
      ...(namesThing ? { 404: problem("There is no such thing in the data space.") } : {}),
      ...(operation.publicLinkOnly
        ? { 409: problem("The channel of the collect group is not PUBLIC_LINK.") }
        : {}),
      ...(operation.body
        ? {
            413: problem("The body is too large."),
            415: problem("The body is not sent as application/json."),
          }
        : {}),
      429: problem("Wrong credentials were sent too often."),
      default: problem("Any other failure."),
    },
  };
}

function querySchema(parameter: QueryParameter): Record<string, unknown> {
  switch (parameter.kind) {
    case "text":
      return { schema: { type: "string" } };
    case "choice":
      return { schema: { type: "string", enum: parameter.values } };
    case "dateTime":
      return {
        schema: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$" },
        example: "2025-03-27T09:00:00",
      };
    case "names":
      return {
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      };
    case "size":
      return {
        schema: {
          type: "integer",
          minimum: 1,
          maximum: parameter.maximum,
          default: parameter.default,
        },
      };
  }
}

function answerSchema({ answer, paging, item }: Operation): unknown {
  const schema = jsonSchema(answer);
  if (!paging || !item) {
    return schema;
  }
  const properties = schema["properties"] as Record<string, unknown>;
  return {
    ...schema,
    properties: { ...properties, [paging.items]: { type: "array", items: jsonSchema(item) } },
  };
}

// OpenAPI 3.1 uses JSON Schema 2020-12. `$schema` belongs only at the top of a document.
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  return rest;
}
