import * as vscode from "vscode";
import { loaded } from "../platform/loaded.ts";
import { logFailure } from "../platform/log.ts";
import type { ProposalParts } from "./workspaceProposals.ts";

/** File in which a folder of the workspace proposes data spaces to those who open it. */
const proposalsFile = ".vscode/survey-explorer.json";

/** Includes the folder: if it is created together with the file, as by Git, VS Code may report the folder only. */
const watched = "**/{.vscode,.vscode/survey-explorer.json}";

/** Shows the proposals of the folders of a trusted window, and shows them again when the files change. */
export function watchProposals(
  load: () => Promise<ProposalParts>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const propose = (folder: vscode.WorkspaceFolder | undefined): void => {
    if (folder && vscode.workspace.isTrusted && folder.uri.scheme === "file") {
      void proposeOf(load, log, folder.uri);
    }
  };
  const proposeAll = () => vscode.workspace.workspaceFolders?.forEach(propose);
  const proposeAt = (file: vscode.Uri) => propose(vscode.workspace.getWorkspaceFolder(file));
  const watcher = vscode.workspace.createFileSystemWatcher(watched);
  proposeAll();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(proposeAt),
    watcher.onDidChange(proposeAt),
    vscode.workspace.onDidGrantWorkspaceTrust(proposeAll),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => added.forEach(propose)),
  );
}

async function proposeOf(
  load: () => Promise<ProposalParts>,
  log: vscode.LogOutputChannel,
  folder: vscode.Uri,
): Promise<void> {
  const file = vscode.Uri.joinPath(folder, proposalsFile);
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    return;
  }
  try {
    const { proposeDataSpaces } = await loaded(import("./workspaceProposals.ts"));
    await proposeDataSpaces(await load(), folder, file);
  } catch (error) {
    logFailure(log, "Proposing data spaces", error);
  }
}
