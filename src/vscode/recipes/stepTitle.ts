import type { RecipeStep } from "../../recipe/recipeSchema.ts";

/** Returns a step in one line: its kind, and the file or connection that it writes to. */
export function stepTitle(step: RecipeStep): string {
  return `${step.kind} ${"file" in step ? step.file : step.connection}`;
}
