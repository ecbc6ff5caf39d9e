import * as z from "zod";
import { manifestFile } from "../../src/export/manifest.ts";
import { exportFormats } from "../../src/formats/kinds/formats.ts";
import { recipeEnding, recipeSchema } from "../../src/recipe/recipeSchema.ts";
import { dataSpaceSchema } from "../../src/service/load/directory.ts";

/** A JSON Schema by which the editor checks one of this extension's files. Made from the schema that decodes the file. */
interface FileSchema {
  readonly fileMatch: readonly string[];
  /** Path in the repository. */
  readonly url: `./schemas/${string}.schema.json`;
  readonly schema: object;
}

function jsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { target: "draft-7", io: "input" });
}

/** Returns a schema that only applies to this extension's files, not to others of that name. @param own tells them apart */
function ifOurs(own: object, title: string, schema: z.ZodType): object {
  const { $schema, ...rest } = jsonSchema(schema);
  return { $schema, if: own, then: { title, ...rest } };
}

const tool = { properties: { name: { const: "survey-explorer" } }, required: ["name"] };

/** The schemas of this extension's files, except `manifest.json` of a data space directory: many programs use that name. */
export const fileSchemas: readonly FileSchema[] = [
  {
    fileMatch: [`*${recipeEnding}`],
    url: "./schemas/survey-recipe.schema.json",
    schema: { ...jsonSchema(recipeSchema), title: "A recipe of Survey Explorer" },
  },
  {
    fileMatch: exportFormats.map((it) => `*.${it}.manifest.json`),
    url: "./schemas/export-manifest.schema.json",
    schema: ifOurs(
      { properties: { tool }, required: ["tool"] },
      "What an export of Survey Explorer holds",
      manifestFile,
    ),
  },
  {
    fileMatch: ["dataspace.json"],
    url: "./schemas/dataspace.schema.json",
    schema: ifOurs(
      { anyOf: [{ required: ["spaceId"] }, { required: ["apiKey"] }] },
      "A local data space of Survey Explorer",
      dataSpaceSchema,
    ),
  },
];
