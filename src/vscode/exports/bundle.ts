import type * as vscode from "vscode";
import { writeBytes } from "../../export/textFile.ts";
import { writeUrlFile } from "../../export/urlFile.ts";
import { createFormats } from "../../formats/formatsClient.ts";
import { exportCodebookCommand } from "./codebookCommand.ts";
import { exportDataSpaceCommand } from "./dataSpaceExportCommand.ts";
import type { ExportCommandId } from "./exportCommandIds.ts";
import {
  exportMetadataCommand,
  exportResponsesCommand,
  exportSurveyCommand,
} from "./exportCommands.ts";
import {
  clearExportsCommand,
  continueExportCommand,
  exportNewCommand,
  openExportCommand,
  removeExportCommand,
  repairExportCommand,
  revealExportCommand,
  verifyExportCommand,
} from "./pastExportCommands.ts";
import { commandHandler, type Command, type CommandHandler } from "../commands/registry.ts";
import { exportSurveysCommand } from "./severalCommands.ts";
import { exportSummaryCommand } from "../reports/summaryExportCommand.ts";
import { copyAsPythonCommand, copyAsRCommand, copyAsSqlCommand } from "./snippetCommands.ts";
import type { ReportSubject, ReportTable } from "../reports/makeReport.ts";
import { tableReport, type TableReportOptions } from "../reports/tableReport.ts";
import type { TreeNode } from "../surveys/node.ts";
import { ExportChoices } from "./exportChoices.ts";
import type { ExportParts } from "./exportParts.ts";
import { readCodebook, type CodebookForm, type CodebookSubject } from "./readCodebook.ts";

/** What the extension gives to its exports. */
export interface ExportHost extends Omit<ExportParts, "choices" | "formats"> {
  readonly state: vscode.Memento;
  /** Path of what src/formats/worker.ts is built to. */
  readonly formatsProgram: string;
  readonly view: vscode.TreeView<TreeNode>;
  readonly log: vscode.LogOutputChannel;
}

/** All that exports, which is a bundle of its own (loadExports.ts). */
export interface Exports {
  readonly commands: Readonly<Record<ExportCommandId, CommandHandler>>;
  readonly readCodebook: (
    survey: CodebookSubject,
    form: CodebookForm,
    signal: AbortSignal,
  ) => Promise<string>;
  readonly writeBytes: typeof writeBytes;
  readonly writeUrlFile: typeof writeUrlFile;
  /** The text of a report; it may be long. */
  readonly tableReport: (
    table: ReportTable,
    subject: ReportSubject,
    options: Omit<TableReportOptions, "toolVersion">,
  ) => Promise<string>;
}

export function createExports({ state, formatsProgram, view, log, ...host }: ExportHost): Exports {
  const parts: ExportParts = {
    ...host,
    choices: new ExportChoices(state),
    formats: createFormats(formatsProgram),
  };
  const handler = <A, R>(command: Command<A, R>) => commandHandler(command, log);
  return {
    commands: {
      "surveyExplorer.exportSurvey": handler(exportSurveyCommand(parts)),
      "surveyExplorer.exportResponses": handler(exportResponsesCommand(parts)),
      "surveyExplorer.exportMetadata": handler(exportMetadataCommand(parts)),
      "surveyExplorer.exportSurveys": handler(exportSurveysCommand(parts)),
      "surveyExplorer.copyAsPython": handler(copyAsPythonCommand(parts)),
      "surveyExplorer.copyAsR": handler(copyAsRCommand(parts)),
      "surveyExplorer.copyAsSql": handler(copyAsSqlCommand(parts)),
      "surveyExplorer.exportCodebook": handler(exportCodebookCommand(parts)),
      "surveyExplorer.exportSummary": handler(exportSummaryCommand(parts)),
      "surveyExplorer.exportDataSpace": handler(exportDataSpaceCommand({ exports: parts, view })),
      "surveyExplorer.verifyExport": handler(verifyExportCommand(parts)),
      "surveyExplorer.repairExport": handler(repairExportCommand(parts)),
      "surveyExplorer.continueExport": handler(continueExportCommand(parts)),
      "surveyExplorer.exportNew": handler(exportNewCommand(parts)),
      "surveyExplorer.openExport": handler(openExportCommand(parts)),
      "surveyExplorer.revealExport": handler(revealExportCommand(parts)),
      "surveyExplorer.removeExport": handler(removeExportCommand(parts)),
      "surveyExplorer.clearExports": handler(clearExportsCommand(parts)),
    },
    readCodebook: (survey, form, signal) => readCodebook(parts, survey, form, signal),
    writeBytes,
    writeUrlFile,
    tableReport: (table, subject, options) =>
      tableReport(table, subject, { ...options, toolVersion: parts.toolVersion }),
  };
}
