import {
  exportRow,
  hasDataSpaces,
  hasExports,
  surveyRow,
  viewTitle,
  type CommandDeclarations,
} from "../commands/declaration.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { ExportParts } from "./exportParts.ts";

async function exporting(parts: CommandParts): Promise<ExportParts> {
  const { ExportChoices } = await import("./exportChoices.ts");
  return { ...parts, choices: new ExportChoices(parts.state) };
}

export const exportCommands: CommandDeclarations = {
  exportSurvey: {
    icon: "export",
    places: [surveyRow(/\bstructure\b/, "2_export@3")],
    load: async (parts, handle) =>
      handle((await import("./exportCommands.ts")).exportSurveyCommand(await exporting(parts))),
  },
  exportResponses: {
    icon: "desktop-download",
    places: [surveyRow(/\bexport\b/, "inline@2"), surveyRow(/\bexport\b/, "2_export@1")],
    load: async (parts, handle) =>
      handle((await import("./exportCommands.ts")).exportResponsesCommand(await exporting(parts))),
  },
  exportMetadata: {
    icon: "export",
    places: [surveyRow(/\bmetadata\b/, "2_export@2")],
    load: async (parts, handle) =>
      handle((await import("./exportCommands.ts")).exportMetadataCommand(await exporting(parts))),
  },
  exportSurveys: {
    icon: "desktop-download",
    palette: hasDataSpaces,
    places: [surveyRow(/^survey\b/, "2_export@1", "several")],
    load: async (parts, handle) =>
      handle((await import("./severalCommands.ts")).exportSurveysCommand(await exporting(parts))),
  },
  exportCodebook: {
    icon: "book",
    places: [surveyRow(/\bstructure\b/, "2_export@4")],
    load: async (parts, handle) =>
      handle((await import("./codebookCommand.ts")).exportCodebookCommand(await exporting(parts))),
  },
  exportSummary: {
    icon: "graph",
    places: [surveyRow(/\bexport\b/, "2_export@5")],
    load: async (parts, handle) =>
      handle(
        (await import("../reports/summaryExportCommand.ts")).exportSummaryCommand(
          await exporting(parts),
        ),
      ),
  },
  exportDataSpace: {
    icon: "export",
    palette: hasDataSpaces,
    places: [
      surveyRow(/\bexport\b/, "2_export@6", "any"),
      surveyRow(/^dataSpace\b/, "2_export@1", "any"),
    ],
    load: async (parts, handle) =>
      handle(
        (await import("./dataSpaceExportCommand.ts")).exportDataSpaceCommand({
          exports: await exporting(parts),
          view: parts.view,
        }),
      ),
  },
  continueExport: {
    icon: "debug-continue",
    palette: hasExports,
    places: [exportRow(/\bcontinue\b/, "inline@1"), exportRow(/\bcontinue\b/, "1_export@1")],
    load: async (parts, handle) =>
      handle(
        (await import("./pastExportCommands.ts")).continueExportCommand(await exporting(parts)),
      ),
  },
  exportNew: {
    icon: "diff-added",
    palette: hasExports,
    places: [exportRow(/\bnew\b/, "1_export@2")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).exportNewCommand(await exporting(parts))),
  },
  verifyExport: {
    icon: "verified",
    places: [exportRow(/\bverify\b/, "inline@2"), exportRow(/\bverify\b/, "2_verify@1")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).verifyExportCommand(await exporting(parts))),
  },
  repairExport: {
    icon: "tools",
    palette: hasExports,
    places: [exportRow(/\brepair\b/, "inline@1"), exportRow(/\brepair\b/, "2_verify@2")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).repairExportCommand(await exporting(parts))),
  },
  openExport: {
    icon: "go-to-file",
    palette: hasExports,
    places: [exportRow(/\bopen\b/, "0_open@1")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).openExportCommand(await exporting(parts))),
  },
  revealExport: {
    icon: "folder-opened",
    palette: hasExports,
    places: [exportRow(/\breveal\b/, "inline@3"), exportRow(/\breveal\b/, "3_file@1")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).revealExportCommand(await exporting(parts))),
  },
  removeExport: {
    icon: "close",
    palette: hasExports,
    places: [exportRow(/\bremove\b/, "4_list@1")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).removeExportCommand(await exporting(parts))),
  },
  clearExports: {
    icon: "clear-all",
    palette: hasExports,
    places: [viewTitle("exports", "navigation@1")],
    load: async (parts, handle) =>
      handle((await import("./pastExportCommands.ts")).clearExportsCommand(await exporting(parts))),
  },
  copyAsPython: {
    palette: hasExports,
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@1" }],
    load: async (parts, handle) =>
      handle(
        (await import("./snippetCommands.ts")).snippetCommand(await exporting(parts), "python"),
      ),
  },
  copyAsR: {
    palette: hasExports,
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@2" }],
    load: async (parts, handle) =>
      handle((await import("./snippetCommands.ts")).snippetCommand(await exporting(parts), "r")),
  },
  copyAsSql: {
    palette: hasExports,
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@3" }],
    load: async (parts, handle) =>
      handle((await import("./snippetCommands.ts")).snippetCommand(await exporting(parts), "sql")),
  },
};
