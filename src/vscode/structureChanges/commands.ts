import { neverInPalette, surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const structureChangeCommands: CommandDeclarations = {
  showStructureChanges: {
    icon: "diff",
    places: [surveyRow(/^survey\b/, "1_open@5")],
    load: async (parts, handle) =>
      handle((await import("./changesCommands.ts")).showStructureChangesCommand(parts)),
  },
  structureChanges: {
    palette: neverInPalette,
    load: async (parts, handle) =>
      handle((await import("./changesCommands.ts")).structureChangesCommand(parts)),
  },
};
