import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const linkCommands: CommandDeclarations = {
  copyLink: {
    icon: "link",
    places: [surveyRow(/^(survey|collectGroup)\b/, "3_copy@4")],
    load: async (parts, handle) =>
      handle((await import("./linkCommands.ts")).copyLinkCommand(parts)),
  },
  openLink: {
    icon: "link-external",
    load: async (parts, handle) =>
      handle((await import("./linkCommands.ts")).openLinkCommand(parts)),
  },
};
