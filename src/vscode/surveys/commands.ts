import {
  neverInPalette,
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
  filterSurveys: {
    icon: "list-filter",
    places: [viewTitle("surveys", "1_arrange@2", "surveyExplorer.hasDataSpaces")],
    load: async (parts, handle) =>
      handle((await import("./arrangeCommands.ts")).filterSurveysCommand(parts)),
  },
  clearFilter: {
    icon: "clear-all",
    places: [
      viewTitle("surveys", "navigation@0", "surveyExplorer.filtered"),
      surveyRow(/\bclearFilter\b/, "inline@1"),
    ],
    load: async (parts, handle) =>
      handle((await import("./arrangeCommands.ts")).clearFilterCommand(parts)),
  },
  sortSurveys: {
    icon: "list-ordered",
    places: [
      viewTitle("surveys", "1_arrange@1", "surveyExplorer.hasDataSpaces"),
      surveyRow(/^dataSpace\b/, "0_connection@3"),
    ],
    load: async (parts, handle) =>
      handle((await import("./arrangeCommands.ts")).sortSurveysCommand(parts)),
  },
  pinSurvey: {
    icon: "pin",
    places: [surveyRow(/\bpin\b/, "inline@3"), surveyRow(/\bpin\b/, "2_pin@1")],
    load: async (parts, handle) =>
      handle((await import("./pinCommands.ts")).pinSurveyCommand(parts)),
  },
  unpinSurvey: {
    icon: "pinned",
    places: [surveyRow(/\bunpin\b/, "inline@3"), surveyRow(/\bunpin\b/, "2_pin@2")],
    load: async (parts, handle) =>
      handle((await import("./pinCommands.ts")).unpinSurveyCommand(parts)),
  },
  showLog: {
    icon: "output",
    places: [viewTitle("surveys", "2_log@1")],
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).showLogCommand(parts)),
  },
  loadMoreSurveys: {
    icon: "add",
    palette: neverInPalette,
    load: async (parts, handle) =>
      handle((await import("./viewCommands.ts")).loadMoreCommand(parts)),
  },
  stopLoadingSurveys: {
    icon: "debug-stop",
    palette: neverInPalette,
    places: [surveyRow(/^loading\b/, "inline@1"), surveyRow(/^loading\b/, "1_load@1")],
    load: async (parts, handle) =>
      handle((await import("./arrangeCommands.ts")).stopLoadingCommand(parts)),
  },
  retry: {
    icon: "refresh",
    palette: neverInPalette,
    places: [surveyRow(/\bretry\b/, "inline@1")],
    load: async (parts, handle) => handle((await import("./viewCommands.ts")).retryCommand(parts)),
  },
  copyId: {
    icon: "copy",
    palette: neverInPalette,
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
