import {
  onlyOnRows,
  surveyRow,
  viewTitle,
  type CommandDeclarations,
} from "../commands/declaration.ts";

export const surveyCommands: CommandDeclarations = {
  refresh: {
    icon: "refresh",
    places: [viewTitle("surveys", "navigation@4", "surveyExplorer.hasDataSpaces")],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).refreshCommand(parts)),
  },
  showRunningOnly: {
    icon: "filter",
    palette: "!surveyExplorer.runningOnly",
    places: [
      viewTitle(
        "surveys",
        "navigation@3",
        "surveyExplorer.hasDataSpaces && !surveyExplorer.runningOnly",
      ),
    ],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).showRunningOnlyCommand(parts)),
  },
  showAll: {
    icon: "filter-filled",
    palette: "surveyExplorer.runningOnly",
    places: [
      viewTitle("surveys", "navigation@3", "surveyExplorer.runningOnly"),
      surveyRow(/\bshowAll\b/, "inline@1"),
    ],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).showAllCommand(parts)),
  },
  findSurvey: {
    icon: "search",
    places: [viewTitle("surveys", "navigation@2", "surveyExplorer.hasDataSpaces")],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).findSurveyCommand(parts)),
  },
  showLog: {
    icon: "output",
    places: [viewTitle("surveys", "2_log@1")],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).showLogCommand(parts)),
  },
  loadMoreSurveys: {
    icon: "add",
    palette: onlyOnRows,
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).loadMoreCommand(parts)),
  },
  retry: {
    icon: "refresh",
    palette: onlyOnRows,
    places: [surveyRow(/\bretry\b/, "inline@1")],
    load: async (parts, handle) => handle((await import("./viewCommands.ts")).retryCommand(parts)),
  },
  copyId: {
    icon: "copy",
    palette: onlyOnRows,
    places: [surveyRow(/\bid\b/, "3_copy@1"), surveyRow(/^collectGroup\b/, "inline@3")],
    load: async (_parts, handle) => handle((await import("./viewCommands.ts")).copyIdCommand()),
  },
  showRaw: {
    icon: "json",
    places: [surveyRow(/\braw\b/, "1_open@6")],
    load: async (parts, handle) => handle((await import("./rawCommands.ts")).showRawCommand(parts)),
  },
  showRawAsSent: {
    icon: "code",
    palette: "resourceScheme == survey-explorer && resourceDirname != '/as sent'",
    places: [
      {
        menu: "editor/title",
        when: "resourceScheme == survey-explorer && resourceDirname != '/as sent'",
        group: "navigation",
      },
    ],
    load: async (_parts, handle) =>
      handle((await import("./rawCommands.ts")).showRawAsSentCommand()),
  },
  showRawFormatted: {
    icon: "json",
    palette: "resourceScheme == survey-explorer && resourceDirname == '/as sent'",
    places: [
      {
        menu: "editor/title",
        when: "resourceScheme == survey-explorer && resourceDirname == '/as sent'",
        group: "navigation",
      },
    ],
    load: async (_parts, handle) =>
      handle((await import("./rawCommands.ts")).showRawFormattedCommand()),
  },
};
