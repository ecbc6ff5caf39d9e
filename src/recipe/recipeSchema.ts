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

/** Contents of a `*.survey-recipe.json`. schemas/survey-recipe.schema.json is generated from it. */
export const recipeSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).describe("Of this format."),
  steps: z.array(step).min(1).describe("What is done, one after the other."),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;
export type RecipeStep = Recipe["steps"][number];
/** A recipe as it is written in a file. */
export type WrittenRecipe = z.input<typeof recipeSchema>;

/** The end of a recipe's file name. */
export const recipeEnding = ".survey-recipe.json";
