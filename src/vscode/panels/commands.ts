import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const panelCommands: CommandDeclarations = {
  openSurvey: {
    icon: "list-tree",
    places: [surveyRow(/\bstructure\b/, "1_open@1")],
    load: async (parts, handle) =>
      handle((await import("./panelCommands.ts")).openSurveyCommand(parts)),
  },
  openResponses: {
    icon: "table",
    places: [surveyRow(/\bresponses\b/, "inline@1"), surveyRow(/\bresponses\b/, "1_open@2")],
    load: async (parts, handle) =>
      handle((await import("./panelCommands.ts")).openResponsesCommand(parts)),
  },
  openSummary: {
    icon: "graph",
    places: [surveyRow(/^survey\b/, "1_open@3")],
    load: async (parts, handle) =>
      handle((await import("./panelCommands.ts")).openTabCommand(parts, "summary")),
  },
  openFieldwork: {
    icon: "graph-line",
    places: [surveyRow(/^survey\b/, "1_open@4")],
    load: async (parts, handle) =>
      handle((await import("./panelCommands.ts")).openTabCommand(parts, "fieldwork")),
  },
};
