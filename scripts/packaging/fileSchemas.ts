import * as z from "zod";
import { manifestFile } from "../../src/export/manifest.ts";
import { exportFormats } from "../../src/formats/kinds/formats.ts";
import { recipeEnding, recipeSchema } from "../../src/recipe/recipeSchema.ts";
import { dataSpaceSchema } from "../../src/service/load/directory.ts";

/** What the editor knows of a file of ours: made of the schema by which the file is read. */
interface FileSchema {
  readonly fileMatch: readonly string[];
  /** Within the repository. */
  readonly url: `./schemas/${string}.schema.json`;
  readonly schema: object;
}

function jsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { target: "draft-7", io: "input" });
}

/** Says nothing of a stranger's file that happens to have the name. @param own what only a file of ours has */
function ifOurs(own: object, title: string, schema: z.ZodType): object {
  const { $schema, ...rest } = jsonSchema(schema);
  return { $schema, if: own, then: { title, ...rest } };
}

const tool = { properties: { name: { const: "survey-explorer" } }, required: ["name"] };

/** `manifest.json` of a data space directory is not among them: that name is many programs'. */
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
