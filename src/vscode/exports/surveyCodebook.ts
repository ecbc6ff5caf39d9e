import type { PanelContext } from "../panels/panelContext.ts";
import { showFailure, showStatus, t } from "../platform/window.ts";
import { withShortProgress } from "../platform/progress.ts";
import * as vscode from "vscode";
import { codebookJob } from "../../jobs/codebookJob.ts";
import type { CodebookForm } from "../../formats/readCodebook.ts";
import { translations } from "../platform/language.ts";
import type { SharedParts } from "../sharedParts.ts";
import { preferredForm } from "./preferredForm.ts";

interface SurveyName {
  readonly dataSpace: string;
  readonly surveyId: string;
}

/** Returns the text of a codebook for a table in the form of the settings. */
export function surveyCodebook(
  { dataSpaces, formats, missingCodes }: SharedParts,
  { dataSpace, surveyId }: SurveyName,
  form: Pick<CodebookForm, "format" | "preset">,
  signal: AbortSignal,
): Promise<string> {
  const host = {
    client: (name: string) => dataSpaces.client(name),
    formats,
    translations: translations(),
  };
  return codebookJob(host, {
    ...form,
    dataSpace,
    surveyId,
    preferred: preferredForm(),
    missingCodes: missingCodes.declared(dataSpace, surveyId),
    signal,
  });
}

/** Copies a survey's codebook to the clipboard as Markdown, and shows so. */
export function copyCodebook(context: PanelContext, survey: SurveyName): void {
  const title = t("Copying the codebook");
  withShortProgress(title, async (signal) => {
    await vscode.env.clipboard.writeText(
      await surveyCodebook(context, survey, { format: "md" }, signal),
    );
    showStatus(t("Copied the codebook as Markdown"), 4000);
  }).then(undefined, (error: unknown) => showFailure(context.log, "Copying the codebook", error));
}
