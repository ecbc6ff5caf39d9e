import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const recipeCommands: CommandDeclarations<typeof recipeLoaders> = {
  runRecipe: {
    title: { en: "Run Recipe…", ko: "레시피 실행…" },
    argument: "`{file, step?}`; steps count from 1",
    result: "`{steps: [{ok, result?, error?: {code, message}}]}`",
    icon: "run-all",
  },
  saveAsRecipe: {
    title: { en: "Save as Recipe…", ko: "레시피로 저장…" },
    argument: "`{file, step}`, a step as written in a [recipe](recipes.md)",
    result: "`{file, step}`, the step's number, from 1",
    icon: "save-as",
    places: [{ surveyRow: /\bexport\b/, group: "2_export@7" }],
  },
};

export const recipeLoaders = {
  runRecipe: commandOf(async () => (await import("./runRecipeCommand.ts")).runRecipeCommand),
  saveAsRecipe: commandOf(
    async () => (await import("./saveAsRecipeCommand.ts")).saveAsRecipeCommand,
  ),
};
