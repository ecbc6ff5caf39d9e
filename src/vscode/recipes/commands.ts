import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const recipeCommands: CommandDeclarations = {
  runRecipe: {
    icon: "run-all",
    load: async ({ recipes }, handle) =>
      handle((await import("./runRecipeCommand.ts")).runRecipeCommand(await recipes())),
  },
  saveAsRecipe: {
    icon: "save-as",
    places: [surveyRow(/\bexport\b/, "2_export@7")],
    load: async (parts, handle) =>
      handle(
        (await import("./saveAsRecipeCommand.ts")).saveAsRecipeCommand({
          exports: await parts.exporting(),
          panels: parts.panels,
        }),
      ),
  },
};
