import type { RecipeStep } from "../../recipe/recipeSchema.ts";

/** A step in a line: what it does, and what it writes. */
export function stepTitle(step: RecipeStep): string {
  return `${step.kind} ${"file" in step ? step.file : step.connection}`;
}
