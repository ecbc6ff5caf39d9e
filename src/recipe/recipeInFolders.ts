import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { recipeEnding } from "./recipeSchema.ts";

/* Requests of callers that may run the recipes of some folders only. */

/**
 * Finds the path that a recipe of this name has in or below one of the folders, links followed. The file need not exist.
 * @returns `undefined` if the path is outside all of them, or not a recipe's
 */
export async function recipeInFolders(
  folders: readonly string[],
  name: string,
): Promise<string | undefined> {
  for (const folder of folders) {
    const asked = resolve(folder, name);
    const [root, file] = await Promise.all([real(folder), real(asked)]);
    const within = relative(root, file);
    if (!within.startsWith("..") && !isAbsolute(within) && asked.endsWith(recipeEnding)) {
      return asked;
    }
  }
  return undefined;
}

function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Reads the number of a step, from 1. @throws SurveyError "invalid-input" if it is not such a number */
export function stepNumber(step: string | undefined): number | undefined {
  if (step !== undefined && !/^[1-9]\d{0,5}$/.test(step)) {
    throw new SurveyError(
      "invalid-input",
      localizable("A step is named by its number, from 1: {0} is none.", step),
    );
  }
  return step === undefined ? undefined : Number(step);
}
