import * as z from "zod";
import { exportSchema, metadataSchema } from "./exportSchemas.ts";
import {
  codebookSchema,
  loadSchema,
  reportSchema,
  structureSchema,
  summarySchema,
} from "./otherSchemas.ts";

const step = z.discriminatedUnion("kind", [
  exportSchema,
  metadataSchema,
  codebookSchema,
  structureSchema,
  summarySchema,
  reportSchema,
  loadSchema,
]);

/** What a `*.survey-recipe.json` says. schemas/survey-recipe.schema.json is made of it. */
export const recipeSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).describe("Of this format."),
  steps: z.array(step).min(1).describe("What is done, one after the other."),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;
export type RecipeStep = Recipe["steps"][number];
/** As one is written. */
export type WrittenRecipe = z.input<typeof recipeSchema>;

/** What recipes are called. */
export const recipeEnding = ".survey-recipe.json";
