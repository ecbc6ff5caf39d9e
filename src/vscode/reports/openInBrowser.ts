import * as vscode from "vscode";

/** Whether a browser of the user's can open files of this machine: that of another machine, or of a web page, cannot. */
export function opensInBrowser(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
}

export async function openInBrowser(file: vscode.Uri): Promise<void> {
  await vscode.env.openExternal(file);
}
