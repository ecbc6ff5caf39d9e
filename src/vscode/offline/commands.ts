import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const offlineCommands: CommandDeclarations = {
  keepOffline: {
    icon: "cloud-download",
    places: [surveyRow(/\bkeep\b/, "2_offline@1")],
    load: async (parts, handle) =>
      handle((await import("./offlineCommands.ts")).keepOfflineCommand(parts)),
  },
  stopKeeping: {
    icon: "cloud",
    places: [surveyRow(/\bkept\b/, "2_offline@2")],
    load: async (parts, handle) =>
      handle((await import("./offlineCommands.ts")).stopKeepingCommand(parts)),
  },
};
