import * as z from "zod";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { reportFormats, type ReportFormat } from "../../messages/summary.ts";
import { labelText } from "../../model/label.ts";
import { summaryFields, summarySubject } from "../../reports/summarySubject.ts";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { withProgress } from "../platform/progress.ts";
import { showFileWritten, isLocalWindow } from "../platform/fileMessage.ts";
import { t, type ProgressFacts } from "../platform/window.ts";
import { surveyTarget } from "../exports/exportArgument.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { countText } from "../../jobs/progressText.ts";
import { summaryDraft } from "../recipes/drafts.ts";
import { withSurvey } from "./readSurvey.ts";
import { tableReport } from "./tableReport.ts";
import type { CommandSource } from "../surveys/node.ts";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { askDocument, type DocumentFormat, type WrittenFile } from "../commands/askDocument.ts";
import { localPath } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const exportSummaryArgument = z.strictObject({ ...surveyTarget, ...summaryFields });
type ExportSummary = z.infer<typeof exportSummaryArgument>;

/** Writes the summary of a survey's responses as a document, after reading what is new. */
export function exportSummaryCommand(parts: ExportParts): Command<ExportSummary, WrittenFile> {
  return {
    argument: exportSummaryArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked, {
        title: t("Export summary"),
        proposed: parts.shownSurvey(),
      });
      return survey && askSummaryFile(parts, survey, clicked);
    },
    run: (argument) =>
      withProgress(
        t("Exporting the summary of {0}", argument.surveyId),
        async (signal, progress) => {
          const file = localPath(argument.file);
          const bytes = await writeTextFile(file, argument.overwrite ?? false, () =>
            readReport(parts, argument, signal, progress),
          );
          return { file, bytes };
        },
      ),
    notify: ({ file }, { format }) => {
      const open = {
        title: vscode.l10n.t("Open in Browser"),
        run: () => vscode.env.openExternal(vscode.Uri.file(file)),
      };
      const further = format === "html" && isLocalWindow() ? [open] : [];
      const name = vscode.workspace.asRelativePath(file);
      return showFileWritten(t("Exported summary to {0}.", name), file, { further });
    },
  };
}

function readReport(
  parts: ExportParts,
  argument: ExportSummary,
  signal: AbortSignal,
  progress: vscode.Progress<ProgressFacts>,
): Promise<string> {
  const onLoaded = (loaded: number): void =>
    progress.report({ message: plain(countText(loaded, language())) });
  const onWaiting = (isElsewhere: boolean): void =>
    progress.report({
      message: isElsewhere
        ? t("Another window is loading the responses.")
        : t("Loading responses…"),
    });
  const { dataSpace, surveyId } = argument;
  const missing = parts.missingCodes.get(dataSpace, surveyId);
  return withSurvey(parts, argument, { signal, onLoaded, onWaiting }, (survey) =>
    tableReport(survey, summarySubject({ dataSpace, missing }, argument, survey), {
      toolVersion: parts.toolVersion,
      signal: survey.signal,
      progress,
    }),
  );
}

async function askSummaryFile(
  parts: ExportParts,
  survey: SurveyChoice,
  clicked: CommandSource | undefined,
): Promise<ExportSummary | undefined> {
  const { dataSpace, surveyId, label } = survey;
  const filter = filterOf(clicked);
  const title = t("Export summary");
  const document = await askDocument(
    title,
    summaryFormats(),
    labelText(`${label} summary`),
    (choice) => summaryDraft(parts, survey, { ...choice, filter }),
  );
  return document && { dataSpace, surveyId, ...document, filter };
}

/** Returns the filter of the responses that were clicked. */
export function filterOf(clicked: CommandSource | undefined): ExportSummary["filter"] {
  switch (clicked?.kind) {
    case "collectGroup":
      return { collectGroupId: clicked.group.collectGroupId };
    case "panel":
      return clicked.filter;
    default:
      return {};
  }
}

/** Returns the formats as choices for the person. */
export function summaryFormats(): DocumentFormat<{ readonly format: ReportFormat }>[] {
  const descriptions: Record<ReportFormat, SafeText> = {
    md: t("text with tables, for editors and wikis"),
    html: t("one page with charts, for browsers"),
  };
  return reportFormats.map((format) => ({
    label: plain(format === "md" ? "Markdown" : "HTML"),
    description: descriptions[format],
    choice: { format },
  }));
}
