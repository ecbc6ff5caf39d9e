import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import { errorText } from "../platform/language.ts";
import { logFailure } from "../platform/log.ts";
import { plain } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { showStatus, showWarning, t } from "../platform/window.ts";
import { surveyCodebook, type SurveyName } from "../exports/surveyCodebook.ts";
import { copiedShown } from "./copyCells.ts";
import type { PanelContext } from "../panels/panelContext.ts";

/** Copies a survey's codebook to the clipboard as Markdown, and shows so. */
export function copyCodebook(context: PanelContext, survey: SurveyName): void {
  const title = t("Copying the codebook");
  withShortProgress(title, async (signal) => {
    await vscode.env.clipboard.writeText(
      await surveyCodebook(context, survey, { format: "md" }, signal),
    );
    showStatus(t("Copied the codebook as Markdown"), copiedShown);
  }).then(undefined, (error: unknown) => {
    if (!isCancelled(error)) {
      logFailure(context.log, "Copying the codebook", error);
      void showWarning(plain(errorText(error)));
    }
  });
}
