import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const recipeCommands: CommandDeclarations = {
  runRecipe: {
    icon: "run-all",
    load: async ({ loadRecipes }, handle) =>
      handle((await import("./runRecipeCommand.ts")).runRecipeCommand(await loadRecipes())),
  },
  saveAsRecipe: {
    icon: "save-as",
    places: [surveyRow(/\bexport\b/, "2_export@7")],
    load: async (parts, handle) =>
      handle(
        (await import("./saveAsRecipeCommand.ts")).saveAsRecipeCommand({
          exports: await parts.loadExportParts(),
          panels: parts.panels,
        }),
      ),
  },
};
