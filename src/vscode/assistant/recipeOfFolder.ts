import * as vscode from "vscode";
import { sharedLevels, type SharedLevel } from "../../assistant/toolHost.ts";
import { invalidInput, SurveyError } from "../../model/errors.ts";
import { recipeInFolders, stepNumber } from "../../recipe/recipeInFolders.ts";
import { readRecipeFile } from "../../recipe/recipe.ts";
import type { Recipes } from "../recipes/recipes.ts";

interface AskedRecipe {
  /** Path relative to a folder of the window, or an absolute path below one. */
  readonly file: string;
  readonly step: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs a recipe in a folder of the window, if assistants may be told something of each data space that it names.
 * @throws SurveyError "invalid-input", "forbidden", or the error that keeps the recipe from running
 */
export async function runRecipeOfFolder(
  { loadRecipes }: { readonly loadRecipes: () => Promise<Recipes> },
  { file: asked, step, signal }: AskedRecipe,
  levelOf: (dataSpace: string) => SharedLevel,
): Promise<object> {
  const file = await recipeFile(asked);
  const number = stepNumber(step);
  const { steps } = await readRecipeFile(file, []);
  const secret = steps.find(
    (it) => sharedLevels.indexOf(levelOf(it.dataSpace)) < sharedLevels.indexOf("structure"),
  );
  if (secret) {
    throw SurveyError.of(
      "forbidden",
      "Assistants may be told nothing of the data space {0}, which the recipe is of. The person can allow it in the setting {1}.",
      secret.dataSpace,
      "surveyExplorer.assistant.sharing",
    );
  }
  return (await loadRecipes()).run({ file, step: number, signal });
}

/** Follows symbolic links to check the place, because a link in the folder may lead out of it. */
async function recipeFile(asked: string): Promise<string> {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
  const file = await recipeInFolders(folders, asked);
  if (file === undefined) {
    throw invalidInput(
      "{0} is no recipe in a folder of this window. Assistants run only files *.survey-recipe.json there.",
      asked,
    );
  }
  return file;
}
