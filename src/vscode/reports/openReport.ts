import * as vscode from "vscode";
import type { ReportFormat } from "../../messages/summary.ts";
import { plain } from "../platform/plainText.ts";
import { withProgress } from "../platform/progress.ts";
import { showInformation, t, showFailure } from "../platform/window.ts";
import { isLocalWindow } from "../platform/fileMessage.ts";
import type { ReportSubject } from "../../reports/makeReport.ts";
import type { ReportProgress } from "./tableReport.ts";

/**
 * Opens the summary that a panel shows as an unsaved document, and shows a failure to the user. Resolves when it is open.
 */
export async function openReport(
  log: vscode.LogOutputChannel,
  { survey: { label, surveyId }, format }: Pick<ReportSubject, "survey" | "format">,
  make: (signal: AbortSignal, progress: ReportProgress) => Promise<string>,
): Promise<void> {
  try {
    const title = t("Creating the report of {0}", plain(label) || surveyId);
    await show(await withProgress(title, make), format);
  } catch (error) {
    showFailure(log, "Making a report", error);
  }
}

async function show(content: string, format: ReportFormat): Promise<void> {
  const language = format === "md" ? "markdown" : "html";
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
  if (format === "md") {
    // The extension that provides the preview may be disabled.
    await vscode.commands
      .executeCommand("markdown.showPreviewToSide", document.uri)
      .then(undefined, () => undefined);
  } else {
    void offerToSave(document);
  }
}

/** Offers to save the HTML, because a browser can only show it as a file. */
async function offerToSave({ uri }: vscode.TextDocument): Promise<void> {
  const saveAs = vscode.l10n.t("Save As…");
  const inBrowser = vscode.l10n.t("Save and Open in Browser");
  const choice = await showInformation(
    t("The report is open as HTML. Save it to see it in a browser."),
    saveAs,
    ...(isLocalWindow() ? [inBrowser] : []),
  );
  const saved = choice === undefined ? undefined : await vscode.workspace.saveAs(uri);
  if (saved && choice === inBrowser) {
    await vscode.env.openExternal(saved);
  }
}
