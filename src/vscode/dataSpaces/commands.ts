import { surveyRow, viewTitle, type CommandDeclarations } from "../commands/declaration.ts";

export const dataSpaceCommands: CommandDeclarations = {
  addDataSpace: {
    icon: "add",
    places: [viewTitle("surveys", "navigation@1")],
    load: async (parts, handle) =>
      handle((await import("./dataSpaceCommands.ts")).addDataSpaceCommand(parts)),
  },
  removeDataSpace: {
    icon: "trash",
    places: [surveyRow(/\bremove\b/, "2_remove@1")],
    load: async (parts, handle) =>
      handle((await import("./dataSpaceCommands.ts")).removeDataSpaceCommand(parts)),
  },
  signOut: {
    icon: "sign-out",
    places: [surveyRow(/\bsignOut\b/, "1_account@2")],
    load: async (parts, handle) =>
      handle((await import("./dataSpaceCommands.ts")).signOutCommand(parts)),
  },
  startLocalDataSpace: {
    icon: "beaker",
    places: [viewTitle("surveys", "1_local@1")],
    load: async (parts, handle) =>
      handle((await import("./localCommands.ts")).startLocalDataSpaceCommand(parts)),
  },
  openLocalDataSpace: {
    icon: "folder-opened",
    places: [viewTitle("surveys", "1_local@2")],
    load: async (parts, handle) =>
      handle((await import("./localCommands.ts")).openLocalDataSpaceCommand(parts)),
  },
  stopLocalDataSpace: {
    icon: "debug-stop",
    places: [
      viewTitle("surveys", "1_local@3", "surveyExplorer.localRunning"),
      surveyRow(/\bstop\b/, "1_account@3"),
    ],
    load: async (parts, handle) =>
      handle((await import("./localCommands.ts")).stopLocalDataSpaceCommand(parts)),
  },
};
