import { viewTitle, type CommandDeclarations } from "../commands/declaration.ts";

export const findCommands: CommandDeclarations = {
  find: {
    icon: "search",
    places: [viewTitle("surveys", "navigation@2", "surveyExplorer.hasDataSpaces")],
    keys: [{ key: "ctrl+alt+shift+f", when: "surveyExplorer.hasDataSpaces" }],
    load: async (parts, handle) => handle((await import("./findCommand.ts")).findCommand(parts)),
  },
  findSurvey: {
    icon: "search",
    load: async (parts, handle) =>
      handle((await import("./findCommand.ts")).findSurveyCommand(parts)),
  },
  showSimilarQuestions: {
    icon: "references",
    load: async (parts, handle) =>
      handle((await import("./similarCommand.ts")).similarQuestionsCommand(parts)),
  },
  updateSearchIndex: {
    icon: "sync",
    load: async (parts, handle) =>
      handle((await import("./findCommand.ts")).updateIndexCommand(parts)),
  },
  stopIndexing: {
    icon: "stop-circle",
    load: async (parts, handle) =>
      handle((await import("./findCommand.ts")).stopIndexingCommand(parts)),
  },
};
