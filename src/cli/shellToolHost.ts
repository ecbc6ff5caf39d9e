import type { SharedEntry, SharedLevel, ToolHost } from "../assistant/toolHost.ts";
import { checkLevel } from "../assistant/toolJob.ts";
import { invalidInput } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { noMissingCodes } from "../model/missingCodes.ts";
import { recipeInFolders, stepNumber } from "../recipe/recipeInFolders.ts";
import { readRecipeFile, stepAt } from "../recipe/recipe.ts";
import { runRecipe } from "../recipe/runRecipe.ts";
import { StructureFinder } from "./findInStructures.ts";
import type { ShellHost } from "./shellHost.ts";
import type { ShellSpace } from "./spaces.ts";

export interface ShellToolOptions {
  readonly host: ShellHost;
  readonly spaces: readonly ShellSpace[];
  /** What assistants may be told about each data space. */
  readonly level: SharedLevel;
  readonly leastCount: number;
  readonly disclosureFolder: string;
  /** The only folder from which recipes are run. */
  readonly folder: string;
  readonly note: (text: LocalizableText) => void;
}

/** Makes the shell a host of assistants' tools. */
export function shellToolHost(options: ShellToolOptions): Omit<ToolHost, "allowsTexts"> {
  const { host, spaces, level, leastCount, disclosureFolder, note } = options;
  const finder = new StructureFinder((name) => host.client(name));
  return {
    client: (name) => host.client(name),
    withTable: (subject, reading, use) => host.withTable(subject, reading, use),
    translations: host.translations,
    toolVersion: host.toolVersion,
    dataSpaces: async () =>
      spaces.map(({ name, version }) => ({ name, version, isSignedIn: true, level })),
    leastCount,
    disclosureFolder,
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
  { host, spaces, level, folder }: ShellToolOptions,
  name: string,
  step: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  const file = await recipeInFolders([folder], name);
  if (file === undefined) {
    throw invalidInput(
      "{0} is no recipe in the folder {1}. Assistants run only files *.survey-recipe.json there.",
      name,
      folder,
    );
  }
  const secrets = spaces.flatMap(({ credentials: { spaceId, apiKey } }) => [spaceId, apiKey]);
  const recipe = await readRecipeFile(file, secrets);
  for (const { dataSpace: name } of recipe.steps) {
    checkLevel({ name, level }, "structure");
  }
  const number = stepNumber(step);
  const index = number === undefined ? undefined : number - 1;
  if (index !== undefined) {
    stepAt(recipe, index);
  }
  return runRecipe({ file, recipe, step: index, host, signal });
}
