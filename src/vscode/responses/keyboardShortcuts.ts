import * as vscode from "vscode";

/** Opens VS Code's editor of keyboard shortcuts, at those of the responses panel. */
export function openKeyboardShortcuts(): void {
  void vscode.commands.executeCommand(
    "workbench.action.openGlobalKeybindings",
    "surveyExplorer.responses",
  );
}
