import * as z from "zod";
import * as vscode from "vscode";
import { writeTextFile } from "../../export/textFile.ts";
import { labelText } from "../../model/label.ts";
import { codebookFormats } from "../../model/tabular/tableForm.ts";
import { plain } from "../platform/plainText.ts";
import { tableFormSchema } from "../../model/tabular/tableFormSchema.ts";
import { withShortProgress } from "../platform/progress.ts";
import { showFileWritten } from "../platform/fileMessage.ts";
import { t } from "../platform/window.ts";
import { codebookDraft } from "../recipes/drafts.ts";
import { surveyTarget } from "./exportArgument.ts";
import { codebookName } from "./exportDialogState.ts";
import type { ExportParts } from "./exportParts.ts";
import { surveyCodebook } from "./surveyCodebook.ts";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { askDocument, type DocumentFormat, type WrittenFile } from "../commands/askDocument.ts";
import { localPath } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const codebookArgument = z
  .strictObject({
    ...surveyTarget,
    format: z.enum(codebookFormats, { error: `must be one of ${codebookFormats.join(", ")}` }),
    preset: tableFormSchema.shape.preset.optional(),
  })
  .refine(({ format, preset }) => preset !== "excel" || format === "csv", {
    path: ["preset"],
    error: "applies to csv only",
  });
type ExportCodebook = z.infer<typeof codebookArgument>;

/** Writes a codebook, which says what the columns of an export mean. */
export function exportCodebookCommand(parts: ExportParts): Command<ExportCodebook, WrittenFile> {
  return {
    argument: codebookArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked, {
        title: t("Export codebook"),
        proposed: parts.shownSurvey(),
      });
      return survey && askCodebookFile(parts, survey);
    },
    run: ({ dataSpace, surveyId, file: target, format, preset, overwrite = false }) =>
      withShortProgress(t("Exporting the codebook of {0}", surveyId), async (signal) => {
        const file = localPath(target);
        const survey = { dataSpace, surveyId };
        const bytes = await writeTextFile(file, overwrite, () =>
          surveyCodebook(parts, survey, { format, preset }, signal),
        );
        return { file, bytes };
      }),
    notify: ({ file }) =>
      showFileWritten(t("Exported codebook to {0}.", vscode.workspace.asRelativePath(file)), file),
  };
}

async function askCodebookFile(
  parts: ExportParts,
  survey: SurveyChoice,
): Promise<ExportCodebook | undefined> {
  const { dataSpace, surveyId, label } = survey;
  const document = await askDocument<CodebookChoice>(
    t("Export codebook"),
    codebookChoices(parts, survey),
    labelText(`${label} codebook`),
    (choice) => codebookDraft(parts, survey, choice),
  );
  return document && { dataSpace, surveyId, ...document };
}

type CodebookChoice = Pick<ExportCodebook, "format" | "preset">;

/** Returns the formats in the order in which they are offered. */
export function codebookChoices(
  { choices }: Pick<ExportParts, "choices">,
  { dataSpace, surveyId }: SurveyChoice,
): DocumentFormat<CodebookChoice>[] {
  const forExcel = {
    label: t("CSV for Excel"),
    description: t("formulas neutralized"),
    choice: { format: "csv", preset: "excel" } as const,
  };
  const asIs = codebookFormats.map((format) => ({
    label: plain(codebookName(format)),
    choice: { format },
  }));
  // The last export of the responses decides which CSV comes first.
  const isExcel = choices.get(dataSpace, surveyId)?.form.preset === "excel";
  return isExcel ? [forExcel, ...asIs] : asIs.toSpliced(1, 0, forExcel);
}
