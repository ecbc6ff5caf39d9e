import * as vscode from "vscode";
import type { Action } from "./action.ts";
import type { SafeText } from "./plainText.ts";
import { showInformation, showWarning, t } from "./window.ts";

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
  const open: Action = { title: vscode.l10n.t("Open"), run: () => openFile(file, isText) };
  const reveal: Action = { title: vscode.l10n.t("Reveal"), run: () => revealFile(file) };
  const show = isWarning ? showWarning : showInformation;
  const choice = await show(
    message,
    ...(isText || isLocalWindow() ? [open] : []),
    reveal,
    ...further,
  );
  await choice?.run();
}

/** Opens a text in the editor; any other file in the system's program for it, and where that is out of reach, reveals it. */
export async function openFile(
  file: string,
  isText: boolean,
  further: readonly Action[] = [],
): Promise<void> {
  const uri = vscode.Uri.file(file);
  if (isText) {
    await vscode.commands.executeCommand("vscode.open", uri);
  } else if (!isLocalWindow() || !(await vscode.env.openExternal(uri))) {
    await revealFile(file, further);
  }
}

/** Shows the file where the person finds it among others. @param further what can be done where only its path can be said */
export async function revealFile(file: string, further: readonly Action[] = []): Promise<void> {
  const uri = vscode.Uri.file(file);
  if (isLocalWindow()) {
    await vscode.commands.executeCommand("revealFileInOS", uri);
  } else if (vscode.workspace.getWorkspaceFolder(uri)) {
    // A window in a browser has no file manager; it shows the file among its own.
    await vscode.commands.executeCommand("revealInExplorer", uri);
  } else {
    const copyPath: Action = {
      title: vscode.l10n.t("Copy Path"),
      run: () => vscode.env.clipboard.writeText(file),
    };
    const message = t("The file is outside the workspace: {0}", file);
    const choice = await showInformation(message, copyPath, ...further);
    await choice?.run();
  }
}

/** The machine with the files is the one that the person sits at. */
function isLocalWindow(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
