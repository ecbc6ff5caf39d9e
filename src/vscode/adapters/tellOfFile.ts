import * as vscode from "vscode";

/** Tells that a file was written, with the ways to it. */
export async function tellOfFile(message: string, file: string): Promise<void> {
  const open = vscode.l10n.t("Open");
  const reveal = vscode.l10n.t("Reveal");
  const choice = await vscode.window.showInformationMessage(message, open, reveal);
  const uri = vscode.Uri.file(file);
  if (choice === open) {
    await vscode.commands.executeCommand("vscode.open", uri);
  } else if (choice === reveal) {
    // A window in a browser has no file manager; it shows the file among its own.
    const inBrowser =
      vscode.env.uiKind === vscode.UIKind.Web || vscode.env.remoteName !== undefined;
    await vscode.commands.executeCommand(inBrowser ? "revealInExplorer" : "revealFileInOS", uri);
  }
}
