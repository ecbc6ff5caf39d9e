import {
  exportRow,
  surveyRow,
  viewTitle,
  type CommandDeclarations,
} from "../commands/declaration.ts";

export const exportCommands: CommandDeclarations = {
  exportSurvey: {
    icon: "export",
    places: [surveyRow(/\bstructure\b/, "2_export@3")],
    load: async (parts, handle) =>
      handle(
        (await import("./exportCommands.ts")).exportSurveyCommand(await parts.loadExportParts()),
      ),
  },
  exportResponses: {
    icon: "desktop-download",
    places: [surveyRow(/\bexport\b/, "inline@2"), surveyRow(/\bexport\b/, "2_export@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./exportCommands.ts")).exportResponsesCommand(await parts.loadExportParts()),
      ),
  },
  exportMetadata: {
    icon: "export",
    places: [surveyRow(/\bmetadata\b/, "2_export@2")],
    load: async (parts, handle) =>
      handle(
        (await import("./exportCommands.ts")).exportMetadataCommand(await parts.loadExportParts()),
      ),
  },
  exportSurveys: {
    icon: "desktop-download",
    places: [surveyRow(/^survey\b/, "2_export@1", "several")],
    load: async (parts, handle) =>
      handle(
        (await import("./exportSurveysCommand.ts")).exportSurveysCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  exportCodebook: {
    icon: "book",
    places: [surveyRow(/\bstructure\b/, "2_export@4")],
    load: async (parts, handle) =>
      handle(
        (await import("./codebookCommand.ts")).exportCodebookCommand(await parts.loadExportParts()),
      ),
  },
  exportSummary: {
    icon: "graph",
    places: [surveyRow(/\bexport\b/, "2_export@5")],
    load: async (parts, handle) =>
      handle(
        (await import("../reports/summaryExportCommand.ts")).exportSummaryCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  exportDataSpace: {
    icon: "export",
    places: [
      surveyRow(/\bexport\b/, "2_export@6", "any"),
      surveyRow(/^dataSpace\b/, "2_export@1", "any"),
    ],
    load: async (parts, handle) =>
      handle(
        (await import("./dataSpaceExportCommand.ts")).exportDataSpaceCommand({
          exports: await parts.loadExportParts(),
          view: parts.view,
        }),
      ),
  },
  continueExport: {
    icon: "debug-continue",
    places: [exportRow(/\bcontinue\b/, "inline@1"), exportRow(/\bcontinue\b/, "1_export@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).continueExportCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  exportNew: {
    icon: "diff-added",
    places: [exportRow(/\bnew\b/, "1_export@2")],
    load: async (parts, handle) =>
      handle(
        (await import("./exportNewCommand.ts")).exportNewCommand(await parts.loadExportParts()),
      ),
  },
  verifyExport: {
    icon: "verified",
    places: [exportRow(/\bverify\b/, "inline@2"), exportRow(/\bverify\b/, "2_verify@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./verifyExportCommands.ts")).verifyExportCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  repairExport: {
    icon: "tools",
    places: [exportRow(/\brepair\b/, "inline@1"), exportRow(/\brepair\b/, "2_verify@2")],
    load: async (parts, handle) =>
      handle(
        (await import("./verifyExportCommands.ts")).repairExportCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  openExport: {
    icon: "go-to-file",
    places: [exportRow(/\bopen\b/, "0_open@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).openExportCommand(await parts.loadExportParts()),
      ),
  },
  openAsNotebook: {
    icon: "notebook",
    places: [exportRow(/\bload\b/, "0_open@2")],
    load: async (parts, handle) =>
      handle(
        (await import("./notebookCommand.ts")).openAsNotebookCommand(await parts.loadExportParts()),
      ),
  },
  revealExport: {
    icon: "folder-opened",
    places: [exportRow(/\breveal\b/, "inline@3"), exportRow(/\breveal\b/, "3_file@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).revealExportCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  removeExport: {
    icon: "close",
    places: [exportRow(/\bremove\b/, "4_list@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).removeExportCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  clearExports: {
    icon: "clear-all",
    places: [viewTitle("exports", "navigation@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).clearExportsCommand(
          await parts.loadExportParts(),
        ),
      ),
  },
  copyAsPython: {
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@1" }],
    load: async (parts, handle) =>
      handle(
        (await import("./snippetCommands.ts")).snippetCommand(
          await parts.loadExportParts(),
          "python",
        ),
      ),
  },
  copyAsR: {
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@2" }],
    load: async (parts, handle) =>
      handle(
        (await import("./snippetCommands.ts")).snippetCommand(await parts.loadExportParts(), "r"),
      ),
  },
  copyAsSql: {
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@3" }],
    load: async (parts, handle) =>
      handle(
        (await import("./snippetCommands.ts")).snippetCommand(await parts.loadExportParts(), "sql"),
      ),
  },
};
