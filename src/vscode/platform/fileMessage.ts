import * as vscode from "vscode";
import type { Action } from "./action.ts";
import type { SafeText } from "./plainText.ts";
import { showInformation, showWarning } from "./window.ts";

interface FileMessageOptions {
  /** Buttons beside the ways to the file. */
  readonly further?: readonly Action[];
  /** The editor can show it. */
  readonly isText?: boolean;
  /** Something is not as it should be. */
  readonly isWarning?: boolean;
}

/** Tells that a file was written, with the ways to it. */
export async function showFileWritten(
  message: SafeText,
  file: string,
  { further = [], isText = true, isWarning = false }: FileMessageOptions = {},
): Promise<void> {
  const uri = vscode.Uri.file(file);
  const open: Action = {
    title: vscode.l10n.t("Open"),
    run: () => vscode.commands.executeCommand("vscode.open", uri),
  };
  const reveal: Action = { title: vscode.l10n.t("Reveal"), run: () => revealFile(file) };
  const show = isWarning ? showWarning : showInformation;
  const choice = await show(message, ...(isText ? [open] : []), reveal, ...further);
  await choice?.run();
}

/** Shows the file where the person finds it among others. */
export async function revealFile(file: string): Promise<void> {
  // A window in a browser has no file manager; it shows the file among its own.
  const inBrowser = vscode.env.uiKind === vscode.UIKind.Web || vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    inBrowser ? "revealInExplorer" : "revealFileInOS",
    vscode.Uri.file(file),
  );
}
