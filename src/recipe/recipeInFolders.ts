import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { invalidInput } from "../model/errors.ts";
import { recipeEnding } from "./recipeSchema.ts";

/* Requests of callers that may run the recipes of some folders only. */

/**
 * Finds the path that a recipe of this name has in or below one of the folders, links followed. The first folder that has the
 * file wins; if none has it, the path in the first folder that may have it.
 * @returns `undefined` if the path is outside all of them, or not a recipe's
 */
export async function recipeInFolders(
  folders: readonly string[],
  name: string,
): Promise<string | undefined> {
  let missing: string | undefined;
  for (const folder of folders) {
    const file = resolve(folder, name);
    const found = await realpath(file).catch(() => undefined);
    const within = relative(await real(folder), found ?? file);
    if (isOutside(within) || !file.endsWith(recipeEnding)) {
      continue;
    }
    if (found !== undefined) {
      return file;
    }
    missing ??= file;
  }
  return missing;
}

function isOutside(relativePath: string): boolean {
  return relativePath.split(sep)[0] === ".." || isAbsolute(relativePath);
}

function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Reads the number of a step, from 1. @throws SurveyError "invalid-input" if it is not such a number */
export function stepNumber(step: string | undefined): number | undefined {
  if (step !== undefined && !/^[1-9]\d{0,5}$/.test(step)) {
    throw invalidInput("A step is named by its number, from 1: {0} is none.", step);
  }
  return step === undefined ? undefined : Number(step);
}
