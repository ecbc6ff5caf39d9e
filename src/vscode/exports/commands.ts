import type { SnippetLanguage } from "../../formats/kinds/format.ts";
import type { CommandDeclarations, LoadHandler } from "../commands/declaration.ts";
import type { Command } from "../commands/registry.ts";
import type { ExportParts } from "./exportParts.ts";

export const exportCommands: CommandDeclarations<typeof exportLoaders> = {
  exportSurvey: {
    title: { en: "Export Survey Structure…", ko: "설문 구조 내보내기…" },
    argument: "`{dataSpace, surveyId, file, overwrite?}`",
    result: "`{file, bytes, sha256}`",
    icon: "export",
    places: [{ surveyRow: /\bstructure\b/, group: "2_export@3" }],
  },
  exportResponses: {
    title: { en: "Export Responses…", ko: "응답 내보내기…" },
    argument:
      "`{dataSpace, surveyId, file, format, startDateTime?, endDateTime?, collectGroupId?, variables?, embeddedData?, parameterField?, filter?, since?, fresh?, …form, overwrite?, resume?, verify?}`",
    result: "`{file, format, responses, pages, bytes, sha256, asOf, warnings, verification?}`",
    icon: "desktop-download",
    places: [
      { surveyRow: /\bexport\b/, group: "inline@2" },
      { surveyRow: /\bexport\b/, group: "2_export@1" },
    ],
  },
  exportMetadata: {
    title: { en: "Export Response Metadata…", ko: "응답 메타데이터 내보내기…" },
    argument:
      "`{dataSpace, surveyId, file, format, startDateTime?, endDateTime?, filter?, …form, overwrite?, resume?, verify?}`",
    result: "as `exportResponses`",
    icon: "export",
    places: [{ surveyRow: /\bmetadata\b/, group: "2_export@2" }],
  },
  exportSurveys: {
    title: { en: "Export Several Surveys…", ko: "여러 설문 내보내기…" },
    argument: "`{surveys: [{dataSpace, surveyId}], directory, format, …form, overwrite?}`",
    result: "`{directory, exports, failed}`",
    icon: "desktop-download",
    places: [{ surveyRow: /^survey\b/, group: "2_export@1", selected: "several" }],
  },
  exportCodebook: {
    title: { en: "Export Codebook…", ko: "코드북 내보내기…" },
    argument: '`{dataSpace, surveyId, file, format: "csv" | "json" | "md", preset?, overwrite?}`',
    result: "`{file, bytes}`",
    icon: "book",
    places: [{ surveyRow: /\bstructure\b/, group: "2_export@4" }],
  },
  exportSummary: {
    title: { en: "Export Summary…", ko: "요약 내보내기…" },
    argument:
      '`{dataSpace, surveyId, file, format: "md" | "html", filter?, columns?, weight?, split?, base?, overwrite?}`',
    result: "`{file, bytes}`",
    icon: "graph",
    places: [{ surveyRow: /\bexport\b/, group: "2_export@5" }],
  },
  exportDataSpace: {
    title: { en: "Export as Data Space Directory…", ko: "데이터 스페이스 디렉터리로 내보내기…" },
    argument: "`{dataSpace, surveyIds?, directory}`",
    result: "`{directory, surveys, responses, warnings?}`",
    icon: "export",
    places: [
      { surveyRow: /\bexport\b/, group: "2_export@6", selected: "any" },
      { surveyRow: /^dataSpace\b/, group: "2_export@1", selected: "any" },
    ],
  },
  continueExport: {
    title: { en: "Continue Export", ko: "내보내기 이어서 하기" },
    argument: "`{file}` of an export in the list",
    result: "as `exportResponses`",
    icon: "debug-continue",
    places: [
      { exportRow: /\bcontinue\b/, group: "inline@1" },
      { exportRow: /\bcontinue\b/, group: "1_export@1" },
    ],
  },
  exportNew: {
    title: { en: "Export New Responses…", ko: "새 응답 내보내기…" },
    argument: "`{since, file, overwrite?}`",
    result: "as `exportResponses`",
    icon: "diff-added",
    places: [{ exportRow: /\bnew\b/, group: "1_export@2" }],
  },
  verifyExport: {
    title: { en: "Verify Export…", ko: "내보낸 파일 검증…" },
    argument: "`{dataSpace, file, repair?}`",
    result: "`{ok, responses, missing, extra, doubled, intact, repaired}`",
    icon: "verified",
    places: [
      { exportRow: /\bverify\b/, group: "inline@2" },
      { exportRow: /\bverify\b/, group: "2_verify@1" },
    ],
  },
  repairExport: {
    title: { en: "Repair Export…", ko: "내보낸 파일 복구…" },
    argument: "`{dataSpace, file}`",
    result: "as `verifyExport`",
    icon: "tools",
    places: [
      { exportRow: /\brepair\b/, group: "inline@1" },
      { exportRow: /\brepair\b/, group: "2_verify@2" },
    ],
  },
  openExport: {
    title: { en: "Open Export", ko: "내보낸 파일 열기" },
    argument: "`{file}`",
    icon: "go-to-file",
    places: [{ exportRow: /\bopen\b/, group: "0_open@1" }],
  },
  openAsNotebook: {
    title: { en: "Open as Notebook…", ko: "Notebook으로 열기…" },
    argument:
      '`{file, language?: "python" | "r", format?: "ipynb" | "qmd", notebook?, overwrite?}`',
    result: "`{file}`, the notebook",
    icon: "notebook",
    places: [{ exportRow: /\bload\b/, group: "0_open@2" }],
  },
  revealExport: {
    title: { en: "Reveal Export", ko: "내보낸 파일 위치 보기" },
    argument: "`{file}`",
    icon: "folder-opened",
    places: [
      { exportRow: /\breveal\b/, group: "inline@3" },
      { exportRow: /\breveal\b/, group: "3_file@1" },
    ],
  },
  removeExport: {
    title: { en: "Remove from List", ko: "목록에서 제거" },
    argument: "`{file}`",
    result: "the removed entries",
    icon: "close",
    places: [{ exportRow: /\bremove\b/, group: "4_list@1" }],
  },
  clearExports: {
    title: { en: "Clear List of Exports", ko: "내보내기 목록 비우기" },
    argument: "`{}`",
    result: "as `removeExport`",
    icon: "clear-all",
    places: [{ viewTitle: "exports", group: "navigation@1" }],
  },
  copyAsPython: {
    title: { en: "Copy As Python", ko: "Python 코드로 복사" },
    argument: "`{file}`, with its manifest beside it",
    result: "the code, also copied to the clipboard",
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@1" }],
  },
  copyAsR: {
    title: { en: "Copy As R", ko: "R 코드로 복사" },
    argument: "as `copyAsPython`",
    result: "as `copyAsPython`",
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@2" }],
  },
  copyAsSql: {
    title: { en: "Copy As SQL", ko: "SQL로 복사" },
    argument: "as `copyAsPython`, but no .sav file",
    result: "as `copyAsPython`",
    places: [{ menu: "surveyExplorer.copyAs", group: "1_copy@3" }],
  },
};

