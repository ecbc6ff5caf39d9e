/** The commands that dist/exports.cjs brings: it is loaded when the first of them is used. */
export const exportCommandIds = [
  "surveyExplorer.exportSurvey",
  "surveyExplorer.exportResponses",
  "surveyExplorer.exportMetadata",
  "surveyExplorer.exportSurveys",
  "surveyExplorer.copyAsPython",
  "surveyExplorer.copyAsR",
  "surveyExplorer.copyAsSql",
  "surveyExplorer.exportCodebook",
  "surveyExplorer.exportSummary",
  "surveyExplorer.exportDataSpace",
  "surveyExplorer.verifyExport",
  "surveyExplorer.repairExport",
  "surveyExplorer.continueExport",
  "surveyExplorer.exportNew",
  "surveyExplorer.openExport",
  "surveyExplorer.revealExport",
  "surveyExplorer.removeExport",
  "surveyExplorer.clearExports",
] as const;
export type ExportCommandId = (typeof exportCommandIds)[number];
