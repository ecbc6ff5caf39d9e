import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import type { SharedEntry, SharedLevel, ToolHost } from "../assistant/toolHost.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { noMissingCodes } from "../model/missingCodes.ts";
import { readRecipeFile, stepAt } from "../recipe/recipe.ts";
import { recipeEnding } from "../recipe/recipeSchema.ts";
import { runRecipe } from "../recipe/runRecipe.ts";
import { StructureFinder } from "./findInStructures.ts";
import type { ShellHost } from "./shellHost.ts";
import type { ShellSpace } from "./spaces.ts";

export interface ShellToolOptions {
  readonly host: ShellHost;
  readonly spaces: readonly ShellSpace[];
  /** What may be told of all of them. */
  readonly level: SharedLevel;
  readonly leastCount: number;
  readonly toldFolder: string;
  /** Recipes outside of it are not run. */
  readonly folder: string;
  readonly note: (text: LocalizableText) => void;
}

/** The shell as the door through which assistants come. */
export function shellToolHost(options: ShellToolOptions): Omit<ToolHost, "allowsTexts"> {
  const { host, spaces, level, leastCount, toldFolder, note } = options;
  const finder = new StructureFinder((name) => host.client(name));
  return {
    client: (name) => host.client(name),
    withTable: (subject, reading, use) => host.withTable(subject, reading, use),
    translations: host.translations,
    toolVersion: host.toolVersion,
    dataSpaces: async () =>
      spaces.map(({ name, version }) => ({ name, version, isSignedIn: true, level })),
    leastCount,
    toldFolder,
    missingCodes: async () => noMissingCodes,
    findQuestions: (text, dataSpaces, signal) => finder.find(text, dataSpaces, signal),
    runRecipe: (file, step, signal) => run(options, file, step, signal),
    shared: (entry) => note(sharedText(entry)),
  };
}

function sharedText({ tool, dataSpace = "", surveyId = "", what }: SharedEntry): LocalizableText {
  const place = [dataSpace, surveyId].filter((it) => it !== "").join(", ");
  return place === ""
    ? localizable("Shared by {0}: {1}", tool, what)
    : localizable("Shared by {0} ({1}): {2}", tool, place, what);
}

async function run(
  { host, spaces, folder }: ShellToolOptions,
  name: string,
  step: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  const file = await recipeBelow(folder, name);
  const secrets = spaces.flatMap(({ credentials: { spaceId, apiKey } }) => [spaceId, apiKey]);
  const recipe = await readRecipeFile(file, secrets);
  const index = stepIndex(step);
  if (index !== undefined) {
    stepAt(recipe, index);
  }
  return runRecipe({ file, recipe, step: index, host, signal });
}

/** @throws SurveyError "invalid-input" where it is none below the folder, links followed */
async function recipeBelow(folder: string, name: string): Promise<string> {
  const asked = resolve(folder, name);
  const [root, file] = await Promise.all([folder, asked].map((it) => realpath(it).catch(() => it)));
  const within = relative(root ?? folder, file ?? asked);
  if (within.startsWith("..") || isAbsolute(within) || !asked.endsWith(recipeEnding)) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "{0} is no recipe in the folder {1}. Assistants run only files *.survey-recipe.json there.",
        name,
        folder,
      ),
    );
  }
  return asked;
}

/** From 0. @throws SurveyError "invalid-input" where it is no number from 1 */
function stepIndex(step: string | undefined): number | undefined {
  if (step !== undefined && !/^[1-9]\d{0,5}$/.test(step)) {
    throw new SurveyError(
      "invalid-input",
      localizable("A step is named by its number, from 1: {0} is none.", step),
    );
  }
  return step === undefined ? undefined : Number(step) - 1;
}