/** Returns the loader of a command that needs what all exports share. */
function exporting<Argument, Result>(
  load: () => Promise<(parts: ExportParts) => Command<Argument, Result>>,
): LoadHandler<Argument> {
  return async (parts, handle) => handle((await load())(await parts.loadExportParts()));
}

function copyingAs(language: SnippetLanguage) {
  return exporting(async () => {
    const { snippetCommand } = await import("./snippets.ts");
    return (parts) => snippetCommand(parts, language);
  });
}

const exportPart = () => import("./exportCommands.ts");
const verify = () => import("./verifyExportCommands.ts");
const past = () => import("./pastExportCommands.ts");

export const exportLoaders = {
  exportSurvey: exporting(async () => (await exportPart()).exportSurveyCommand),
  exportResponses: exporting(async () => (await exportPart()).exportResponsesCommand),
  exportMetadata: exporting(async () => (await exportPart()).exportMetadataCommand),
  exportSurveys: exporting(
    async () => (await import("./exportSurveysCommand.ts")).exportSurveysCommand,
  ),
  exportCodebook: exporting(
    async () => (await import("./codebookCommand.ts")).exportCodebookCommand,
  ),
  exportSummary: exporting(
    async () => (await import("../reports/summaryExportCommand.ts")).exportSummaryCommand,
  ),
  exportDataSpace: exporting(
    async () => (await import("./dataSpaceExportCommand.ts")).exportDataSpaceCommand,
  ),
  continueExport: exporting(async () => (await past()).continueExportCommand),
  exportNew: exporting(async () => (await import("./exportNewCommand.ts")).exportNewCommand),
  verifyExport: exporting(async () => (await verify()).verifyExportCommand),
  repairExport: exporting(async () => (await verify()).repairExportCommand),
  openExport: exporting(async () => (await past()).openExportCommand),
  openAsNotebook: exporting(
    async () => (await import("./notebookCommand.ts")).openAsNotebookCommand,
  ),
  revealExport: exporting(async () => (await past()).revealExportCommand),
  removeExport: exporting(async () => (await past()).removeExportCommand),
  clearExports: exporting(async () => (await past()).clearExportsCommand),
  copyAsPython: copyingAs("python"),
  copyAsR: copyingAs("r"),
  copyAsSql: copyingAs("sql"),
};
