import * as z from "zod";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { labelText } from "../../model/label.ts";
import { codebookFormats } from "../../model/tabular/tableForm.ts";
import { withProgress } from "../adapters/progress.ts";
import { tellOfFile } from "../adapters/tellOfFile.ts";
import { surveyTarget } from "../exports/exportArgument.ts";
import { codebookName } from "../exports/exportDialogState.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { readCodebook } from "../exports/readCodebook.ts";
import { askSurvey, type SurveyChoice } from "./ask.ts";
import { askDocument, type WrittenFile } from "./askDocument.ts";
import { localPath } from "./paths.ts";
import type { Command } from "./registry.ts";

const codebookArgument = z.strictObject({
  ...surveyTarget,
  format: z.enum(codebookFormats, { error: `must be one of ${codebookFormats.join(", ")}` }),
});
type ExportCodebook = z.infer<typeof codebookArgument>;

/** Writes what the columns of an export mean. */
export function exportCodebookCommand(parts: ExportParts): Command<ExportCodebook, WrittenFile> {
  return {
    id: "surveyExplorer.exportCodebook",
    argument: codebookArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked, {
        title: vscode.l10n.t("Export codebook"),
        proposed: parts.shownSurvey(),
      });
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

async function askCodebookFile({
  dataSpace,
  surveyId,
  label,
}: SurveyChoice): Promise<ExportCodebook | undefined> {
  const formats = codebookFormats.map((it) => ({ label: codebookName(it), format: it }));
  const title = vscode.l10n.t("Export codebook");
  const document = await askDocument(title, formats, labelText(`${label} codebook`));
  return document && { dataSpace, surveyId, ...document };
}
