import * as z from "zod";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { codebookFormats } from "../../model/tabular/tableForm.ts";
import { withProgress } from "../adapters/progress.ts";
import { tellOfFile } from "../adapters/tellOfFile.ts";
import { surveyTarget } from "../exports/exportArgument.ts";
import { codebookName } from "../exports/exportDialogState.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { readCodebook } from "../exports/readCodebook.ts";
import { askSurvey, type SurveyChoice } from "./ask.ts";
import { localPath, proposedFile } from "./paths.ts";
import type { Command } from "./registry.ts";

const codebookArgument = z.strictObject({
  ...surveyTarget,
  format: z.enum(codebookFormats, { error: `must be one of ${codebookFormats.join(", ")}` }),
});
type ExportCodebook = z.infer<typeof codebookArgument>;

interface CodebookFile {
  readonly file: string;
  readonly bytes: number;
}

/** Writes what the columns of an export mean. */
export function exportCodebookCommand(parts: ExportParts): Command<ExportCodebook, CodebookFile> {
  return {
    id: "surveyExplorer.exportCodebook",
    argument: codebookArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askCodebookFile(survey);
    },
    run: ({ dataSpace, surveyId, file: target, format, overwrite = false }) =>
      withProgress(vscode.l10n.t("Exporting the codebook of {0}", surveyId), async (signal) => {
        const file = localPath(target);
        const survey = { dataSpace, surveyId };
        const bytes = await writeTextFile(file, overwrite, () =>
          readCodebook(parts, survey, format, signal),
        );
        return { file, bytes };
      }),
    tell: ({ file }) => tellOfFile(vscode.l10n.t("The codebook was exported."), file),
  };
}

/**
 * Asks for format and file. VS Code's own dialog for files, of remote windows and browsers, shows no list of formats. It asks
 * before it replaces a file.
 */
async function askCodebookFile({
  dataSpace,
  surveyId,
  label,
}: SurveyChoice): Promise<ExportCodebook | undefined> {
  const title = vscode.l10n.t("Export codebook");
  const formats = codebookFormats.map((it) => ({ label: codebookName(it), format: it }));
  const placeHolder = vscode.l10n.t("Choose a format");
  const picked = await vscode.window.showQuickPick(formats, { title, placeHolder });
  if (!picked) {
    return undefined;
  }
  const file = await vscode.window.showSaveDialog({
    title,
    defaultUri: proposedFile(`${label} codebook`, picked.format),
    filters: { [picked.label]: [picked.format] },
  });
  return file && { dataSpace, surveyId, file, format: picked.format, overwrite: true };
}
