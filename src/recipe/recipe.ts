import { readFile } from "node:fs/promises";
import * as z from "zod";
import { fileFault } from "../export/fileFaults.ts";
import { invalidInput } from "../model/errors.ts";
import { issueText } from "../model/issueText.ts";
import { localizable } from "../model/localizable.ts";
import { JsonError, parseJson, withoutByteOrderMark } from "../protocol/json.ts";
import { placeholderIssues, sameFiles } from "./fileNames.ts";
import { pointerOf, RecipeError, type RecipeIssue } from "./recipeError.ts";
import { recipeSchema, type Recipe } from "./recipeSchema.ts";
import { secretIssues } from "./secrets.ts";
import { stepKinds, stepNames } from "./stepKinds.ts";

/**
 * Decodes a recipe's file.
 * @param file its name, for the message
 * @param known keys and Space IDs that must not stand in it, if they are known
 * @throws RecipeError that names every field that is wrong
 */
export function readRecipe(file: string, bytes: Uint8Array, known: readonly string[] = []): Recipe {
  const found = checkRecipe(bytes, known);
  if ("issues" in found) {
    throw new RecipeError(file, found.issues);
  }
  return found.recipe;
}

/** Does the same from disk. @throws SurveyError "file-fault", too */
export async function readRecipeFile(file: string, known: readonly string[]): Promise<Recipe> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw fileFault(error, file, "read");
  });
  return readRecipe(file, bytes, known);
}

type Checked = { readonly recipe: Recipe } | { readonly issues: readonly RecipeIssue[] };

/** Returns the recipe, or all that is wrong with it, in the order of the steps. */
export function checkRecipe(bytes: Uint8Array, known: readonly string[] = []): Checked {
  let raw: unknown;
  try {
    raw = parseJson(withoutByteOrderMark(bytes));
  } catch (error) {
    if (error instanceof JsonError) {
      return { issues: [{ pointer: "", text: error.text, inSchema: true }] };
    }
    throw error;
  }
  const secrets = secretIssues(raw, known);
  const named = new Set(secrets.map((it) => it.pointer));
  const parsed = recipeSchema.safeParse(raw);
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap(schemaIssues);
  const issues = [
    ...secrets,
    ...wrong.filter((it) => !named.has(it.pointer)),
    ...rawSteps(raw).flatMap(stepIssues),
    ...(parsed.success ? sameFiles(parsed.data.steps) : []),
  ];
  return parsed.success && issues.length === 0
    ? { recipe: parsed.data }
    : { issues: issues.toSorted((a, b) => stepOf(a) - stepOf(b)) };
}

/** Returns the index of the issue's step; -1 if it has none, so that it comes first. */
function stepOf({ pointer }: RecipeIssue): number {
  return Number(/^\/steps\/(\d+)/.exec(pointer)?.[1] ?? -1);
}

type Issue = z.core.$ZodIssue;

function schemaIssues(issue: Issue): RecipeIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointerOf([...issue.path, key]),
      text: localizable("is an unknown field"),
      inSchema: true,
    }));
  }
  const text =
    issue.code === "invalid_union" && issue.path.at(-1) === "kind"
      ? localizable("must be one of {0}", stepNames.join(", "))
      : issueText(issue);
  // A JSON schema cannot contain the checks that are functions.
  return [{ pointer: pointerOf(issue.path), text, inSchema: issue.code !== "custom" }];
}

const record = z.record(z.string(), z.unknown());

function rawSteps(raw: unknown): (Readonly<Record<string, unknown>> | undefined)[] {
  const { data } = z.object({ steps: z.array(z.unknown()) }).safeParse(raw);
  return data?.steps.map((it) => record.safeParse(it).data) ?? [];
}

function stepIssues(
  step: Readonly<Record<string, unknown>> | undefined,
  index: number,
): RecipeIssue[] {
  const name = stepNames.find((it) => it === step?.["kind"]);
  if (!step || !name) {
    return [];
  }
  return [...stepKinds[name].contradictions(step), ...placeholderIssues(step)].map(
    ({ path, text }) => ({ pointer: pointerOf(["steps", index, ...path]), text }),
  );
}

/** Returns a step that a caller names. @throws SurveyError "invalid-input" if the recipe does not have it */
export function stepAt(recipe: Recipe, index: number): Recipe["steps"][number] {
  const step = recipe.steps[index];
  if (!step) {
    throw invalidInput("The recipe has no step {0}: it has {1}.", index + 1, recipe.steps.length);
  }
  return step;
}
