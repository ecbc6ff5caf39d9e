import * as z from "zod";
import { declaredKinds } from "./stepKinds.ts";

const { export: exporting, metadata, codebook, structure, summary, report, load } = declaredKinds;

const step = z.discriminatedUnion("kind", [
  exporting.schema,
  metadata.schema,
  codebook.schema,
  structure.schema,
  summary.schema,
  report.schema,
  load.schema,
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
