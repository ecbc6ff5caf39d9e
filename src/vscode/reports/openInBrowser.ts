import * as vscode from "vscode";

/** Returns true if the user's browser can open files of this machine: not if VS Code runs remotely or in a browser. */
export function opensInBrowser(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
}

export async function openInBrowser(file: vscode.Uri): Promise<void> {
  await vscode.env.openExternal(file);
}
