import * as z from "zod";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { responseFilter } from "../../messages/requests/schemas.ts";
import { reportFormats, type ReportFormat } from "../../messages/summary.ts";
import { SurveyError } from "../../model/errors.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import { labelText } from "../../model/label.ts";
import { localizable } from "../../model/localizable.ts";
import { oneLine } from "../../model/oneLine.ts";
import { summaryBases } from "../../model/summary.ts";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { withProgress } from "../platform/progress.ts";
import { showFileWritten } from "../platform/fileMessage.ts";
import { t, type ProgressFacts } from "../platform/window.ts";
import { surveyTarget } from "../exports/exportArgument.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { countText } from "../exports/progressText.ts";
import { openInBrowser, opensInBrowser } from "./openInBrowser.ts";
import type { ReportSubject } from "./makeReport.ts";
import { withSurvey, type ReadSurvey } from "./readSurvey.ts";
import { tableReport } from "./tableReport.ts";
import type { Clicked } from "../surveys/node.ts";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { askDocument, type WrittenFile } from "../commands/askDocument.ts";
import { localPath } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const column = z.string().min(1);

const exportSummaryArgument = z.strictObject({
  ...surveyTarget,
  format: z.enum(reportFormats, { error: `must be one of ${reportFormats.join(", ")}` }),
  filter: responseFilter.optional(),
  columns: z.array(column).optional(),
  weight: column.optional(),
  split: column.optional(),
  base: z.enum(summaryBases).optional(),
});
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
      return survey && askSummaryFile(survey, clicked);
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
        run: () => openInBrowser(vscode.Uri.file(file)),
      };
      const further = format === "html" && opensInBrowser() ? [open] : [];
      return showFileWritten(t("Exported summary to {0}.", file), file, { further });
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
  return withSurvey(parts, argument, { signal, onLoaded, onWaiting }, (survey) =>
    tableReport(survey, subjectOf(parts, argument, survey), {
      toolVersion: parts.toolVersion,
      signal: survey.signal,
      progress,
    }),
  );
}

function subjectOf(
  { missingCodes }: ExportParts,
  { dataSpace, format, filter = {}, columns: asked, weight, split, base }: ExportSummary,
  { survey, columns, collectGroups }: ReadSurvey,
): ReportSubject {
  const all = columns.filter((it) => it.kind !== "metadata");
  const key = (name: string, among: readonly Column[]): string =>
    keyOf(name, among, survey.surveyId);
  return {
    survey: { ...survey, label: oneLine(survey.label) },
    dataSpace,
    columns,
    collectGroups,
    filter,
    missing: missingCodes.get(dataSpace, survey.surveyId),
    format,
    asked: asked ? asked.map((it) => key(it, columns)) : all.map(columnKey),
    view: {
      base: base ?? "answered",
      weight:
        weight &&
        key(
          weight,
          columns.filter((it) => it.kind === "embedded"),
        ),
      split: split && key(split, columns),
    },
  };
}

/** A column is told by its name; by its key where a question and embedded data have the same. */
function keyOf(name: string, columns: readonly Column[], surveyId: string): string {
  const found =
    columns.find((it) => columnKey(it) === name) ?? columns.find((it) => it.name === name);
  if (!found) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        'There is no column "{0}" for that in the survey {1}. Columns are named as in an export\'s codebook.',
        name,
        surveyId,
      ),
    );
  }
  return columnKey(found);
}

async function askSummaryFile(
  { dataSpace, surveyId, label }: SurveyChoice,
  clicked: Clicked | undefined,
): Promise<ExportSummary | undefined> {
  const formats = reportFormats.map((format) => ({
    label: formatName(format),
    choice: { format },
  }));
  const title = t("Export summary");
  const document = await askDocument(title, formats, labelText(`${label} summary`));
  return document && { dataSpace, surveyId, ...document, filter: filterOf(clicked) };
}

/** What was clicked says which responses are meant. */
function filterOf(clicked: Clicked | undefined): ExportSummary["filter"] {
  switch (clicked?.kind) {
    case "collectGroup":
      return { collectGroupId: clicked.group.collectGroupId };
    case "panel":
      return clicked.filter;
    default:
      return {};
  }
}

function formatName(format: ReportFormat): SafeText {
  return plain(format === "md" ? "Markdown" : "HTML");
}
