import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import { logFailure, messageOf } from "../adapters/log.ts";
import { unlinked } from "../adapters/plainText.ts";
import { withProgress } from "../adapters/progress.ts";
import type { CodebookSubject } from "../exports/readCodebook.ts";
import { copiedShown } from "./copyCells.ts";
import type { PanelContext } from "./panelContext.ts";

/** Puts a survey's codebook on the clipboard, as Markdown, and tells the user so. */
export function copyCodebook(context: PanelContext, survey: CodebookSubject): void {
  const title = vscode.l10n.t("Copying the codebook");
  withProgress(title, async (signal) => {
    await vscode.env.clipboard.writeText(
      await context.exports().readCodebook(survey, { format: "md" }, signal),
    );
    vscode.window.setStatusBarMessage(
      vscode.l10n.t("Copied the codebook as Markdown"),
      copiedShown,
    );
  }).then(undefined, (error: unknown) => {
    if (!isCancelled(error)) {
      logFailure(context.log, "Copying the codebook", error);
      void vscode.window.showWarningMessage(unlinked(messageOf(error)));
    }
  });
}
