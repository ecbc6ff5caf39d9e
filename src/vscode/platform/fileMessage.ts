import * as vscode from "vscode";
import type { SafeText } from "./plainText.ts";
import { showInformation, showWarning, t, type Action, offer } from "./window.ts";

interface FileMessageOptions {
  /** Buttons in addition to Open and Reveal. */
  readonly further?: readonly Action[];
  /** True if the editor can show the file. Default: true. */
  readonly isText?: boolean;
  /** True to show a warning. Default: false. */
  readonly isWarning?: boolean;
}

/** Tells the person that a file was written, with buttons that open and reveal it. */
export async function showFileWritten(
  message: SafeText,
  file: string,
  { further = [], isText = true, isWarning = false }: FileMessageOptions = {},
): Promise<void> {
  const open: Action = { title: vscode.l10n.t("Open"), run: () => openFile(file, isText) };
  const show = isWarning ? showWarning : showInformation;
  await offer(
    show,
    message,
    ...(isText || isLocalWindow() ? [open] : []),
    revealAction(file),
    ...further,
  );
}

/** Returns a button that shows a file in the file manager or the Explorer. */
export function revealAction(file: string): Action {
  return { title: vscode.l10n.t("Reveal"), run: () => revealFile(file) };
}

/** Opens a text file in the editor, another file in the system's program for it or, if that is impossible, reveals it. */
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

/** Shows the file in the file manager or the Explorer. @param further buttons for when only its path can be shown */
export async function revealFile(file: string, further: readonly Action[] = []): Promise<void> {
  const uri = vscode.Uri.file(file);
  if (isLocalWindow()) {
    await vscode.commands.executeCommand("revealFileInOS", uri);
  } else if (vscode.workspace.getWorkspaceFolder(uri)) {
    // A remote or browser window cannot reach the file manager, but its Explorer shows the file.
    await vscode.commands.executeCommand("revealInExplorer", uri);
  } else {
    const copyPath: Action = {
      title: vscode.l10n.t("Copy Path"),
      run: () => vscode.env.clipboard.writeText(file),
    };
    const message = t("The file is outside the workspace: {0}", file);
    await offer(showInformation, message, copyPath, ...further);
  }
}

/** Returns true if the files are on the machine that the person sits at. */
export function isLocalWindow(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
